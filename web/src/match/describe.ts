import { verbOf } from "../lib/actions";
import type { BoardSpec, KindSpec, Mark, Picture, Region } from "../lib/messages";
import { seatStyle } from "../lib/seats";

/** "Cafe, CAF, Student Union, Blue (Ann), 5 troops, you can attack from here": what a screen reader says of a region. */
export function describeRegion(
  board: BoardSpec,
  picture: Picture,
  players: string[],
  region: number,
  deed: string,
): string {
  const spec = board.regions[region];
  const shown = picture.regions[region];
  if (!spec || !shown) return "";
  if (shown.owner === -2) return `${spec.name}, ${spec.code}, not in play`;
  // The code stands on the board when it is seen from afar, so it belongs to what is read out.
  return [spec.name, spec.code, board.groups[spec.group]?.name ?? "", ...standing(shown, players, board), deed]
    .filter(Boolean)
    .join(", ");
}

/** What of a board the words come from. */
type Said = Pick<BoardSpec, "piece" | "pieces"> & Partial<Pick<BoardSpec, "regions">>;

/** Who and what stands on a region: "Blue (Ann), 5 troops", or seat by seat where several are there. Without the board,
 * which has the word for a piece, there are numbers alone. */
export function standing(shown: Region, players: string[], board?: Said): string[] {
  const counted = (count: number, type = "") =>
    [count, type || (count === 1 ? board?.piece : board?.pieces)].filter((part) => part !== undefined).join(" ");
  const pieces = shown.pieces.map(
    ({ seat, count, type, within, attacking }) =>
      `${ownerName(players, seat)} ${within ? `${count}${type && ` ${type}`} in the ${within}` : counted(count, type)}` +
      (attacking ? " attacking" : ""),
  );
  const alone = shown.owner >= 0 || shown.count > 0 ? [ownerName(players, shown.owner), counted(shown.count)] : [];
  return [...(pieces.length > 0 ? pieces : alone), ...shown.marks.map((mark) => sayMark(mark, players, board))];
}

function sayMark({ word, seat, count, towards, secret }: Mark, players: string[], board?: Said): string {
  const place = towards >= 0 ? board?.regions?.[towards]?.name : undefined;
  const said = [secret ? "face down" : "", count > 0 ? count : "", word, place ? `towards ${place}` : ""]
    .filter(Boolean)
    .join(" ");
  return seat >= 0 ? `${said} of ${ownerName(players, seat)}` : said;
}

export function ownerName(players: string[], owner: number): string {
  if (owner < 0) return "neutral";
  const name = players[owner];
  return name ? `${seatStyle(owner).name} (${name})` : seatStyle(owner).name;
}

/** "attack it", "attack from here", "place troops here": what a click on a region would begin or complete. */
export function deedOf(kind: KindSpec, picked: number, pieces: string): string {
  const region = kind.arguments.filter((argument) => argument.domain === "region")[picked]?.name ?? "";
  const verb = verbOf(kind);
  if (kind.pattern.startsWith(`${verb} {${region}}`)) {
    // "Set up it" is no English.
    return verb.includes(" ") ? `${verb} here` : `${verb} it`;
  }
  const what = kind.pattern.startsWith(`${verb} {n}`) ? ` ${pieces}` : "";
  return `${verb}${what} ${kind.pattern.includes(`from {${region}}`) ? "from here" : "here"}`;
}

export const youCan = (deeds: string[]): string =>
  deeds.length > 0 ? `you can ${[...new Set(deeds)].join(" or ")}` : "";
