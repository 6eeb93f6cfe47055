import { verbOf } from "../lib/actions";
import type { BoardSpec, KindSpec, Picture, RegionPicture } from "../lib/messages";
import { markOf } from "../lib/marks";
import { seatStyle } from "../lib/seats";

/** "Cafe, CAF, Student Union, Blue (Ann), 5 troops, you can attack from here": what a screen reader says of a region. */
export function describeRegion(board: BoardSpec, picture: Picture, players: string[], region: number, deed: string): string {
  const spec = board.regions[region];
  const shown = picture.regions[region];
  if (!spec || !shown) return "";
  if (shown.owner === -2) return `${spec.name}, ${spec.code}, not in play`;
  // The code stands on the board when it is seen from afar, so it belongs to what is read out.
  return [spec.name, spec.code, board.groups[spec.group]?.name ?? "", ...standing(shown, players, board.piece), deed].filter(Boolean).join(", ");
}

/** Who and what stands on a region: "Blue (Ann), 5 troops", or seat by seat where several can be there. Without a word for
 * a piece there are numbers alone. */
export function standing(shown: RegionPicture, players: string[], piece = ""): string[] {
  const troops = (count: number) => (piece ? `${count} ${piece}${count === 1 ? "" : "s"}` : `${count}`);
  const pieces = shown.pieces
    ? shown.pieces.map(([seat, type, count]) => `${ownerName(players, seat)} ${type === "troops" ? troops(count) : `${count} in the ${type}`}`)
    : [ownerName(players, shown.owner), troops(shown.count)];
  return [...pieces, ...shown.marks.map((mark) => sayMark(mark, players, !shown.pieces))];
}

function sayMark(mark: [string, number], players: string[], counted: boolean): string {
  const { word, seat, count } = markOf(mark);
  if (seat >= 0) return `${word} of ${ownerName(players, seat)}`;
  return counted ? `${count} ${word}` : word;
}

export function ownerName(players: string[], owner: number): string {
  if (owner < 0) return "neutral";
  const name = players[owner];
  return name ? `${seatStyle(owner).name} (${name})` : seatStyle(owner).name;
}

/** "attack it", "attack from here", "place troops here": what a click on a region would begin or complete. */
export function deedOf(kind: KindSpec, picked: number, piece: string): string {
  const region = kind.arguments.filter((argument) => argument.domain === "region")[picked]?.name ?? "";
  const verb = verbOf(kind);
  if (kind.pattern.startsWith(`${verb} {${region}}`)) {
    // "Set up it" is no English.
    return verb.includes(" ") ? `${verb} here` : `${verb} it`;
  }
  const what = kind.pattern.startsWith(`${verb} {n}`) ? ` ${piece}s` : "";
  return `${verb}${what} ${kind.pattern.includes(`from {${region}}`) ? "from here" : "here"}`;
}

export const youCan = (deeds: string[]): string => (deeds.length > 0 ? `you can ${[...new Set(deeds)].join(" or ")}` : "");
