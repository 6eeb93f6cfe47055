import { expect, test } from "vitest";
import { besideOf, type Box } from "./placing";

const frame: Box = { x: 0, y: 0, width: 1000, height: 700 };
const size = { width: 300, height: 200 };
const apart = (one: Box, other: Box) =>
  one.x + one.width <= other.x ||
  other.x + other.width <= one.x ||
  one.y + one.height <= other.y ||
  other.y + other.height <= one.y;

test.each([
  [
    { x: 450, y: 300, width: 80, height: 80 },
    { x: 550, y: 300, width: 80, height: 80 },
  ],
  [
    { x: 900, y: 20, width: 90, height: 60 },
    { x: 780, y: 20, width: 90, height: 60 },
  ],
  [
    { x: 10, y: 620, width: 90, height: 60 },
    { x: 120, y: 620, width: 90, height: 60 },
  ],
])("a panel at %o covers neither that nor what is beside it, and stays on the board", (target, other) => {
  const place = besideOf(target, [other], size, frame);
  expect(apart(place, target) && apart(place, other)).toBe(true);
  expect(place.x >= 0 && place.y >= 0 && place.x + 300 <= 1000 && place.y + 200 <= 700).toBe(true);
});

test("two that lie close together are both left in sight, if need be by a panel beside both", () => {
  const [target, source] = [
    { x: 220, y: 340, width: 60, height: 70 },
    { x: 235, y: 360, width: 70, height: 110 },
  ];
  const place = besideOf(target, [source], { width: 304, height: 370 }, { ...frame, width: 912, height: 572 });
  expect(apart(place, target) && apart(place, source)).toBe(true);
});

test("where there is no room at all it stays on the board", () => {
  const small = { x: 0, y: 0, width: 320, height: 240 };
  const place = besideOf(small, [], size, small);
  expect(place.x >= 0 && place.y >= 0 && place.x + 300 <= 320 && place.y + 200 <= 240).toBe(true);
});
