import { expect, test } from "vitest";
import { dayOf } from "./days";

const NOON = new Date(2026, 4, 4, 12);
const at = (day: number, hour: number) => new Date(2026, 4, day, hour).toISOString();

test("days are counted by the calendar, not by hours", () => {
  expect(dayOf(at(4, 0), NOON)).toBe("today");
  expect(dayOf(at(3, 23), NOON)).toBe("yesterday");
  expect(dayOf(at(3, 1), NOON)).toBe("yesterday");
  expect(dayOf(at(2, 23), NOON)).toBe("2 days ago");
});

test("a clock that runs behind the server's sees nothing in the future", () => {
  expect(dayOf(at(5, 0), NOON)).toBe("today");
});
