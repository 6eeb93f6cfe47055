import { describe, expect, test } from "vitest";
import { labelled, nameOf, Plot, spread, ticksTo } from "./curves";

const FRAME = { width: 500, height: 200, left: 40, right: 60, top: 10, bottom: 30 };
const POINTS = [
  { n: 10, round: 1, over: false },
  { n: 30, round: 2, over: false },
  { n: 40, round: 2, over: true },
];
const plot = new Plot(
  {
    one: "room",
    many: "rooms",
    values: [
      [10, 12, 20],
      [10, 8, 0],
    ],
  },
  POINTS,
  FRAME,
);

describe("the figures beside a curve", () => {
  test.each([
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [4, [0, 1, 2, 3, 4]],
    [20, [0, 5, 10, 15, 20]],
    [21, [0, 10, 20, 30]],
    [160, [0, 50, 100, 150, 200]],
  ])("up to %i are round and few", (most, ticks) => expect(ticksTo(most)).toEqual(ticks));

  test("below it do not run into one another, and the end is always named", () => {
    expect(labelled(5, 400)).toEqual([0, 1, 2, 3, 4]);
    const few = labelled(31, 260);
    expect(few.at(-1)).toBe(30);
    expect(few.length).toBeLessThan(11);
    for (let at = 1; at < few.length; at++) expect(few[at]! - few[at - 1]!).toBeGreaterThan(2);
  });

  test("name rounds, the setup and the end", () => {
    expect(POINTS.map(nameOf)).toEqual(["1", "2", "End"]);
    expect(nameOf({ n: 0, round: 0, over: false })).toBe("Setup");
  });
});

describe("a curve", () => {
  test("runs from left to right, and more is higher", () => {
    expect(plot.path(0)).toBe("M40 90L240 74L440 10");
    expect(plot.path(1)).toBe("M40 90L240 106L440 170");
    expect(plot.path(5)).toBe("");
  });

  test("has moments between its points", () => {
    expect(plot.xOf(10)).toBe(40);
    expect(plot.xOf(20)).toBe(140);
    expect(plot.xOf(40)).toBe(440);
    expect(plot.xOf(2)).toBe(40);
    expect(plot.xOf(99)).toBe(440);
  });

  test("of a match without rounds is one point in the middle", () => {
    const one = new Plot({ one: "room", many: "rooms", values: [[2], [3]] }, [{ n: 0, round: 0, over: true }], FRAME);
    expect(one.path(1)).toBe("M240 10");
    expect(one.xOf(0)).toBe(240);
  });
});

describe("ends of curves", () => {
  test("that are apart stay where they are", () => expect(spread([10, 50, 90], 20, 0, 100)).toEqual([10, 50, 90]));

  test("that lie together are moved apart in their order, within bounds", () => {
    for (const wanted of [
      [50, 50, 50],
      [98, 99, 100],
      [0, 0, 0, 1],
      [100, 0, 100, 50],
    ]) {
      const places = spread(wanted, 20, 0, 100);
      const order = wanted.map((_, at) => at).sort((a, b) => wanted[a]! - wanted[b]! || a - b);
      for (let at = 1; at < order.length; at++)
        expect(places[order[at]!]! - places[order[at - 1]!]!).toBeGreaterThanOrEqual(20);
      expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...places)).toBeLessThanOrEqual(100);
    }
  });
});
