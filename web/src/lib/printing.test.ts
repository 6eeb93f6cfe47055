import { expect, test } from "vitest";
import type { RegionSpec, TileSpec } from "./messages";
import { footOf, pictureIn, PLAQUE, plaqueIn, titleIn } from "./printing";

const region: RegionSpec = {
  code: "A1",
  name: "Old Well",
  group: 0,
  path: "",
  label: [114, 131],
  box: [14, 14, 200, 158],
  neighbours: [],
};
const tile = (text: string): TileSpec => ({
  name: "Old Well",
  group: 0,
  emblem: "",
  text,
  site: null,
  illustration: [],
});

test("a picture lies within its card, below the name, and without names it fills the card", () => {
  const [x, y, width, height] = pictureIn(region, true, false);
  expect(x > 14 && y > titleIn("Old Well", region, false).y && x + width < 214 && y + height < 172).toBe(true);
  const [, top, , full] = pictureIn(region, false, false);
  expect(top < y && full > height).toBe(true);
});

test("the plaque of a place is clear of the token in the middle, near and far", () => {
  for (const far of [false, true]) {
    const { x, y, scale } = plaqueIn(region, far);
    expect(x).toBeGreaterThanOrEqual(region.label[0] + 29);
    expect(x + PLAQUE.width * scale).toBeLessThan(214);
    expect(y).toBeGreaterThan(14 + 30);
  }
});

test("the foot says what a tile does where it can be read, otherwise what it is", () => {
  const well = tile("Yields 2 water for each troop. Nobody fights here.");
  expect(footOf(well, "Oasis", 200, 1.3).text).toBe("Oasis. Yields 2 water for each troop.");
  expect(footOf(well, "Oasis", 200, 0.6)).toMatchObject({ text: "Oasis" });
  expect(footOf(tile(""), "Oasis", 200, 2).text).toBe("Oasis");
  const { text, size } = footOf(tile("Safe from all that roams; whoever defends it scores 1 more."), "Bastion", 200, 3);
  expect(text.length * size * 0.42).toBeLessThanOrEqual(180);
});
