/** Actions are ints (docs/protocol.md): here they are taken apart, put together and named. */
import { cardsOf, neededCard } from "./cards";
import type { Catalogue, Caution, KindSpec, Picture, Remark, State } from "./messages";

const KIND_SHIFT = 23;

/** One thing that can be done: a kind with its arguments, and where its last argument is a count, a range of counts. */
export interface Choice {
  /** Index of its span among the spans of the state. */
  index: number;
  kind: KindSpec;
  /** The action with the least count. */
  first: number;
  regions: number[];
  /** The cards that it needs or names, and the one without which there would be no such choice. */
  cards: string[];
  needs: string | undefined;
  /** Null where there is no count to choose. */
  least: number;
  most: number;
  counted: boolean;
  /** What the rules say of it: what it brings or gives up, whether it leads on, whether to ask once more. */
  remark: Remark | undefined;
  /** What some or all of its counts would bring about that is easily overlooked. */
  cautions: Caution[];
}

/** What of a picture says more about actions: where they are done, and which would do harm. */
export type Seen = Partial<Pick<Picture, "sites" | "done_at" | "cautions">>;

export function kindOf(catalogue: Catalogue, action: number): KindSpec | undefined {
  return catalogue.kinds.find((kind) => kind.number === action >> KIND_SHIFT);
}

export function valueOf(kind: KindSpec, at: number, action: number): number {
  const argument = kind.arguments[at];
  return argument ? (action >> argument.shift) & argument.mask : 0;
}

export function pack(kind: KindSpec, values: number[]): number {
  return kind.arguments.reduce(
    (action, argument, at) => action | (((values[at] ?? 0) & argument.mask) << argument.shift),
    kind.number << KIND_SHIFT,
  );
}

export function choicesOf(
  catalogue: Catalogue,
  spans: State["spans"],
  remarks: Remark[] = [],
  seen: Seen = {},
): Choice[] {
  return spans.flatMap(([first, many], index) => {
    const kind = kindOf(catalogue, first);
    if (!kind) return [];
    const last = kind.arguments.at(-1);
    const counted = last?.domain === "count";
    const remark = remarks.find((one) => one.kind === kind.number);
    // Only counts vary inside a span; should anything else do so, it is listed one by one.
    const starts = counted ? [first] : Array.from({ length: many }, (_, i) => first + i);
    return starts.map((start) => {
      const least = counted ? valueOf(kind, kind.arguments.length - 1, start) : 0;
      const end = counted ? start + many - 1 : start;
      return {
        index: index + (start - first),
        kind,
        first: start,
        regions: placesOf(kind, start, seen),
        cards: cardsOf(catalogue, kind, start),
        needs: neededCard(catalogue, kind),
        least,
        most: counted ? least + many - 1 : 0,
        counted,
        remark,
        cautions: seen.cautions?.filter((caution) => caution.first <= end && caution.last >= start) ?? [],
      };
    });
  });
}

/** The regions that an action names, or where that lies which it names: `sites` are the regions of other domains. From
 * where something goes comes first. */
export function regionsOf(kind: KindSpec, action: number, sites: Picture["sites"] = {}): number[] {
  const found = kind.arguments.flatMap(({ name, domain }, at) => {
    const value = valueOf(kind, at, action);
    const region = domain === "region" ? value : sites[domain]?.[value];
    return region === undefined ? [] : [{ region, from: kind.pattern.includes(` from {${name}}`) }];
  });
  return found.sort((one, other) => Number(other.from) - Number(one.from)).map(({ region }) => region);
}

/** The same, or where it is done if it names no place. */
function placesOf(kind: KindSpec, action: number, { sites, done_at }: Seen): number[] {
  const named = regionsOf(kind, action, sites);
  const done = done_at?.[kind.name];
  return named.length === 0 && done !== undefined ? [done] : named;
}

/** What a choice with so many would bring about that is easily overlooked. */
export function cautionAt(choice: Choice, count: number): Caution | undefined {
  const action = actionAt(choice, count);
  return choice.cautions.find((caution) => caution.first <= action && action <= caution.last);
}

/** Whether a choice is shown once more before it is done: it is grave, would do harm, or leads to a fight; the odds of the
 * way forward are in sight anyway. */
export function asksOnce(choice: Choice, count = choice.least): boolean {
  const { grave, weighed, forward } = choice.remark ?? {};
  return Boolean(grave || (weighed && !forward) || cautionAt(choice, count));
}

/** Whether a choice is about a value of a domain, written "token:2". */
export function holds({ kind, first }: Pick<Choice, "kind" | "first">, key: string): boolean {
  const [domain, value] = key.split(":");
  return kind.arguments.some(
    (argument, at) => argument.domain === domain && valueOf(kind, at, first) === Number(value),
  );
}

export const actionAt = (choice: Choice, count: number): number =>
  choice.counted ? choice.first + (count - choice.least) : choice.first;

/** What an argument is called; seats by the names of the players. */
export function labelOf(catalogue: Catalogue, players: string[], domain: string, value: number): string {
  const region = domain === "region" ? catalogue.board.regions[value] : undefined;
  // Tiles lie elsewhere in every match: their place says more than their name.
  if (region) return catalogue.board.tiles.length > 0 ? `${region.name} (${region.code})` : region.name;
  if (domain === "seat") return players[value] ?? `seat ${value}`;
  return catalogue.labels.find((one) => one.domain === domain)?.names[value] ?? String(value);
}

/** Of two sorts the one of which there are none is not named: "Lose 1 artillery". */
const withoutNone = (text: string) =>
  text
    .replace(/\b0 \w+ and 0 \w+/, "nothing")
    .replace(/\b0 \w+ and (?=\d)/, "")
    .replace(/(\d+ \w+) and 0 \w+/, "$1");

/** "Attack Cafe from Observatory · 1–7", "Place 1–3 in Cafe", "End turn". A region that is picked already is not named
 * again, where the words do without it: "March 1–3 to Cafe". */
export function titleOf(catalogue: Catalogue, players: string[], choice: Choice, picked = -1): string {
  const range = choice.least === choice.most ? `${choice.least}` : `${choice.least}–${choice.most}`;
  const counted = choice.kind.arguments.at(-1)?.name ?? "";
  const trailing = ` with {${counted}}`;
  let text = choice.kind.pattern;
  let tail = "";
  if (choice.counted && text.endsWith(trailing)) {
    text = text.slice(0, -trailing.length);
    tail = ` · ${range}`;
  }
  choice.kind.arguments.forEach((argument, at) => {
    if (argument.domain === "region" && valueOf(choice.kind, at, choice.first) === picked)
      text = text.replace(new RegExp(` (from|in) \\{${argument.name}\\}`), "");
    const label =
      choice.counted && argument.name === counted
        ? range
        : labelOf(catalogue, players, argument.domain, valueOf(choice.kind, at, choice.first));
    text = text.replace(`{${argument.name}}`, label);
  });
  return capital(withoutNone(text)) + tail;
}

/** "Drop from Temple of Fire on …": what choices of one kind have in common. */
export function beginningOf(catalogue: Catalogue, players: string[], choices: Choice[]): string {
  const [first] = choices;
  if (!first) return "";
  const text = first.kind.arguments.reduce((words, argument, at) => {
    const values = new Set(choices.map((choice) => valueOf(first.kind, at, choice.first)));
    const gap = `{${argument.name}}`;
    if (argument.domain === "count") return words.replace(` ${gap}`, "");
    return words.replace(gap, values.size === 1 ? labelOf(catalogue, players, argument.domain, [...values][0]!) : "…");
  }, first.kind.pattern);
  return capital(text);
}

/** The words that the server understands for this very action. */
export function wordsOf(catalogue: Catalogue, kind: KindSpec, action: number): string {
  let text = kind.pattern;
  kind.arguments.forEach((argument, at) => {
    const value = valueOf(kind, at, action);
    const label = catalogue.labels.find((one) => one.domain === argument.domain)?.names[value] ?? `${value}`;
    text = text.replace(`{${argument.name}}`, label);
  });
  return text;
}

/** "attack", "set up", "settle": how the pattern begins, before anything is named. */
export const verbOf = (kind: KindSpec): string => kind.pattern.split(" {")[0]!.replace(/ (in|on|at|to|from|with)$/, "");

/** What is said beside a choice: of what there is a count, the word for so many. */
export const noteOf = ({ kind, counted }: Choice, count: number): string =>
  (counted && count === 1 ? kind.note_one : kind.note) ?? "";

export const kindTitle = (kind: KindSpec): string => capital(verbOf(kind));

/** The headings of kinds that are listed together: their verbs, or where several have one verb all of their words, with
 * what they are about: "Sail ship from … to …". */
export function headingsOf(kinds: KindSpec[]): string[] {
  const titles = kinds.map(kindTitle);
  const whole = ({ pattern, arguments: named }: KindSpec) => {
    const gap = (said: string, name: string) => {
      const domain = named.find((argument) => argument.name === name)?.domain ?? "region";
      return domain === "count" ? "" : ["region", "seat"].includes(domain) ? "…" : domain;
    };
    return capital(pattern.replace(/\{(\w+)\}/g, gap).replace(/ {2,}/g, " "));
  };
  return kinds.map((kind, at) =>
    titles.indexOf(titles[at]!) === titles.lastIndexOf(titles[at]!) ? titles[at]! : whole(kind),
  );
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A letter for each kind that needs no arguments: D is the way forward, the others get a letter of their own name. */
export function shortcutsOf(choices: Choice[]): Map<number, string> {
  const taken = new Set(["u", "d"]);
  const letters = new Map<number, string>();
  for (const choice of choices.filter((one) => one.kind.arguments.length === 0)) {
    const letter = choice.remark?.forward
      ? "d"
      : [...choice.kind.name].find((one) => /[a-z]/.test(one) && !taken.has(one));
    if (letter) {
      taken.add(letter);
      letters.set(choice.first, letter.toUpperCase());
    }
  }
  return letters;
}

/** What could be meant by the beginning of a text, in words that the server understands: "pla caf" is "place 3 in Cafe".
 * Every word that was typed begins one of them, in this order; a number is a count, and codes stand for names. */
export function suggestionsFor(catalogue: Catalogue, choices: Choice[], text: string): string[] {
  const typed = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const count = Number(typed.find((word) => /^\d+$/.test(word)));
  return choices.flatMap((choice) => {
    const wanted = choice.counted && count >= choice.least && count <= choice.most ? count : choice.most;
    const action = actionAt(choice, wanted);
    const words = wordsOf(catalogue, choice.kind, action);
    const codes = choice.regions.map((region) => catalogue.board.regions[region]?.code.toLowerCase() ?? "");
    return begins(words.toLowerCase().split(" "), codes, typed) ? [words] : [];
  });
}

function begins(words: string[], codes: string[], typed: string[]): boolean {
  let at = 0;
  const unused = [...codes];
  return typed.every((word, place) => {
    const found = words.findIndex((one, i) => i >= at && one.startsWith(word));
    if (found >= 0 && (place > 0 || found === 0)) {
      at = found + 1;
      return true;
    }
    const code = place > 0 ? unused.indexOf(word) : -1;
    if (code >= 0) unused.splice(code, 1);
    return code >= 0;
  });
}
