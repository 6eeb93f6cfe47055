import { expect, test } from "vitest";
import type { Picture, State, Update } from "./messages";
import { stateAfter } from "./update";

const region = (count: number) => ({ owner: 0, count, marks: [], pieces: [] });
const picture = { regions: [region(1), region(2)], seats: [], facts: [] } as unknown as Picture;
const before = {
  type: "state",
  n: 4,
  answers: 7,
  round: 2,
  undo: "this",
  picture,
  events: [],
  earlier: false,
} as unknown as State;
const update = (changed: object) =>
  ({ type: "update", n: 5, answers: null, events: [], earlier: false, ...changed }) as Update;

test("what an update does not name is as it was", () => {
  const after = stateAfter(before, update({ undo: null }));
  expect(after).toEqual({ ...before, n: 5, answers: null, undo: null });
  expect(after.picture).toBe(picture);
});

test("regions come by number, and the others stay the same objects", () => {
  const after = stateAfter(before, update({ regions: [[1, region(9)]] }));
  expect(after.picture.regions).toEqual([region(1), region(9)]);
  expect(after.picture.regions[0]).toBe(picture.regions[0]);
  expect(picture.regions[1]).toEqual(region(2));
});

test("of a picture come the parts that have changed", () => {
  const facts = [{ value: 3, one: "round", many: "" }];
  const after = stateAfter(before, update({ picture: { facts } }));
  expect(after.picture).toEqual({ ...picture, facts });
});
