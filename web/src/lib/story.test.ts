import { expect, test } from "vitest";
import type { MatchEvent, Picture, Region } from "./messages";
import {
  digest,
  folded,
  isBattle,
  lostBy,
  narrowed,
  pairsOf,
  sidesAfter,
  sidesOf,
  withoutName,
  withReveals,
} from "./story";

const region = (owner: number, count = 1): Region => ({ owner, count, marks: [], pieces: [] });
const plain = { clause: "", role: "", dice: null, regions: [], seats: [], cards: [], changes: [] } as const;
const tell = (n: number, text: string, more: Partial<MatchEvent> = {}): MatchEvent => ({
  ...(plain as unknown as MatchEvent),
  n,
  text,
  ...more,
});
const attack = (n: number, text: string, target: number, defender: number) =>
  tell(n, text, {
    role: "battle",
    seats: [0],
    regions: [target, 9],
    changes: [
      [target, region(defender)],
      [9, region(0)],
    ],
  });
const roll = (n: number) => tell(n, "dice", { dice: [[6, 2], [5]] });

/** Ann takes Pool and, after a card of Ben's, Gym; reinforces Pool; ends her turn. Ben's turn has begun. */
const LOG = [
  tell(1, "Round 2", { role: "round" }),
  tell(1, "Ann receives 3", { role: "turn", seats: [0] }),
  tell(2, "places 3", { seats: [0], regions: [9] }),
  attack(3, "attacks Pool", 1, 1),
  roll(3),
  tell(3, "takes Pool", { seats: [0], regions: [1], changes: [[1, region(0)]] }),
  tell(3, "Ben is out", { role: "blow", seats: [1] }),
  attack(4, "attacks Gym", 2, -1),
  tell(5, "Ben digs in", { seats: [1] }),
  roll(6),
  tell(7, "reinforces Pool", { seats: [0], regions: [1, 9] }),
  tell(8, "ends the turn", { seats: [0] }),
  tell(8, "Ben receives 4", { role: "turn", seats: [1] }),
];

const shape = (lines: MatchEvent[]) =>
  folded(lines).map(({ head, items }) => [
    head?.text ?? "",
    ...items.map((item) => (isBattle(item) ? item.lines.map((line) => line.text) : item.text)),
  ]);

test("the log is folded by turn, then by battle", () => {
  expect(shape(LOG)).toEqual([
    ["Round 2"],
    [
      "Ann receives 3",
      "places 3",
      ["attacks Pool", "dice", "takes Pool", "Ben is out"],
      ["attacks Gym", "Ben digs in", "dice"],
      "reinforces Pool",
      "ends the turn",
    ],
    ["Ben receives 4"],
  ]);
});

test("every line is told once, whatever the log begins with", () => {
  for (let from = 0; from < LOG.length; from++) {
    const told = folded(LOG.slice(from)).flatMap(({ head, items }) => [
      ...(head ? [head] : []),
      ...items.flatMap((item) => (isBattle(item) ? item.lines : [item])),
    ]);
    expect(told).toEqual(LOG.slice(from));
  }
});

test("a game that names no turns and battles has a plain log", () => {
  expect(shape([tell(1, "one"), tell(2, "two")])).toEqual([["", "one", "two"]]);
  expect(folded([])).toEqual([]);
});

test("a turn says how many battles there were and what was taken", () => {
  expect(folded(LOG).map(digest)[1]).toEqual({ battles: 2, taken: [1] });
});

test("a secret battle ends with its scores", () => {
  const fight = tell(1, "Ann and Ben fight", { role: "battle", seats: [0, 1], regions: [4] });
  const log = [
    fight,
    tell(3, "Ann commits 3", { role: "reveal", seats: [0] }),
    tell(3, "Ben commits 2", { role: "reveal", seats: [1] }),
    tell(5, "Ann scores 3, Ben 2", { seats: [0, 1] }),
    tell(5, "The battle is over"),
    tell(6, "Ann sends a troop to the temple", { seats: [0] }),
  ];
  expect(shape(log)[0]![1]).toHaveLength(5);
  expect(sidesOf(fight)).toEqual({ attacker: 0, defender: 1, target: 4, source: -1 });
});

test("what the same entry goes on to in another chapter of the rules is no part of it", () => {
  const log = [
    tell(1, "fight", { role: "battle", seats: [0, 1], regions: [4], clause: "SWM-7.2" }),
    tell(2, "Ann commits 3", { role: "reveal", seats: [0], clause: "SWM-7.7" }),
    tell(2, "the scores", { clause: "SWM-7.12" }),
    tell(2, "Ben goes home", { role: "blow", clause: "SWM-4.5" }),
    tell(2, "Ann harvests", { seats: [0], clause: "SWM-8.1" }),
  ];
  expect(shape(log)).toEqual([["", log.slice(0, 4).map((line) => line.text), "Ann harvests"]]);
  expect(withReveals(log).slice(1)).toEqual([{ shown: [log[1]], outcome: [log[2], log[3]] }, log[4]]);
});

test("the log is narrowed to a player or a place, whole battles with it", () => {
  const texts = (filter: object) =>
    narrowed(folded(LOG), filter).flatMap(({ items }) =>
      items.map((item) => (isBattle(item) ? item.lines[0]!.text : item.text)),
    );
  expect(texts({ region: 1 })).toEqual(["attacks Pool", "reinforces Pool"]);
  expect(texts({ seat: 1 })).toEqual(["attacks Pool", "attacks Gym"]);
  expect(texts({ seat: 0, region: 2 })).toEqual(["attacks Gym"]);
  expect(texts({ region: 7 })).toEqual([]);
});

test("what is turned up together is one, with what comes of it at once", () => {
  const bids = [
    tell(4, "Ann bids 3", { role: "reveal", seats: [0] }),
    tell(4, "Ben bids 5", { role: "reveal", seats: [1] }),
  ];
  const wins = tell(4, "Ben wins the bid", { role: "blow", seats: [1] });
  const next = tell(4, "Round 3", { role: "round" });
  expect(withReveals([tell(3, "before"), ...bids, wins, next, bids[0]!])).toEqual([
    tell(3, "before"),
    { shown: bids, outcome: [wins] },
    next,
    { shown: [bids[0]], outcome: [] },
  ]);
  expect(withReveals([...bids, tell(5, "later")])[1]).toEqual(tell(5, "later"));
  expect([withoutName("Ann bids 3", "Ann"), withoutName("Anna bids 3", "Ann")]).toEqual(["bids 3", "Anna bids 3"]);
});

test("dice are paired as they are compared", () => {
  expect(pairsOf([[2, 6, 3], [5, 6]])).toEqual([[6, 6], [3, 5], [2, null]]); // prettier-ignore
  expect(pairsOf([[1]])).toEqual([[1, null]]);
});

test("who loses how many is seen on the board", () => {
  const before = { regions: [region(0, 5), region(1, 2), region(1, 1)] } as unknown as Picture;
  const event = tell(1, "dice", {
    changes: [
      [0, region(0, 4)],
      [1, region(1, 1)],
      [2, region(0, 3)],
    ],
  });
  expect([...lostBy(event, before)]).toEqual([
    [0, 1],
    [1, 1],
  ]);
});

test("dice belong to the battle that began last, until something else happens somewhere else", () => {
  const began = sidesAfter(attack(1, "attacks", 3, 1), null);
  expect(began).toMatchObject({ attacker: 0, defender: 1, target: 3 });
  expect(sidesAfter(roll(2), began)).toBe(began);
  expect(sidesAfter(tell(2, "here", { regions: [3] }), began)).toBe(began);
  expect(sidesAfter(tell(2, "falls back", { regions: [3, 4] }), began)).toBe(began);
  expect(sidesAfter(tell(3, "a revolt", { regions: [5] }), began)).toBeNull();
});
