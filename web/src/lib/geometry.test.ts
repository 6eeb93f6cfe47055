import { expect, test } from "vitest";
import { doorsOf, fitName, regionTowards } from "./geometry";
import type { BoardSpec, RegionSpec } from "./messages";

const room = (code: string, x: number, y: number, neighbours: number[]): RegionSpec => ({
  code, name: code, group: 0, path: `M${x} ${y}h100v80h-100z`, label: [x + 50, y + 50], box: [x, y, 100, 80], neighbours,
});
const board: BoardSpec = {
  width: 300, height: 200, groups: [{ code: "A", name: "A" }], links: [],
  regions: [room("NW", 0, 0, [1, 2]), room("NE", 100, 0, [0]), room("SW", 0, 80, [0])],
};

test("arrow keys lead to the neighbour in that direction", () => {
  expect(regionTowards(board, 0, "right")).toBe(1);
  expect(regionTowards(board, 0, "down")).toBe(2);
  expect(regionTowards(board, 0, "left")).toBe(0);
});

test("rooms that share a wall have one door", () => {
  expect(doorsOf(board, () => true)).toEqual([
    { x1: 100, y1: 30, x2: 100, y2: 50 },
    { x1: 40, y1: 80, x2: 60, y2: 80 },
  ]);
  expect(doorsOf(board, (region) => region !== 2)).toHaveLength(1);
});

test("long names become smaller or wrap, never wider than their box", () => {
  const { lines, size } = fitName("Catalogue Hall", 100, 120, 15.5, 8);
  expect(lines).toEqual(["Catalogue", "Hall"]);
  for (const line of lines) expect(line.length * 0.56 * size).toBeLessThanOrEqual(90);
});
