/** Where a board is small on the screen, as on a phone, regions bear their codes: large enough to be read, and beside all
 * counters. */
import { type Circle, counterIn, type PlacedName } from "./geometry";
import type { BoardSpec } from "./messages";
import type { Box } from "./viewport.svelte";

/** Codes are upper-case letters of the plain face: so wide, and so high above their foot, as a share of their size. */
const WIDE = 0.66;
const HIGH = 0.72;
/** Pixels that can be read. */
const LEAST = 8.5;
const SMALLEST = 17;
/** Where there is no room otherwise, smaller. */
const SIZES = [1, 0.88, 0.76];

/** A code without what it has in common with others of its sort: "S_MED" is MED. */
export const shortCode = (code: string): string => code.replace(/^.*_/, "");

interface Spot extends PlacedName {
  box: Box;
}

/** For each region its code and where it stands, or null where there is no room at all. `scale`: pixels by unit. */
export function shortNames(board: BoardSpec, scale: number): (PlacedName | null)[] {
  const size = Math.max(SMALLEST, LEAST / scale);
  const counters = board.regions.map((region) => counterIn(region, true, board.map?.counter));
  const taken = counters.map(footprint);
  const open = board.regions.map((region, at) => {
    const room: Box = board.map ? [0, 0, board.width, board.height] : region.box;
    const spots = SIZES.flatMap((share) =>
      spotsAround(shortCode(region.code), size * share, counters[at]!, !!board.map),
    );
    return spots.filter(({ box }) => contains(room, box) && !taken.some(overlaps(box)));
  });
  const placed = new Map<number, PlacedName>();
  const waiting = new Set(open.keys());
  // Whoever has the least choice goes first, and takes the best that is left.
  while (waiting.size > 0) {
    const next = [...waiting].reduce((one, other) => (open[other]!.length < open[one]!.length ? other : one));
    waiting.delete(next);
    const spot = open[next]![0];
    if (!spot) continue;
    const { box, ...name } = spot;
    placed.set(next, name);
    for (const at of waiting) open[at] = open[at]!.filter((other) => !overlaps(other.box)(box));
  }
  return board.regions.map((_, at) => placed.get(at) ?? null);
}

/** A counter with the mark of its seat, which hangs at its lower right. */
const footprint = ({ x, y, radius }: Circle): Box => [x - radius, y - radius, radius * 2.45, radius * 2.15];

/** Places for a code around a counter, the best first: on a map below it, where no crown is. */
function spotsAround(code: string, size: number, { x, y, radius }: Circle, map: boolean): Spot[] {
  const half = (code.length * WIDE * size) / 2;
  const [above, below, level] = [y - radius * 1.12, y + radius * 1.18 + size * HIGH, y + (size * HIGH) / 2];
  const [left, right] = [x - radius * 1.12 - half, x + radius * 1.5 + half];
  const places: [number, number][] = [
    [x, map ? below : above],
    [x, map ? above : below],
    [left, level],
    [right, level],
    [x - radius, above],
    [x + radius, above],
    [x - radius, below],
    [x + radius, below],
    [left, level - radius],
    [right, level - radius],
    [left, level + radius],
    [right, level + radius],
  ];
  return places.map(([u, v]) => ({
    lines: [code],
    size,
    x: u,
    y: v,
    box: [u - half, v - size * HIGH, half * 2, size * HIGH],
  }));
}

const contains = ([left, top, width, height]: Box, [x, y, w, h]: Box) =>
  x >= left && y >= top && x + w <= left + width && y + h <= top + height;

const overlaps =
  ([left, top, width, height]: Box) =>
  ([x, y, w, h]: Box) =>
    x < left + width && left < x + w && y < top + height && top < y + h;
