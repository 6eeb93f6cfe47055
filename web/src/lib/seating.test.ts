import { expect, test } from "vitest";
import type { MatchInfo, SeatInfo } from "./messages";
import { freed, invited, kept, proposal, seated, seatName, vacancy } from "./seating";

const seat = (part: Partial<SeatInfo>): SeatInfo => ({
  seat: 0,
  kind: "person",
  name: "Ann",
  bot: null,
  mine: false,
  invited: null,
  for_me: false,
  lender: null,
  lent: false,
  offered: false,
  away: null,
  played: "",
  colour: 0,
  here: false,
  awaited: false,
  ...part,
});
const match = (...seats: SeatInfo[]) => ({ status: "waiting", seats }) as MatchInfo;
const forBen = seat({ seat: 1, kind: "open", name: "", invited: "Ben" });

test("a seat that is kept bears the name of whom it is kept for", () => {
  expect(kept(forBen)).toBe(true);
  expect(seatName(forBen)).toBe("Ben");
  expect(kept(seat({ kind: "open", name: "" }))).toBe(false);
  expect(seatName(seat({ kind: "open", name: "" }))).toBe("");
});

test("only whom a seat is kept for is invited, and only until they sit", () => {
  expect(invited(match(seat({}), forBen))).toBe(false);
  expect(invited(match(seat({}), { ...forBen, for_me: true }))).toBe(true);
  expect(invited(match(seat({}), seat({ seat: 1, name: "Ben", mine: true })))).toBe(false);
  expect(invited({ ...match(seat({}), { ...forBen, for_me: true }), status: "running" })).toBe(false);
  expect(seated(match(seat({}), seat({ mine: true })))).toBe(true);
});

test("those who sit there propose, not the bots nor those who are asked", () => {
  const bot = seat({ seat: 2, kind: "bot", name: "Greedy 3", bot: "greedy" });
  expect(proposal(match(seat({}), forBen, bot), "proposes", "propose", "a rematch")).toBe("Ann proposes a rematch");
  expect(proposal(match(seat({}), seat({ name: "Cyd" }), forBen), "invites", "invite", "you")).toBe(
    "Ann and Cyd invite you",
  );
});

test("a seat is freed when others have left it, or do not come; one's own is not news", () => {
  const empty = seat({ seat: 1, kind: "open", name: "" });
  const names = (before: SeatInfo, now: SeatInfo) => freed(match(seat({}), before), match(seat({}), now)).map(seatName);
  expect(names(seat({ seat: 1, name: "Ben" }), empty)).toEqual(["Ben"]);
  expect(names(forBen, empty)).toEqual(["Ben"]);
  expect(names(seat({ seat: 1, name: "Ben" }), forBen)).toEqual([]);
  expect(names(forBen, seat({ seat: 1, name: "Ben" }))).toEqual([]);
  expect(names(empty, empty)).toEqual([]);
  for (const own of [{ mine: true }, { for_me: true }]) expect(names({ ...forBen, ...own }, empty)).toEqual([]);
});

test("of seats that are free again it is said who has left, and who does not come", () => {
  const [ben, cyd] = [seat({ seat: 1, name: "Ben" }), seat({ seat: 2, name: "Cyd" })];
  expect(vacancy([ben])).toBe("The seat of Ben is free again.");
  expect(vacancy([ben, cyd])).toBe("The seats of Ben and Cyd are free again.");
  expect(vacancy([forBen])).toBe("Ben does not come: the seat is free.");
  expect(vacancy([cyd, forBen])).toBe("The seat of Cyd is free again. Ben does not come: the seat is free.");
});
