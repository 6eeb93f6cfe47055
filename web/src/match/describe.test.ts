import { expect, test } from "vitest";
import type { KindSpec } from "../lib/messages";
import { deedOf, standing, youCan } from "./describe";

const ARMIES = { piece: "army", pieces: "armies" };

const kind = (pattern: string, ...regions: string[]): KindSpec => ({
  number: 1,
  name: "any_name",
  pattern,
  arguments: regions.map((name) => ({ name, domain: "region", shift: 0, mask: 63 })),
});

test.each([
  [kind("attack {target} from {source} with {n}", "source", "target"), 0, "attack from here"],
  [kind("attack {target} from {source} with {n}", "source", "target"), 1, "attack it"],
  [kind("set up {room}", "room"), 0, "set up here"],
  [kind("place {n} in {room}", "room"), 0, "place troops here"],
  [kind("settle in {tile}", "tile"), 0, "settle here"],
  [kind("move {n} from {source} to {target}", "source", "target"), 0, "move troops from here"],
  [kind("move {n} from {source} to {target}", "source", "target"), 1, "move troops here"],
  [kind("raid {victim} on {tile} with {leader}", "tile"), 0, "raid here"],
])("a region says in English what can be done there", (one, picked, said) => {
  expect(deedOf(one, picked, "troops")).toBe(said);
});

test("several deeds are one sentence", () => {
  expect(youCan(["attack from here", "reinforce from here", "attack from here"])).toBe(
    "you can attack from here or reinforce from here",
  );
  expect(youCan([])).toBe("");
});

test("a mark of a seat is said with its player", () => {
  const open = { towards: -1, secret: false };
  const marks = [
    { word: "capital", seat: 0, count: 0, ...open },
    { word: "camp", seat: -1, count: 2, ...open },
    { word: "truce", seat: -1, count: 0, ...open },
  ];
  const shown = { owner: 1, count: 5, marks, pieces: [] };
  expect(standing(shown, ["Ann", "Ben"], ARMIES)).toEqual([
    "Vermilion (Ben)",
    "5 armies",
    "capital of Blue (Ann)",
    "2 camp",
    "truce",
  ]);
  expect(standing({ ...shown, count: 1, marks: [] }, ["Ann", "Ben"], ARMIES)).toEqual(["Vermilion (Ben)", "1 army"]);
  expect(standing({ ...shown, marks: [] }, ["Ann", "Ben"])).toEqual(["Vermilion (Ben)", "5"]);
});

test("pieces are said seat by seat, and within what they stand", () => {
  const fleet = { seat: 0, count: 2, type: "fleet", within: "", flag: "", attacking: false };
  const inside = { ...fleet, seat: 1, count: 1, type: "", within: "temple" };
  const shown = { owner: -1, count: 2, marks: [], pieces: [fleet, { ...fleet, type: "" }, inside] };
  expect(standing(shown, ["Ann", "Ben"], ARMIES)).toEqual([
    "Blue (Ann) 2 fleet",
    "Blue (Ann) 2 armies",
    "Vermilion (Ben) 1 in the temple",
  ]);
  expect(standing({ ...shown, count: 0, pieces: [] }, ["Ann", "Ben"], ARMIES)).toEqual([]);
});
