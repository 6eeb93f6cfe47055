import type { BoardSpec, Picture } from "../lib/messages";
import { seatStyle } from "../lib/seats";

/** "Cafe, Student Union, Blue (Ann), 5, can be chosen": what a screen reader says of a region. */
export function describeRegion(board: BoardSpec, picture: Picture, players: string[], region: number, deeds: string[]): string {
  const spec = board.regions[region];
  const shown = picture.regions[region];
  if (!spec || !shown) return "";
  if (shown.owner === -2) return `${spec.name}, not in play`;
  const owner = ownerName(players, shown.owner);
  const pieces = [`${shown.count} ${shown.count === 1 ? "troop" : "troops"}`, ...shown.marks.map(([name, n]) => `${n} ${name}`)];
  return [spec.name, board.groups[spec.group]?.name ?? "", owner, ...pieces, ...deeds].filter(Boolean).join(", ");
}

export function ownerName(players: string[], owner: number): string {
  if (owner < 0) return "neutral";
  const name = players[owner];
  return name ? `${seatStyle(owner).name} (${name})` : seatStyle(owner).name;
}
