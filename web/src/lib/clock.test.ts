import { expect, test } from "vitest";
import { moment, spanOf, timeLeft } from "./clock";

test("time left is told the finer the less there is", () => {
  expect([-5, 0, 0.2, 9, 60, 252, 3599].map(timeLeft)).toEqual([
    "0:00",
    "0:00",
    "0:01",
    "0:09",
    "1:00",
    "4:12",
    "59:59",
  ]);
  expect([3600, 5400, 86399].map(timeLeft)).toEqual(["1 h 0 min", "1 h 30 min", "23 h 59 min"]);
  expect([86400, 90000, 259200].map(timeLeft)).toEqual(["1 day 0 h", "1 day 1 h", "3 days 0 h"]);
});

test("spans that people agree on are told in their largest unit", () => {
  expect([60, 300, 3600, 86400, 259200, 90].map(spanOf)).toEqual([
    "1 minute",
    "5 minutes",
    "1 hour",
    "1 day",
    "3 days",
    "90 seconds",
  ]);
});

test("a moment of another day has its date", () => {
  const now = new Date("2026-03-02T12:00:00");
  expect(moment("2026-03-02T09:05:00", now)).toMatch(/^0?9:05/);
  expect(moment("2026-02-27T09:05:00", now)).toContain("27");
});
