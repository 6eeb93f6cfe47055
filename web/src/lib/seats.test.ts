import { expect, test } from "vitest";
import { contrast, MARK_PATHS, NEUTRAL, seatStyle, wear } from "./seats";

test("numbers on counters are readable: WCAG AA", () => {
  for (const style of [0, 1, 2, 3, 4, 5].map(seatStyle).concat(NEUTRAL)) {
    expect(contrast(style.colour, style.ink), style.name).toBeGreaterThanOrEqual(4.5);
  }
});

test("every seat has a colour and a mark of its own", () => {
  const styles = [0, 1, 2, 3, 4, 5].map(seatStyle);
  expect(new Set(styles.map((style) => style.colour)).size).toBe(6);
  expect(new Set(styles.map((style) => MARK_PATHS[style.mark])).size).toBe(6);
});

test("a match that is shown says which colours its seats have, until it is gone", () => {
  const own = seatStyle(0);
  const takeOff = wear([4, 0]);
  expect(seatStyle(0).name).toBe("Amber");
  expect(seatStyle(1)).toBe(own);
  const next = wear([2]);
  // Whoever leaves late takes nothing from the page that has come.
  takeOff();
  expect(seatStyle(0).name).toBe("Green");
  next();
  expect(seatStyle(0)).toBe(own);
});
