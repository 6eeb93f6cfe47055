import { expect, test } from "vitest";
import { arrowBetween, sideBetween } from "./arrows";
import { boxOfName, counterIn, nameIn, type PlacedName } from "./geometry";
import type { BoardSpec, RegionSpec } from "./messages";

const room = (x: number, y: number, name = "Hall"): RegionSpec => ({
  code: "R",
  name,
  group: 0,
  path: "",
  label: [x + 50, y + 54],
  box: [x, y, 100, 80],
  neighbours: [],
});
const board = (regions: RegionSpec[]): BoardSpec => ({
  width: 1000,
  height: 600,
  groups: [{ code: "A", name: "A" }],
  links: [],
  tiles: [],
  piece: "troop",
  pieces: "troops",
  regions,
});
const numbers = (path: string) => path.match(/-?[\d.]+/g)!.map(Number);
const length = (path: string) => {
  const [x, y, ...rest] = numbers(path) as [number, number, ...number[]];
  return Math.hypot(rest.at(-2)! - x, rest.at(-1)! - y);
};
const arrow = (of: BoardSpec, from: number, to: number, names?: (PlacedName | null)[]) =>
  arrowBetween(of, from, to, false, names ?? of.regions.map(nameIn));

test("between neighbours an arrow is short and straight, through the side that they share", () => {
  const rooms = board([room(0, 0), room(100, 0), room(0, 94), room(300, 300)]);
  for (const [from, to] of [
    [0, 1],
    [1, 0],
    [0, 2],
    [2, 0],
  ] as const) {
    const path = arrow(rooms, from, to);
    expect(path).toMatch(/^M[-\d. ]+L[-\d. ]+$/);
    expect(length(path)).toBeLessThan(80);
    const [sx, sy, ex, ey] = numbers(path) as [number, number, number, number];
    const [a, b] = [rooms.regions[from]!.box, rooms.regions[to]!.box];
    expect(sx > a[0] && sx < a[0] + 100 && sy > a[1] && sy < a[1] + 80).toBe(true);
    expect(ex > b[0] && ex < b[0] + 100 && ey > b[1] && ey < b[1] + 80).toBe(true);
  }
});

test("it stops before the counters, and steps aside for a name", () => {
  const rooms = board([room(0, 0), room(100, 0), room(0, 80)]);
  const [sx, sy, ex] = numbers(arrow(rooms, 0, 1)) as [number, number, number, number];
  const { x, y, radius } = counterIn(rooms.regions[0]!, false);
  expect(Math.hypot(sx - x, sy - y)).toBeGreaterThan(radius + 2);
  expect(150 - ex).toBeGreaterThan(radius + 2);
  // Straight up it would run over the name of the lower room.
  const [left, , width] = boxOfName(nameIn(rooms.regions[2]!));
  const [upX] = numbers(arrow(rooms, 2, 0)) as [number];
  expect(upX < left || upX > left + width).toBe(true);
});

test("boxes that do not face each other have no side", () => {
  expect(sideBetween(room(0, 0), room(100, 80))).toBeNull();
  expect(sideBetween(room(0, 0), room(150, 0))).toBeNull();
  expect(sideBetween(room(0, 0), room(114, 0))).toMatchObject({ way: [1, 0], apart: 14 });
});

const land = (x: number, y: number, neighbours: number[] = []): RegionSpec => ({
  ...room(x - 50, y - 54),
  label: [x, y],
  title: { at: [x, y - 30], lines: ["Land"], size: 12 },
  neighbours,
});
const world = (regions: RegionSpec[]): BoardSpec => ({
  ...board(regions),
  map: { scenery: "", frontiers: "", counter: 15 },
});

test("on a map it leads from counter to counter, and bends but slightly around another one", () => {
  const free = world([land(100, 100), land(300, 100)]);
  expect(arrow(free, 0, 1)).toBe("M121 100L272 100");
  const between = world([land(100, 100), land(300, 100), land(200, 104)]);
  const path = arrow(between, 0, 1);
  const [sx, , , cy, ex] = numbers(path) as [number, number, number, number, number, number];
  expect(path).toContain("Q");
  expect(Math.abs(cy - 100)).toBeLessThanOrEqual((ex - sx) * 0.35);
});

test("between counters that nearly touch there is still an arrow", () => {
  const near = world([land(100, 100), land(145, 100)]);
  const [sx, , ex] = numbers(arrow(near, 0, 1)) as [number, number, number];
  expect(sx).toBeGreaterThanOrEqual(115);
  expect(ex).toBeLessThanOrEqual(130);
  expect(ex - sx).toBeGreaterThan(5);
});

test("neighbours at opposite edges of a map meet behind the edge", () => {
  const around = world([land(100, 50, [1]), land(900, 50, [0])]);
  expect(arrow(around, 0, 1)).toBe("M79 50L0 50M1000 50L928 50");
});

test("a counter that stands aside in a low room, on a small screen, does not lie behind the edge", () => {
  const low = (x: number): RegionSpec => ({ ...room(x, 0), label: [x + 30, 20], box: [x, 0, 100, 40] });
  const rooms = board([low(0), low(100), low(300)]);
  expect(counterIn(rooms.regions[2]!, true).x).toBeGreaterThan(330);
  const names = rooms.regions.map(nameIn);
  expect(numbers(arrowBetween(rooms, 0, 1, true, names))).toHaveLength(4);
  for (const x of numbers(arrowBetween(rooms, 0, 2, true, names)).filter((_, at) => at % 2 === 0)) {
    expect(x > 0 && x < 400).toBe(true);
  }
});
