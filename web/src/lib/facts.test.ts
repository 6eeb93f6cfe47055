import { expect, test } from "vitest";
import { factText } from "./facts";

test("the game says what one is called, and several", () => {
  const territories = (value: number) => ({ value, one: "territory", many: "territories" });
  expect([0, 1, 2].map((value) => factText(territories(value)))).toEqual([
    "0 territories",
    "1 territory",
    "2 territories",
  ]);
  expect(factText({ value: 3, one: "in reserve", many: "" })).toBe("3 in reserve");
});
