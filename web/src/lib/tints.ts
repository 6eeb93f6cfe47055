/** Quiet tints for the groups of a board; light and dark paper need different ones, so CSS picks. */
import type { BoardSpec } from "./messages";

const HUES = [38, 205, 330, 95, 20, 262, 172, 55, 235, 0];
const STRENGTH = 30;

/** Hue and strength of a group's ground: its own, or one of those that stand well beside each other. */
const groundOf = (board: BoardSpec, group: number): [hue: number, strength: number] =>
  board.groups[group]?.tint ?? [HUES[group % HUES.length]!, STRENGTH];

const tint = (hue: number, light: [number, number], dark: [number, number]): string =>
  `light-dark(hsl(${hue} ${light[0]}% ${light[1]}%), hsl(${hue} ${dark[0]}% ${dark[1]}%))`;

/** The ground of a region of that group: faint once somebody holds it, for then the colours of the seats are to speak. */
export function tintOf(board: BoardSpec, group: number, held: boolean): string {
  const [hue, strength] = groundOf(board, group);
  return held
    ? tint(hue, [strength * 0.6, 92], [strength * 0.25, 21])
    : tint(hue, [strength * 0.9, 84], [strength * 0.5, 26]);
}

/** The ground of a tile of that group. */
export function tileTint(board: BoardSpec, group: number): string {
  const [hue, strength] = groundOf(board, group);
  return tint(hue, [strength, 87], [strength / 2, 22]);
}
