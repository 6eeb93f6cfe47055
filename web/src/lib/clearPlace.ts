/** Where a tray of dice lies: beside the region that it is about, and on as few counters as can be. */
import type { Circle } from "./geometry";
import type { Box, Viewport } from "./viewport.svelte";

/** A tray hangs below a point, so far to its left and right; on a narrow board it is smaller. */
const LEFT = 96;
const WIDTH = 272;
const HEIGHT = 104;
const NARROW = 560;
const LEFT_NARROW = 80;
const WIDTH_NARROW = 208;
const GAP = 6;
const EDGE = 8;

/** The same for a box and counters of the board, as it is seen. */
export function placeBeside(box: Box, counters: Circle[], seen: Viewport, across: number, down: number) {
  const inPixels = ([x, y, width, height]: Box): Box => [
    ...seen.toPixels(x, y),
    width * seen.scale,
    height * seen.scale,
  ];
  const around = counters.map(({ x, y, radius }) => inPixels([x - radius, y - radius, 2 * radius, 2 * radius]));
  return clearPlace(inPixels(box), around, across, down);
}

/** The point that the tray hangs from, in pixels: the box of a region and those of all counters, on a board of a size. */
export function clearPlace(
  [x, y, width, height]: Box,
  counters: Box[],
  across: number,
  down: number,
): [number, number] {
  const [left, wide] = across < NARROW ? [LEFT_NARROW, WIDTH_NARROW] : [LEFT, WIDTH];
  const [middle, level] = [x + width / 2 - left, y + height / 2 - HEIGHT / 2];
  const spots = [
    [middle, y + height + GAP],
    [middle, y - HEIGHT - GAP],
    [x + width + GAP, level],
    [x - wide - GAP, level],
    [x + width + GAP, y + height + GAP],
    [x - wide - GAP, y + height + GAP],
    [x + width + GAP, y - HEIGHT - GAP],
    [x - wide - GAP, y - HEIGHT - GAP],
  ] as const;
  let best = { cost: Infinity, x: 0, y: 0 };
  for (const [u, v] of spots) {
    const [at, top] = [within(u, EDGE, across - wide - EDGE), within(v, EDGE, down - HEIGHT - EDGE)];
    const tray: Box = [at, top, wide, HEIGHT];
    const covered = counters.filter((one) => shared(tray, one) > 0).length;
    // Above all it leaves free what it is about.
    const own = shared(tray, [x, y, width, height]) / Math.max(1, width * height);
    const cost = covered + own * 8 + Math.hypot(at - u, top - v) / 200;
    if (cost < best.cost) best = { cost, x: at + left, y: top - GAP };
  }
  return [best.x, best.y];
}

const within = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));

/** How much of the plane two boxes share. */
function shared([x, y, w, h]: Box, [u, v, a, b]: Box): number {
  const [wide, high] = [Math.min(x + w, u + a) - Math.max(x, u), Math.min(y + h, v + b) - Math.max(y, v)];
  return wide > 0 && high > 0 ? wide * high : 0;
}
