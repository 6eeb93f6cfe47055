import { expect, test } from "vitest";
import { counterIn } from "./geometry";
import type { BoardSpec, RegionSpec } from "./messages";
import { shortNames } from "./shortNames";

const PHONE = 0.3;

const region = (code: string, x: number, y: number, width: number, height: number): RegionSpec => ({
  code,
  name: code,
  group: 0,
  path: "",
  label: [x + width / 2, y + height * 0.6],
  box: [x, y, width, height],
  neighbours: [],
});
const plan = (regions: RegionSpec[]): BoardSpec => ({
  width: 1300,
  height: 800,
  groups: [],
  links: [],
  tiles: [],
  piece: "troop",
  pieces: "troops",
  regions,
});
const map = (regions: RegionSpec[]): BoardSpec => ({
  ...plan(regions),
  map: { scenery: "", frontiers: "", counter: 15 },
});

test("on a phone codes can be read, and stand within their rooms beside their counters", () => {
  const rooms = plan([region("HAL", 0, 0, 120, 100), region("COR", 0, 100, 360, 60), region("LAB", 120, 0, 120, 50)]);
  const names = shortNames(rooms, PHONE);
  names.forEach((name, at) => {
    const { box } = rooms.regions[at]!;
    const counter = counterIn(rooms.regions[at]!, true);
    expect(name!.size * PHONE).toBeGreaterThan(6);
    const half = (3 * 0.66 * name!.size) / 2;
    expect(name!.x - half).toBeGreaterThanOrEqual(box[0]);
    expect(name!.x + half).toBeLessThanOrEqual(box[0] + box[2]);
    expect(name!.y).toBeLessThanOrEqual(box[1] + box[3]);
    expect(Math.hypot(name!.x - counter.x, name!.y - name!.size * 0.36 - counter.y)).toBeGreaterThan(counter.radius);
  });
});

test("a room without any room for its code bears none", () => {
  expect(shortNames(plan([region("BOX", 0, 0, 44, 44)]), PHONE)).toEqual([null]);
});

test("on a crowded map everybody has a code, and none lies on another", () => {
  const crowd = Array.from({ length: 24 }, (_, at) =>
    region(`R${at + 10}`, 90 + (at % 6) * 75, 90 + Math.floor(at / 6) * 75, 40, 40),
  );
  const names = shortNames(map(crowd), PHONE);
  expect(names.every((name) => name !== null)).toBe(true);
  const boxes = names.map((name) => {
    const half = (3 * 0.66 * name!.size) / 2;
    return [name!.x - half, name!.y - name!.size * 0.72, name!.x + half, name!.y] as const;
  });
  boxes.forEach((a, at) => {
    for (const b of boxes.slice(at + 1)) expect(a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]).toBe(false);
  });
});

test("the larger the board is drawn, the smaller its codes are in it", () => {
  const one = map([region("ICE", 400, 400, 40, 40)]);
  expect(shortNames(one, 0.25)[0]!.size).toBeGreaterThan(shortNames(one, 0.5)[0]!.size);
});

test("a code bears only what tells it from others of its sort", () => {
  expect(shortNames(map([region("S_MED", 400, 400, 40, 40)]), PHONE)[0]!.lines).toEqual(["MED"]);
});
