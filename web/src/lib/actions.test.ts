import { expect, test } from "vitest";
import { actionAt, choicesOf, headingsOf, pack, shortcutsOf, titleOf, wordsOf } from "./actions";
import type { Catalogue, KindSpec } from "./messages";

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

test("D ends the turn", () => {
  const choices = choicesOf(catalogue, [[pack(END, []), 1]]);
  expect(shortcutsOf(choices).get(choices[0]!.first)).toBe("D");
});
