import { expect, test } from "vitest";
import { contrast, MARK_PATHS, NEUTRAL, seatStyle } from "./seats";

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
