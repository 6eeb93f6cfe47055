import { expect, test } from "vitest";
import { counterIn, courseOf, doorsOf, fitName, groupLabel, linkLabel, regionTowards } from "./geometry";
import type { BoardSpec, RegionSpec } from "./messages";

const room = (code: string, x: number, y: number, neighbours: number[]): RegionSpec => ({
  code,
  name: code,
  group: 0,
  path: `M${x} ${y}h100v80h-100z`,
  label: [x + 50, y + 50],
  box: [x, y, 100, 80],
  neighbours,
});
const board: BoardSpec = {
  width: 300,
  height: 200,
  groups: [{ code: "A", name: "A" }],
  links: [],
  tiles: [],
  piece: "troop",
  pieces: "troops",
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

test("far out a large counter stays inside its low room", () => {
  const low = {
    ...room("LOW", 0, 100, []),
    box: [0, 100, 300, 60] as [number, number, number, number],
    label: [150, 140] as [number, number],
  };
  const { y, radius } = counterIn(low, true);
  expect(radius).toBeGreaterThan(20);
  expect(y + radius * 1.14).toBeLessThanOrEqual(160);
  expect(counterIn(low, false).y).toBe(140);
  // Its code stands beside it.
  expect(counterIn(low, true).x).toBeGreaterThan(counterIn(low, false).x);
});

test("the name of a link that is shorter than its name stands over and under it", () => {
  expect(
    linkLabel("Vault Tunnel", [
      [
        [0, 50],
        [70, 50],
      ],
    ])?.lines,
  ).toEqual(["Vault", "Tunnel"]);
  expect(
    linkLabel("Covered Walk", [
      [
        [0, 50],
        [100, 50],
      ],
    ]),
  ).toMatchObject({ x: 50, y: 44, lines: ["Covered Walk"] });
  expect(
    linkLabel("East Stair", [
      [
        [10, 0],
        [10, 80],
      ],
    ]),
  ).toMatchObject({ x: 17, upright: true, lines: ["East Stair"] });
});

test("the name of a group steps aside for a lane", () => {
  const lane = {
    name: "Road",
    kind: "path",
    box: null,
    lines: [
      [
        [5, -60],
        [5, 0],
      ] as [number, number][],
    ],
  };
  expect(groupLabel(board, 0)).toEqual({ x: -2, y: -8 });
  expect(groupLabel({ ...board, links: [lane] }, 0)).toEqual({ x: 13, y: -8 });
  expect(groupLabel({ ...board, groups: [{ code: "A", name: "A", label: [210, 40] }] }, 0)).toEqual({ x: 210, y: 40 });
});

test("a way around the board leaves at one edge and comes in at the other", () => {
  const box = (x: number) => ({ box: [x, 0, 100, 80], label: [x + 50, 40], neighbours: [] as number[] });
  const regions = [box(0), box(110), box(220)];
  regions[0]!.neighbours = [1];
  regions[1]!.neighbours = [0, 2];
  regions[2]!.neighbours = [1];
  const board = { regions } as unknown as Parameters<typeof courseOf>[0];
  expect(courseOf(board, { regions: [1, 2, 0], around: true })).toBe("M160 40L270 40L326 40M-6 40L50 40");
  expect(courseOf(board, { regions: [2, 0], around: false })).toBe("M270 40L50 40");
});

test("on a map neighbours at opposite edges meet behind the edge", () => {
  const far = (x: number, neighbours: number[]): RegionSpec => ({
    ...room("R", x - 50, 0, neighbours),
    label: [x, 50],
    title: { at: [x, 20], lines: ["R"], size: 12 },
  });
  const world: BoardSpec = {
    ...board,
    width: 1000,
    map: { scenery: "", frontiers: "", counter: 15 },
    regions: [far(100, [1, 2]), far(900, [0]), far(300, [0])],
  };
  expect(regionTowards(world, 0, "left")).toBe(1);
  expect(regionTowards(world, 0, "right")).toBe(2);
  expect(regionTowards(world, 1, "right")).toBe(0);
  expect(counterIn(world.regions[0]!, false, 15)).toEqual({ x: 100, y: 50, radius: 15 });
});
