import { beforeEach, expect, test, vi } from "vitest";
import { compare, keyOf, mayPromise, newPromise, noted, notePromise, noteSeal, partToOpen, whoAdded } from "./entropy";
import type { Draw, MatchInfo, SealOfDice, SeatInfo } from "./messages";
import { hashOf } from "./sha256";

const SERVER = "01".repeat(32);
const ANN = "02".repeat(32);
const CYD = "03".repeat(32);
const BEN = "05".repeat(32);

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});

const draw = (more: Partial<Draw> = {}): Draw => ({
  server: hashOf(SERVER),
  seats: [hashOf(ANN), null, hashOf(CYD)],
  opened: [true, false, true],
  missing: [1],
  server_part: SERVER,
  parts: [ANN, null, CYD],
  ...more,
});

function seal(drawn: Draw = draw()): SealOfDice {
  const key = keyOf(drawn);
  return { hash: hashOf(key), key, draw: drawn };
}

const seat = (number: number, name: string, mine = false): SeatInfo => ({
  seat: number,
  kind: "person",
  name,
  bot: null,
  mine,
  for_me: false,
  lender: null,
  lent: false,
  offered: false,
  invited: null,
  away: null,
  played: "",
  colour: number,
  here: false,
  awaited: false,
});
const SEATS = [seat(0, "Ann", true), seat(1, "Ben"), seat(2, "Cyd")];
const match = (status: MatchInfo["status"], drawn: Draw) =>
  ({ id: "m", status, seats: SEATS, draw: drawn }) as MatchInfo;

test("the key is the one that the server and `marchland verify` derive", () => {
  expect(keyOf(draw())).toBe("ad8745a894246ac29be7ab7eaf2ba19be0c13f306449c9885778c3b8d5779ee3");
});

test("a part is kept, and opened when the match asks for it and never before", () => {
  const hash = newPromise();
  const waiting = { seats: [hash, null, null], opened: [false, false, false], parts: null, server_part: null };
  expect(mayPromise(match("waiting", draw({ ...waiting, seats: [null, null, null] })))).toBe(true);
  expect(mayPromise(match("waiting", draw(waiting)))).toBe(false);
  const borrowed = { ...match("waiting", draw({ ...waiting, seats: [null, null, null] })), borrowed: true };
  expect(mayPromise(borrowed)).toBe(false);
  expect(partToOpen(match("waiting", draw(waiting)))).toBeNull();
  const part = partToOpen(match("opening", draw(waiting)));
  expect(hashOf(part ?? "")).toBe(hash);
  expect(partToOpen(match("opening", draw(waiting)))).toBe(part);
  expect(partToOpen(match("opening", draw({ ...waiting, opened: [true, false, false] })))).toBeNull();
  expect(partToOpen(match("running", draw(waiting)))).toBeNull();
});

test("a part of another device is left to that device", () => {
  expect(partToOpen(match("opening", draw({ opened: [false, false, false] })))).toBeNull();
});

test("a server that exchanges its own part is not told ours", () => {
  const mine = { seats: [newPromise(), null, null], opened: [false, false, false] };
  partToOpen(match("waiting", draw(mine)));
  expect(partToOpen(match("opening", draw({ ...mine, server: hashOf(CYD) })))).toBeNull();
});

test("a server that exchanges the hash of somebody else is not told ours, and if it is later, that is found out", () => {
  const mine = { seats: [newPromise(), null, hashOf(CYD)], opened: [false, false, false] };
  const asked = match("opening", draw(mine));
  expect(partToOpen(asked)).not.toBeNull();
  expect(noted("m")?.seats).toEqual(mine.seats);
  expect(partToOpen(match("opening", draw({ ...mine, seats: [mine.seats[0]!, null, hashOf(BEN)] })))).toBeNull();
  // A bot adds nothing, so that nobody can add it later either.
  expect(partToOpen(match("opening", draw({ ...mine, seats: [mine.seats[0]!, hashOf(BEN), hashOf(CYD)] })))).toBeNull();
});

test.each([
  ["another's", [hashOf(ANN), null, hashOf(BEN)]],
  ["one that was not there", [hashOf(ANN), null, null]],
])("%s part, chosen when this device had shown its own, is found out", (_, seats) => {
  expect(compare({ hash: HASH, at: 0, part: ANN, seats }, seal())).toEqual({
    good: false,
    text: "What somebody promised for the dice was exchanged after your device had shown its part.",
  });
});

test("whoever did not open is left out, and nothing is wrong with that", () => {
  const left = seal(draw({ parts: [ANN, null, null] }));
  const seats = [hashOf(ANN), null, hashOf(CYD)];
  expect(compare({ hash: left.hash, at: 0, part: ANN, seats }, left).good).toBe(true);
});

test("there is no tick where a hash of this device's is gone", () => {
  notePromise("m", hashOf(BEN));
  noteSeal("m", { hash: HASH, key: null, draw: null }, 0);
  expect(compare(noted("m"), seal())).toEqual({
    good: null,
    text: "These are the dice that your device saw sealed at the start. What it promised for the dice is not among what was promised at the end: you have promised anew on another device, or the server has exchanged it.",
  });
  notePromise("m", hashOf(CYD));
  expect(compare(noted("m"), seal()).good).toBe(true);
});

test("what was seen first stands", () => {
  noteSeal("m", { hash: "first", key: null, draw: null }, 0);
  noteSeal("m", { hash: "second", key: null, draw: null }, 4);
  expect(noted("m")).toEqual({ hash: "first", at: 0 });
  noteSeal("over", { hash: "late", key: "00", draw: null }, 9);
  expect(noted("over")).toBeNull();
});

const HASH = seal().hash;
test.each([
  [
    { hash: HASH, at: 0, server: hashOf(SERVER), part: ANN },
    true,
    "These are the dice that your device saw sealed at the start, and your part is in them.",
  ],
  [
    { hash: HASH, at: 0 },
    true,
    "These are the dice that your device saw sealed at the start; it has added nothing to them.",
  ],
  [
    { hash: HASH, at: 7 },
    true,
    "These are the dice that your device has seen sealed since move 7; it has added nothing to them.",
  ],
  [null, null, "Your device did not see this match begin, so it has nothing to compare the dice with."],
  [
    { hash: hashOf(ANN), at: 0 },
    false,
    "These are not the dice that your device saw sealed at the start, and that you were promised.",
  ],
  [{ hash: HASH, at: 0, server: hashOf(CYD) }, false, "The server's part of the dice is not the one that it promised."],
  [
    { hash: HASH, at: 0, part: "04".repeat(32) },
    false,
    "What your device promised for the dice was exchanged for something else.",
  ],
])("what this device says of %j", (seen, good, text) => {
  expect(compare(seen, seal())).toEqual({ good, text });
});

test("a part that came too late is said to be missing", () => {
  const late = seal(draw({ parts: [null, null, CYD] }));
  const verdict = compare({ hash: late.hash, at: 0, part: ANN }, late);
  expect(verdict).toEqual({
    good: null,
    text: "These are the dice that your device saw sealed at the start. Your part is not in them: it did not come in time.",
  });
});

test.each([
  [
    "another key",
    { ...seal(), key: CYD, hash: hashOf(CYD) },
    "The key of the dice does not follow from what was added to it.",
  ],
  ["a key without its hash", { ...seal(), key: CYD }, "The key of the dice does not fit the seal that was published."],
  [
    "another part of the server's",
    seal(draw({ server_part: CYD })),
    "The server's part of the dice is not the one that it promised.",
  ],
  [
    "another part of a seat's",
    seal(draw({ parts: [ANN, null, SERVER] })),
    "What somebody added to the dice is not what they promised.",
  ],
])("%s is found out", (_, forged, text) => {
  expect(compare({ hash: forged.hash, at: 0 }, forged)).toEqual({ good: false, text });
});

test("who has added and who has not, by name", () => {
  expect(whoAdded(draw(), SEATS)).toBe("The server, you and Cyd have added to the dice; Ben has not.");
  expect(whoAdded(draw({ opened: [false, false, false], missing: [0] }), SEATS)).toBe(
    "The server has added to the dice; you have not.",
  );
});

test("whoever plays a seat for somebody has not added to the dice for it", () => {
  const handedOn = [{ ...SEATS[0]!, lender: "Dan" }, SEATS[1]!, { ...SEATS[2]!, lender: "Ann", lent: true }];
  expect(whoAdded(draw(), handedOn)).toBe("The server, Dan and you have added to the dice; Ben has not.");
});
