import { kindTitle } from "../lib/actions";
import type { BoardSpec, KindSpec, Picture } from "../lib/messages";
import { seatStyle } from "../lib/seats";

/** "Cafe, CAF, Student Union, Blue (Ann), 5, can be chosen": what a screen reader says of a region. */
export function describeRegion(board: BoardSpec, picture: Picture, players: string[], region: number, deeds: string[]): string {
  const spec = board.regions[region];
  const shown = picture.regions[region];
  if (!spec || !shown) return "";
  if (shown.owner === -2) return `${spec.name}, ${spec.code}, not in play`;
  const owner = ownerName(players, shown.owner);
  const pieces = [`${shown.count} ${shown.count === 1 ? "troop" : "troops"}`, ...shown.marks.map(([name, n]) => `${n} ${name}`)];
  // The code stands on the board when it is seen from afar, so it belongs to what is read out.
  return [spec.name, spec.code, board.groups[spec.group]?.name ?? "", owner, ...pieces, ...deeds].filter(Boolean).join(", ");
}

export function ownerName(players: string[], owner: number): string {
  if (owner < 0) return "neutral";
  const name = players[owner];
  return name ? `${seatStyle(owner).name} (${name})` : seatStyle(owner).name;
}

/** "can be attacked", "can attack from here", "can place here": what a click on a region would begin or complete. */
export function deedOf(kind: KindSpec, picked: number): string {
  const regions = kind.arguments.filter((argument) => argument.domain === "region");
  const target = regions[picked]?.name ?? "";
  const [, verb, object] = /^(\w+) \{(\w+)\}/.exec(kind.pattern) ?? [];
  if (verb && object === target) return `can be ${verb}${verb.endsWith("e") ? "d" : "ed"}`;
  return `can ${kindTitle(kind).toLowerCase()} ${regions.length > picked + 1 ? "from here" : "here"}`;
}
