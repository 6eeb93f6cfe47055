import { expect, test } from "vitest";
import type { MatchInfo, SeatInfo } from "../lib/messages";
import { standingOf, whoSits } from "./wording";

const running = (mine: Partial<SeatInfo>, match: Partial<MatchInfo> = {}) =>
  ({
    status: "running",
    round: 2,
    places: [],
    your_turn: false,
    seats: [
      { seat: 0, kind: "person", name: "Ann", mine: true, ...mine },
      { seat: 1, kind: "person", name: "Ben" },
    ],
    ...match,
  }) as MatchInfo;

test("a list says whose move it is, in which round", () => {
  expect(standingOf(running({}))).toBe("round 2, others are moving");
  expect(standingOf(running({}, { round: 0 }))).toBe("others are setting up");
  expect(standingOf(running({}, { your_turn: true }))).toBe("your turn");
  expect(standingOf(running({ mine: false }))).toBe("round 2, watch");
});

test("it says that a bot plays for the viewer, and why", () => {
  expect(standingOf(running({ away: "handed" }))).toBe("a bot plays for you");
  expect(standingOf(running({ away: "resigned" }))).toBe("you have resigned");
  // Whoever is absent is still waited for.
  for (const your_turn of [true, false])
    expect(standingOf(running({ away: "absent" }, { your_turn }))).toBe(
      "you did not move in time, a bot plays for you",
    );
});

test("it says how a match ended, and who plays for the viewer meanwhile", () => {
  const over: Partial<MatchInfo> = { status: "over", places: [2, 1] };
  expect(standingOf(running({}, over))).toBe("you came in at place 2");
  expect(standingOf(running({ mine: false }, over))).toBe("Ben won");
  expect(standingOf(running({ mine: false, lent: true, name: "Dan" }))).toBe("Dan plays for you");
  expect(standingOf(running({ mine: false, lent: true, name: "Seat 1" }))).toBe("somebody who is gone plays for you");
});

test("it says whose seat the viewer plays", () => {
  const seats = (match: MatchInfo) => match.seats.map((seat) => whoSits(match, seat));
  expect(seats(running({}))).toEqual(["you", "Ben"]);
  expect(seats(running({}, { borrowed: true }))).toEqual(["Ann’s seat", "Ben"]);
  expect(seats(running({ mine: false, kind: "open", name: "" }))).toEqual(["open", "Ben"]);
});
