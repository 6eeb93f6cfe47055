import { expect, test } from "vitest";
import { choicesOf, pack, titleOf, wordsOf } from "./actions";
import { Choosing } from "./choosing.svelte";
import { laidOut } from "./laying";
import type { Catalogue, KindSpec } from "./messages";

const argument = (name: string, domain: string, shift: number, mask = 63) => ({ name, domain, shift, mask });
const MOVE: KindSpec = {
  number: 1,
  name: "move",
  pattern: "move {n} from {source} to {target}",
  arguments: [argument("source", "region", 17), argument("target", "region", 11), argument("n", "count", 0, 2047)],
};
const MARCH: KindSpec = { ...MOVE, number: 2, name: "march", pattern: "march {n} from {source} to {target}" };
const THIEF: KindSpec = {
  number: 3,
  name: "thief",
  pattern: "steal from {victim} with {leader}",
  arguments: [argument("victim", "seat", 5, 7), argument("leader", "leader", 0, 31)],
};
const PRAY: KindSpec = {
  number: 4,
  name: "pray",
  pattern: "pray in {temple}",
  arguments: [argument("temple", "temple", 0, 3)],
};
const card = (name: string, plays: number[] = []) => ({
  name,
  text: "",
  emblem: "",
  corner: "",
  note: "",
  clause: "",
  plays,
});
const catalogue = {
  kinds: [MOVE, MARCH, THIEF, PRAY],
  labels: [
    { domain: "region", codes: ["A1", "B1"], names: ["A1", "B1"] },
    { domain: "leader", codes: ["Ash", "Bran"], names: ["Ash", "Bran"] },
    { domain: "temple", codes: ["Fire", "Wind"], names: ["Fire", "Wind"] },
  ],
  decks: [
    { name: "leader", title: "Leaders", cards: [card("Ash"), card("Bran")] },
    { name: "covert", title: "Covert cards", cards: [card("Forced March", [2]), card("Water Thief", [3])] },
  ],
  board: {
    regions: [
      { code: "A1", name: "A1", group: 0 },
      { code: "B1", name: "B1", group: 0 },
    ],
    tiles: [
      { name: "Oasis", group: 2 },
      { name: "Keep", group: 1 },
    ],
  },
} as unknown as Catalogue;
/** What the rules say of a kind that asks once more. */
const graveOf = ({ number: kind }: KindSpec) => ({
  kind,
  text: "",
  clause: "",
  forward: false,
  grave: true,
  weighed: false,
  lasts: "" as const,
});

const spans: [number, number][] = [
  [pack(MOVE, [0, 1, 1]), 3],
  [pack(MARCH, [0, 1, 1]), 3],
  [pack(THIEF, [1, 0]), 1],
  [pack(THIEF, [1, 1]), 1],
  [pack(THIEF, [2, 1]), 1],
];

test("tiles give regions their names, and sentences say both name and place", () => {
  const laid = laidOut(catalogue, [1, 0]);
  expect(laid.board.regions.map((region) => [region.name, region.group])).toEqual([
    ["Keep", 1],
    ["Oasis", 2],
  ]);
  const [move] = choicesOf(laid, spans);
  expect(titleOf(laid, [], move!)).toBe("Move 1–3 from Keep (A1) to Oasis (B1)");
  expect(wordsOf(laid, MOVE, move!.first)).toBe("move 1 from A1 to B1");
});

test("a domain with sites is chosen on the board", () => {
  const choices = choicesOf(catalogue, [[pack(PRAY, [0]), 2]], [], { sites: { temple: [1, 0] } });
  expect(choices.map((choice) => choice.regions)).toEqual([[1], [0]]);
  expect(titleOf(catalogue, [], choices[1]!)).toBe("Pray in Wind");
});

test("a click on the board does not play a card; a click on the card first does", () => {
  const played: number[] = [];
  const choosing = new Choosing((action) => played.push(action));
  choosing.offer(choicesOf(catalogue, spans));
  choosing.pick(0);
  choosing.pick(1);
  expect(choosing.current?.kind.name).toBe("move");
  choosing.cancel();
  choosing.pickCard("covert:0");
  expect(choosing.current?.kind.name).toBe("march");
  choosing.setCount(2);
  choosing.confirm();
  expect(played).toEqual([pack(MARCH, [0, 1, 2])]);
});

test("cards that go together narrow the choice; one that does not begins anew", () => {
  const choosing = new Choosing(() => undefined);
  choosing.offer(choicesOf(catalogue, spans, [graveOf(THIEF)]));
  expect([...choosing.playable].sort()).toEqual(["covert:0", "covert:1", "leader:0", "leader:1"]);
  choosing.pickCard("covert:1");
  expect(choosing.open).toHaveLength(3);
  choosing.pickCard("leader:1");
  expect(choosing.open).toHaveLength(2);
  choosing.back();
  expect(choosing.cards).toEqual(["covert:1"]);
  choosing.pickCard("leader:0");
  // Nothing is taken from anybody before it is confirmed.
  expect(choosing.current?.first).toBe(pack(THIEF, [1, 0]));
  choosing.pickCard("covert:0");
  expect(choosing.cards).toEqual(["covert:0"]);
});
