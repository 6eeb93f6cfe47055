import { expect, test } from "vitest";
import { clearPlace } from "./clearPlace";
import type { Box } from "./viewport.svelte";

const TRAY = (place: [number, number]): Box => [place[0] - 96, place[1] + 6, 272, 104];
const apart = ([x, y, w, h]: Box, [u, v, a, b]: Box) => x + w <= u || u + a <= x || y + h <= v || v + b <= y;

const region: Box = [400, 300, 100, 80];

test("dice lie below what they are about where nothing is there", () => {
  expect(clearPlace(region, [[430, 320, 30, 30]], 1200, 800)).toEqual([450, 380]);
});

test("they leave counters free where they can, and never the board", () => {
  const below: Box[] = [
    [430, 400, 30, 30],
    [500, 450, 30, 30],
  ];
  const tray = TRAY(clearPlace(region, below, 1200, 800));
  for (const one of [region, ...below]) expect(apart(tray, one)).toBe(true);
  const corner: Box = [1100, 720, 90, 70];
  const [x, y, width, height] = TRAY(clearPlace(corner, [[1130, 740, 30, 30]], 1200, 800));
  expect(x >= 0 && y >= 0 && x + width <= 1200 && y + height <= 800).toBe(true);
  expect(apart([x, y, width, height], corner)).toBe(true);
});
