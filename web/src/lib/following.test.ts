import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { MatchEvent, Picture, Region } from "./messages";
import { durationOf, patched } from "./pace";
import { Showing } from "./showing.svelte";
import { NOTHING, placesOf, sinceAfter, sinceInWords } from "./since";

const region = (owner: number, count: number): Region => ({ owner, count, marks: [], pieces: [] });
const picture = (...regions: Region[]) => ({ regions }) as unknown as Picture;
const event = (text: string, more: Partial<MatchEvent> = {}): MatchEvent => ({
  n: 1,
  text,
  clause: "",
  dice: null,
  regions: [],
  seats: [1],
  role: "",
  cards: [],
  changes: [],
  ...more,
});

const BOARD = picture(region(0, 3), region(1, 5), region(0, 1));
const ATTACK = event("attacks", { regions: [0, 1] });
const ROLL = event("rolls", { seats: [], dice: [[6], [1]], changes: [[0, region(0, 2)]] });
const CAPTURE = event("captures", {
  regions: [0],
  changes: [
    [0, region(1, 2)],
    [1, region(1, 3)],
  ],
});

test("a board after an event is the board before it with what has changed", () => {
  const after = patched(BOARD, CAPTURE);
  expect(after.regions.map((one) => [one.owner, one.count])).toEqual([
    [1, 2],
    [1, 3],
    [0, 1],
  ]);
  expect(BOARD.regions[0]?.owner).toBe(0);
});

test("dice take longest, one's own moves no time, and nothing takes any at once", () => {
  expect(durationOf(ROLL, 0, "normal")).toBeGreaterThan(durationOf(ATTACK, 0, "normal"));
  expect(durationOf(ATTACK, 1, "normal")).toBe(0);
  expect(durationOf(ROLL, 1, "normal")).toBeGreaterThan(0);
  expect(durationOf(event("says"), 0, "slow")).toBe(0);
  expect(durationOf(ROLL, 0, "at once")).toBe(0);
  expect(durationOf(ROLL, 0, "slow")).toBeGreaterThan(durationOf(ROLL, 0, "quick"));
});

test("a long row of rolls takes no longer than a short one, and a card is turned up long enough to be read", () => {
  expect(durationOf(ROLL, 0, "normal", 4)).toBe(durationOf(ROLL, 0, "normal"));
  expect(durationOf(ROLL, 0, "normal", 20) * 20).toBeCloseTo(durationOf(ROLL, 0, "normal") * 4);
  expect(durationOf(ATTACK, 0, "normal", 20)).toBe(durationOf(ATTACK, 0, "normal"));
  const shown = event("turns up", { role: "reveal" });
  expect(durationOf({ ...shown, cards: [["find", 3]] }, 0, "normal")).toBeGreaterThan(durationOf(shown, 0, "normal"));
});

const NAMES = [{ name: "Pool" }, { name: "Gym" }, { name: "Foyer" }];
const inWords = (since: typeof NOTHING) => sinceInWords(since, NAMES, ["Ann", "Green"]);

test("losses name who took what, and forget what came back", () => {
  const lost = sinceAfter(NOTHING, BOARD, CAPTURE, 0);
  expect(inWords(lost)).toBe("You lost Pool to Green.");
  const both = sinceAfter(lost, patched(BOARD, CAPTURE), event("takes", { changes: [[2, region(1, 1)]] }), 0);
  expect(inWords(both)).toBe("You lost Pool and Foyer to Green.");
  const back = sinceAfter(
    both,
    picture(region(1, 2), region(1, 3), region(1, 1)),
    event("gives", { changes: [[0, region(0, 1)]] }),
    0,
  );
  expect(inWords(back)).toBe("You lost Foyer to Green.");
  expect(sinceAfter(NOTHING, BOARD, CAPTURE, 1)).toBe(NOTHING);
  expect(inWords(NOTHING)).toBe("");
});

test("a province that goes on to a third is lost to the third", () => {
  const gone = event("takes", { seats: [2], changes: [[0, region(2, 1)]] });
  const after = sinceAfter({ lost: { 0: 1 }, blows: [] }, patched(BOARD, CAPTURE), gone, 0);
  expect(after.lost).toEqual({ 0: 2 });
});

test("blows are told to whom they hit, with their places", () => {
  const blow = event("Green plunders Pool: 5 from Ann", { role: "blow", seats: [1, 0], regions: [0] });
  const since = sinceAfter(sinceAfter(NOTHING, BOARD, CAPTURE, 0), BOARD, blow, 0);
  expect(inWords(since)).toBe("You lost Pool to Green. Green plunders Pool: 5 from Ann.");
  expect(placesOf(since)).toEqual([0]);
  // Whoever deals it knows, and others are told by the banner.
  expect(sinceAfter(NOTHING, BOARD, blow, 1)).toBe(NOTHING);
  expect(sinceAfter(NOTHING, BOARD, blow, 2)).toBe(NOTHING);
});

test("whose a region was a battle tells, also to who comes later", () => {
  const now = picture(region(1, 2), region(1, 3), region(0, 1));
  const battle = event("attacks", { role: "battle", regions: [0, 1], changes: [[0, region(0, 3)]] });
  const found = [battle, CAPTURE].reduce(
    ([since, board], one) => [sinceAfter(since, board, one, 0), patched(board, one)] as const,
    [NOTHING, now] as const,
  );
  expect(inWords(found[0])).toBe("You lost Pool to Green.");
});

class Watched {
  showing = new Showing();
  told: string[] = [];
  boards: (number | undefined)[] = [];
  arrived = 0;
  show(...events: MatchEvent[]) {
    this.showing.play(
      events,
      0,
      () => BOARD,
      (one) => {
        this.told.push(one.text);
        this.boards.push(this.showing.picture?.regions[0]?.count);
      },
      () => (this.arrived += 1),
    );
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", globalThis);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("events are shown in order, the losses after the dice, the new state at the end", () => {
  const watched = new Watched();
  watched.show(ATTACK, ROLL, CAPTURE);
  expect([watched.told, watched.showing.event?.text, watched.arrived]).toEqual([["attacks"], "attacks", 0]);
  vi.advanceTimersByTime(330);
  expect(watched.showing.roll?.text).toBe("rolls");
  // The dice lie there, and nothing is lost yet.
  expect([watched.told, watched.showing.picture?.regions[0]?.count]).toEqual([["attacks"], 3]);
  vi.advanceTimersByTime(430);
  expect([watched.told, watched.showing.picture?.regions[0]?.count]).toEqual([["attacks", "rolls"], 2]);
  vi.advanceTimersByTime(5000);
  expect([watched.told, watched.boards, watched.arrived]).toEqual([["attacks", "rolls", "captures"], [3, 2, 2], 1]);
  expect([watched.showing.running, watched.showing.picture]).toEqual([false, null]);
});

test("skipping in the middle of a roll tells everything once", () => {
  const watched = new Watched();
  watched.show(ATTACK, ROLL, CAPTURE);
  vi.advanceTimersByTime(400);
  watched.showing.skip();
  expect([watched.told, watched.arrived, watched.showing.running]).toEqual([
    ["attacks", "rolls", "captures"],
    1,
    false,
  ]);
  vi.advanceTimersByTime(5000);
  expect([watched.told.length, watched.arrived]).toEqual([3, 1]);
});

test("what comes meanwhile follows, and a long backlog is shortened", () => {
  const watched = new Watched();
  watched.show(...Array.from({ length: 60 }, (_, at) => event(`move ${at}`, { regions: [0] })));
  watched.show(CAPTURE);
  vi.advanceTimersByTime(320 * 18);
  expect(watched.told.length).toBe(61);
  expect(watched.arrived).toBe(2);
});

test("at once there is nothing to wait for", () => {
  const watched = new Watched();
  watched.showing.setSpeed("at once");
  watched.show(ATTACK, ROLL, CAPTURE);
  expect([watched.told.length, watched.arrived, watched.showing.running]).toEqual([3, 1, false]);
  watched.showing.setSpeed("normal");
});

const BIDS = [
  event("Ann bids 3", { role: "reveal", seats: [0] }),
  event("Green bids 5", { role: "reveal", seats: [1] }),
];
const WINS = event("Green wins the bid", { role: "blow" });

test("what is turned up lies side by side before anything comes of it", () => {
  const watched = new Watched();
  watched.show(...BIDS, WINS);
  expect(watched.showing.reveal?.shown.map((one) => one.text)).toEqual(["Ann bids 3", "Green bids 5"]);
  expect([watched.told.length, watched.showing.settled]).toEqual([2, false]);
  vi.advanceTimersByTime(950);
  expect([watched.told.at(-1), watched.showing.settled]).toEqual(["Green wins the bid", true]);
  // It has been seen there, and is no banner besides.
  expect(watched.showing.blow).toBe(null);
  vi.advanceTimersByTime(600);
  expect([watched.showing.reveal, watched.arrived]).toEqual([null, 1]);
  watched.showing.look({ shown: BIDS, outcome: [WINS] });
  expect([watched.showing.reveal?.outcome, watched.showing.settled, watched.showing.running]).toEqual([
    [WINS],
    true,
    false,
  ]);
  watched.showing.skip();
  expect(watched.showing.reveal).toBe(null);
});

test("a blow is a banner, and goes by itself", () => {
  const watched = new Watched();
  watched.show(event("Ann is out", { role: "blow", seats: [0] }));
  expect(watched.showing.blow?.text).toBe("Ann is out");
  vi.advanceTimersByTime(1200);
  expect([watched.arrived, watched.showing.blow?.text]).toEqual([1, "Ann is out"]);
  vi.advanceTimersByTime(4000);
  expect(watched.showing.blow).toBe(null);
});

test("dice know their sides, also when the battle began before, and go by themselves", () => {
  const watched = new Watched();
  const battle = event("attacks", { role: "battle", regions: [0, 1], changes: [[0, region(0, 3)]] });
  watched.showing.recall([battle]);
  watched.show(ROLL);
  expect(watched.showing.roll?.sides).toEqual({ attacker: 1, defender: 0, target: 0, source: 1 });
  expect([...(watched.showing.roll?.lost ?? [])]).toEqual([[0, 1]]);
  vi.advanceTimersByTime(5000);
  expect(watched.showing.roll).toBe(null);
});

test("what nobody watches is told, and nothing is thrown", () => {
  const watched = new Watched();
  watched.show(ATTACK);
  watched.showing.pass(
    [ROLL, CAPTURE],
    () => BOARD,
    (one) => watched.told.push(one.text),
    () => (watched.arrived += 1),
  );
  expect([watched.told, watched.arrived]).toEqual([["attacks", "rolls", "captures"], 2]);
  expect([watched.showing.roll, watched.showing.event, watched.showing.picture]).toEqual([null, null, null]);
});
