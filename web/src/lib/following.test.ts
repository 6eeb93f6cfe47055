import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { lossesAfter, lossesInWords } from "./losses";
import type { MatchEvent, Picture, Region } from "./messages";
import { durationOf, patched } from "./pace";
import { Showing } from "./showing.svelte";

const region = (owner: number, count: number): Region => ({ owner, count, marks: [], pieces: [] });
const picture = (...regions: Region[]) => ({ regions }) as unknown as Picture;
const event = (text: string, more: Partial<MatchEvent> = {}): MatchEvent => ({
  n: 1,
  text,
  clause: "",
  dice: null,
  regions: [],
  seat: 1,
  changes: [],
  ...more,
});

const BOARD = picture(region(0, 3), region(1, 5), region(0, 1));
const ATTACK = event("attacks", { regions: [0, 1] });
const ROLL = event("rolls", { seat: -1, dice: [[6], [1]], changes: [[0, region(0, 2)]] });
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

test("losses name who took what, and forget what came back", () => {
  const names = [{ name: "Pool" }, { name: "Gym" }, { name: "Foyer" }];
  const lost = lossesAfter({}, BOARD, CAPTURE, 0);
  expect(lossesInWords(lost, names, ["Ann", "Green"])).toBe("You lost Pool to Green.");
  const both = lossesAfter(lost, patched(BOARD, CAPTURE), event("takes", { changes: [[2, region(1, 1)]] }), 0);
  expect(lossesInWords(both, names, ["Ann", "Green"])).toBe("You lost Pool and Foyer to Green.");
  const back = lossesAfter(
    both,
    picture(region(1, 2), region(1, 3), region(1, 1)),
    event("gives", { changes: [[0, region(0, 1)]] }),
    0,
  );
  expect(lossesInWords(back, names, ["Ann", "Green"])).toBe("You lost Foyer to Green.");
  expect(lossesAfter({}, BOARD, CAPTURE, 1)).toEqual({});
  expect(lossesInWords({}, names, [])).toBe("");
});

test("a province that goes on to a third is lost to the third", () => {
  const lost = lossesAfter(
    { 0: 1 },
    patched(BOARD, CAPTURE),
    event("takes", { seat: 2, changes: [[0, region(2, 1)]] }),
    0,
  );
  expect(lost).toEqual({ 0: 2 });
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
