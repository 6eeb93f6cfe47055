import { expect, test } from "vitest";
import {
  actionAt,
  choicesOf,
  headingsOf,
  pack,
  regionsOf,
  shortcutsOf,
  suggestionsFor,
  titleOf,
  wordsOf,
} from "./actions";
import type { Catalogue, KindSpec, Remark } from "./messages";

const region = (name: string, shift: number) => ({ name, domain: "region", shift, mask: 63 });
const ATTACK: KindSpec = {
  number: 6,
  name: "attack",
  pattern: "attack {target} from {source} with {n}",
  arguments: [region("source", 17), region("target", 11), { name: "n", domain: "count", shift: 0, mask: 2047 }],
};
const PLACE: KindSpec = {
  number: 13,
  name: "place",
  pattern: "place {n} in {room}",
  arguments: [region("room", 17), { name: "n", domain: "count", shift: 0, mask: (1 << 17) - 1 }],
};
const END: KindSpec = { number: 5, name: "end_turn", pattern: "end turn", arguments: [] };
const catalogue = {
  kinds: [END, ATTACK, PLACE],
  labels: [{ domain: "region", codes: ["OBS", "CAF"], names: ["Observatory", "Cafe"] }],
  decks: [],
  board: {
    tiles: [],
    regions: [
      { code: "OBS", name: "Observatory" },
      { code: "CAF", name: "Cafe" },
    ],
  },
} as unknown as Catalogue;

test("kinds of one verb that are listed together are headed by all of their words", () => {
  const MARCH: KindSpec = { ...PLACE, name: "march", pattern: "march to {room}" };
  const WITH: KindSpec = { ...PLACE, name: "march_with", pattern: "march to {room} with {card}" };
  expect(headingsOf([MARCH, ATTACK])).toEqual(["March", "Attack"]);
  expect(headingsOf([MARCH, ATTACK, WITH])).toEqual(["March to …", "Attack", "March to … with …"]);
});

test("what they are about tells kinds of one verb apart, and a count does not", () => {
  const count = { name: "n", domain: "count", shift: 0, mask: 255 };
  const ship = { name: "ship", domain: "ship", shift: 11, mask: 3 };
  const boat = { name: "boat", domain: "boat", shift: 6, mask: 15 };
  const SAIL = {
    ...ATTACK,
    pattern: "sail {n} {ship} from {source} to {target}",
    arguments: [region("source", 17), ship, region("target", 11), count],
  };
  const ROW = { ...ATTACK, pattern: "sail {boat} to {sea}", arguments: [boat, region("sea", 0)] };
  expect(headingsOf([SAIL, ROW])).toEqual(["Sail ship from … to …", "Sail boat to …"]);
});

test("what lies on the board is chosen there, and from where something goes comes first", () => {
  const boat = { name: "boat", domain: "boat", shift: 17, mask: 15 };
  const EMBARK: KindSpec = {
    number: 9,
    name: "embark",
    pattern: "embark {n} from {coast} on {boat}",
    arguments: [boat, region("coast", 11), { name: "n", domain: "count", shift: 0, mask: 2047 }],
  };
  const LAND = { ...EMBARK, pattern: "land {n} of {boat} in {coast}" };
  const sites = { boat: [-1, 7] };
  expect(regionsOf(EMBARK, pack(EMBARK, [1, 4, 2]), sites)).toEqual([4, 7]);
  expect(regionsOf(LAND, pack(LAND, [1, 4, 2]), sites)).toEqual([7, 4]);
  expect(regionsOf(LAND, pack(LAND, [1, 4, 2]))).toEqual([4]);
});

test("a span of attacks is one choice with a range of counts", () => {
  const [choice] = choicesOf(catalogue, [[pack(ATTACK, [0, 1, 1]), 7]]);
  expect(choice).toMatchObject({ regions: [0, 1], least: 1, most: 7, counted: true });
  expect(titleOf(catalogue, [], choice!)).toBe("Attack Cafe from Observatory · 1–7");
  expect(wordsOf(catalogue, ATTACK, actionAt(choice!, 3))).toBe("attack Cafe from Observatory with 3");
});

test("a count inside the sentence stays there", () => {
  const [choice] = choicesOf(catalogue, [[pack(PLACE, [1, 1]), 3]]);
  expect(titleOf(catalogue, [], choice!)).toBe("Place 1–3 in Cafe");
});

test("of two sorts the one of which there are none is not named", () => {
  const LOSE: KindSpec = {
    ...PLACE,
    pattern: "lose {n} infantry and {m} artillery",
    arguments: [
      { name: "n", domain: "number", shift: 8, mask: 255 },
      { name: "m", domain: "number", shift: 0, mask: 255 },
    ],
  };
  const kinds = { ...catalogue, kinds: [LOSE] };
  const said = ([n, m]: [number, number]) => titleOf(kinds, [], choicesOf(kinds, [[pack(LOSE, [n, m]), 1]])[0]!);
  expect(
    (
      [
        [2, 1],
        [0, 10],
        [10, 0],
        [0, 0],
      ] as [number, number][]
    ).map(said),
  ).toEqual(["Lose 2 infantry and 1 artillery", "Lose 10 artillery", "Lose 10 infantry", "Lose nothing"]);
});

const remarkOn = (kind: KindSpec, remark: Partial<Remark>): Remark => ({
  kind: kind.number,
  text: "",
  clause: "",
  forward: false,
  grave: false,
  weighed: false,
  lasts: "",
  ...remark,
});

test("D is the way forward, whatever it is called; nothing else is", () => {
  const spans: [number, number][] = [[pack(END, []), 1]];
  const letter = (remarks: Remark[]) => {
    const choices = choicesOf(catalogue, spans, remarks);
    return shortcutsOf(choices).get(choices[0]!.first);
  };
  expect(letter([remarkOn(END, { forward: true })])).toBe("D");
  expect(letter([])).toBe("E");
});

test("what is half typed is completed, word by word", () => {
  const choices = choicesOf(catalogue, [
    [pack(END, []), 1],
    [pack(ATTACK, [0, 1, 1]), 7],
    [pack(PLACE, [1, 1]), 3],
  ]);
  const suggested = (text: string) => suggestionsFor(catalogue, choices, text);
  expect(suggested("pla caf")).toEqual(["place 3 in Cafe"]);
  expect(suggested("pla 2 caf")).toEqual(["place 2 in Cafe"]);
  expect(suggested("att caf obs 4")).toEqual(["attack Cafe from Observatory with 4"]);
  expect(suggested("att obs")).toEqual(["attack Cafe from Observatory with 7"]);
  expect(suggested("")).toHaveLength(3);
  // A number that is out of range, or the middle of an action, is no beginning.
  expect(suggested("place 9")).toEqual([]);
  expect(suggested("caf")).toEqual([]);
});
