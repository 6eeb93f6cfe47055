import { expect, test } from "vitest";
import type { MatchEvent } from "../lib/messages";
import { heardOf, loudest, type Owners } from "./heard";

const ME = 1;
const OTHER = 0;
const NOBODY = -1;

function event(changes: [number, number][] = [], dice: number[][] | null = null): MatchEvent {
  const changed = changes.map(([region, owner]) => [region, { owner, count: 1, marks: [], pieces: [] }]);
  return { n: 1, text: "", clause: "", dice, regions: [], seat: OTHER, changes: changed } as unknown as MatchEvent;
}

const board = (): Owners =>
  new Map([
    [0, ME],
    [1, OTHER],
    [2, NOBODY],
  ]);

test("dice are heard by everybody", () => {
  expect(heardOf([event([], [[6], [1]])], board(), ME)).toEqual(["dice"]);
  expect(heardOf([event([], [[6], [1]])], board(), -1)).toEqual(["dice"]);
});

test("ground that I lose or take from somebody is heard, and nobody else's", () => {
  expect(heardOf([event([[0, OTHER]])], board(), ME)).toEqual(["lost"]);
  expect(heardOf([event([[0, NOBODY]])], board(), ME)).toEqual(["lost"]);
  expect(heardOf([event([[1, ME]])], board(), ME)).toEqual(["won"]);
  expect(heardOf([event([[1, 2]])], board(), ME)).toEqual([]);
  expect(heardOf([event([[0, OTHER]])], board(), -1)).toEqual([]);
});

test("ground that nobody held is claimed in silence, and so is a place that only changes its pieces", () => {
  expect(heardOf([event([[2, ME]])], board(), ME)).toEqual([]);
  expect(heardOf([event([[0, ME]])], board(), ME)).toEqual([]);
});

test("the board goes along: what was lost can be won back", () => {
  const owners = board();
  expect(heardOf([event([[0, OTHER]]), event([[0, ME]])], owners, ME)).toEqual(["lost", "won"]);
  expect(owners.get(0)).toBe(ME);
});

test("of several sounds at once the one that matters most", () => {
  expect(loudest([])).toBeNull();
  expect(loudest(["dice", "dice"])).toBe("dice");
  expect(loudest(["dice", "lost", "won"])).toBe("lost");
  expect(loudest(["end", "turn"])).toBe("end");
});
