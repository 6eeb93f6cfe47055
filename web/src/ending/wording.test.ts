import { expect, test } from "vitest";
import { headlineOf } from "./wording";

const PLAYERS = ["Ann", "Ben", "Cyd"];

test.each([
  [[1, 2, 3], 0, "You have won"],
  [[1, 2, 3], 1, "Ann wins"],
  [[1, 2, 3], -1, "Ann wins"],
  [[1, 1, 3], 1, "You share the win"],
  [[1, 1, 3], 2, "Ann and Ben share the win"],
])("the headline of places %j for seat %i", (places, viewer, line) => {
  expect(headlineOf(PLAYERS, places, viewer)).toBe(line);
});
