import { expect, test } from "vitest";
import { withNames } from "./named";

test("seats are called by the names of the players", () => {
  expect(withNames("before seat 1, from seat 0", ["Ann", "Ben"])).toBe("before Ben, from Ann");
  expect(withNames("at war with seat 4", ["Ann"])).toBe("at war with seat 4");
});
