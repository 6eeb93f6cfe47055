/** The little markdown that rulebooks use, as plain data. Components make elements of it; nothing is ever parsed as HTML. */
export type Inline =
  | { type: "text"; text: string }
  | { type: "strong"; parts: Inline[] }
  | { type: "em"; parts: Inline[] }
  | { type: "code"; text: string }
  | { type: "clause"; id: string };

export type Block =
  | { type: "paragraph"; parts: Inline[] }
  | { type: "heading"; parts: Inline[] }
  | { type: "list"; ordered: boolean; items: Inline[][] }
  | { type: "table"; head: Inline[][]; rows: Inline[][][] };

const INLINE = /\*\*(.+?)\*\*|\*(.+?)\*|`([^`]+)`|\b([A-Z]{3}-(?:[A-Z]|\d+)(?:\.\d+)+[a-z]?)\b/;

export function inline(text: string): Inline[] {
  const parts: Inline[] = [];
  let rest = text;
  while (rest) {
    const found = INLINE.exec(rest);
    if (!found) break;
    if (found.index > 0) parts.push({ type: "text", text: rest.slice(0, found.index) });
    if (found[1] !== undefined) parts.push({ type: "strong", parts: inline(found[1]) });
    else if (found[2] !== undefined) parts.push({ type: "em", parts: inline(found[2]) });
    else if (found[3] !== undefined) parts.push({ type: "code", text: found[3] });
    else parts.push({ type: "clause", id: found[4]! });
    rest = rest.slice(found.index + found[0].length);
  }
  if (rest) parts.push({ type: "text", text: rest });
  return parts;
}

const BULLET = /^\s*[-*]\s+/;
const NUMBER = /^\s*\d+[.)]\s+/;

export function blocks(text: string): Block[] {
  return text
    .split(/\n\s*\n/)
    .filter((piece) => piece.trim())
    .flatMap((piece) => pieces(piece.split("\n")));
}

function pieces(lines: string[]): Block[] {
  const made: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at]!;
    const belongs = (test: (one: string) => boolean) => {
      const from = at;
      while (at < lines.length && test(lines[at]!)) at++;
      return lines.slice(from, at);
    };
    if (line.trimStart().startsWith("|")) made.push(table(belongs((one) => one.trimStart().startsWith("|"))));
    else if (BULLET.test(line) || NUMBER.test(line)) {
      const ordered = NUMBER.test(line);
      const marker = ordered ? NUMBER : BULLET;
      const items = belongs((one) => marker.test(one) || /^\s+\S/.test(one)).reduce<string[]>((all, one) => {
        if (marker.test(one) || all.length === 0) return [...all, one.replace(marker, "")];
        return [...all.slice(0, -1), `${all.at(-1)} ${one.trim()}`];
      }, []);
      made.push({ type: "list", ordered, items: items.map(inline) });
    } else if (/^#{1,6}\s/.test(line)) {
      made.push({ type: "heading", parts: inline(line.replace(/^#+\s*/, "")) });
      at++;
    } else {
      const from = at++;
      belongs(
        (one) => !one.trimStart().startsWith("|") && !BULLET.test(one) && !NUMBER.test(one) && !/^#{1,6}\s/.test(one),
      );
      made.push({ type: "paragraph", parts: inline(lines.slice(from, at).join(" ")) });
    }
  }
  return made;
}

function table(lines: string[]): Block {
  const rows = lines
    .filter((line) => !/^[\s|:-]+$/.test(line))
    .map((line) =>
      line
        .trim()
        .replace(/^\||\|$/g, "")
        .split("|")
        .map((cell) => inline(cell.trim())),
    );
  return { type: "table", head: rows[0] ?? [], rows: rows.slice(1) };
}
