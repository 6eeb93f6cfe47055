/** What this device adds to the dice of its matches, and what it notes before the first roll to compare at the end. How
 * the key of the dice comes about is in docs/protocol.md. */
import type { Draw, MatchInfo, SealOfDice, SeatInfo } from "./messages";
import { fromHex, hashOf, sha256, toHex } from "./sha256";
import { forget, recall, remember } from "./storage";

/** What this device has seen of the dice of a match. */
export interface Noted {
  /** The hash of the server's part, seen before anything was opened. */
  server?: string;
  /** The hash that this device has sent last. */
  promised?: string;
  /** The hashes of all seats, seen before ours was opened; and our own part, opened. */
  seats?: (string | null)[];
  part?: string;
  /** The hash of the key, and after how many entries it was first seen. */
  hash?: string;
  at?: number;
}

/** Parts made on this page, for browsers that do not remember. */
const made = new Map<string, string>();

/** A new part of our own, kept here until the match is started; its hash, which is sent. */
export function newPromise(): string {
  const part = toHex(crypto.getRandomValues(new Uint8Array(32)));
  const hash = hashOf(part);
  made.set(hash, part);
  remember(`part:${hash}`, part);
  return hash;
}

export function noted(match: string): Noted | null {
  try {
    return JSON.parse(recall(`dice:${match}`) ?? "null") as Noted | null;
  } catch {
    return null;
  }
}

function note(match: string, more: Noted): void {
  // What was seen first stands.
  remember(`dice:${match}`, JSON.stringify({ ...more, ...noted(match) }));
}

/** Which hash this device has sent for a match. */
export function notePromise(match: string, promised: string): void {
  remember(`dice:${match}`, JSON.stringify({ ...noted(match), promised }));
}

/** Whether a match waits for a hash of ours. */
export function mayPromise(match: MatchInfo): boolean {
  // By the link of a seat one plays it; the holder adds to the dice.
  const seat = match.borrowed ? undefined : match.seats.find((one) => one.mine)?.seat;
  return match.status === "waiting" && match.draw != null && seat !== undefined && match.draw.seats[seat] === null;
}

/** The part that is to be opened now, if it is this device that promised it. */
export function partToOpen(match: MatchInfo): string | null {
  const seat = match.seats.find((one) => one.mine)?.seat;
  const draw = match.draw;
  if (!draw || seat === undefined || !draw.seats[seat]) return null;
  note(match.id, { server: draw.server });
  if (match.status !== "opening" || draw.opened[seat]) return null;
  note(match.id, { seats: draw.seats });
  // A server that has changed its mind, or somebody's hash, is not told ours.
  const { server, seats } = noted(match.id) ?? draw;
  if (server !== draw.server || seats?.some((one, at) => one !== draw.seats[at])) return null;
  const hash = draw.seats[seat];
  const part = made.get(hash) ?? recall(`part:${hash}`) ?? noted(match.id)?.part ?? "";
  if (hashOf(part) !== hash) return null;
  note(match.id, { part });
  forget(`part:${hash}`);
  return part;
}

/** The first look at the dice of a running match. */
export function noteSeal(match: string, seal: SealOfDice, at: number): void {
  if (seal.key === null && !noted(match)?.hash) note(match, { hash: seal.hash, at });
}

/** The key that follows from everything added. */
export function keyOf(draw: Draw): string {
  const text = [...new TextEncoder().encode("marchland dice 1"), ...fromHex(draw.server_part ?? "")];
  draw.parts?.forEach((part, seat) => part && text.push(seat, ...fromHex(part)));
  return toHex(sha256(Uint8Array.from(text)));
}

export interface Verdict {
  /** Null: nothing is wrong, and nothing is proved. */
  good: boolean | null;
  text: string;
}

/** What this device has to say of the dice of a match that is over. */
export function compare(seen: Noted | null, seal: SealOfDice): Verdict {
  const { hash, key, draw } = seal;
  const bad = (text: string) => ({ good: false, text });
  if (key === null) return { good: null, text: "The key of the dice is shown when the match is over." };
  if (hashOf(key) !== hash) return bad("The key of the dice does not fit the seal that was published.");
  if (draw) {
    if (hashOf(draw.server_part ?? "") !== draw.server || (seen?.server && seen.server !== draw.server))
      return bad("The server's part of the dice is not the one that it promised.");
    if (draw.parts?.some((part, seat) => part && hashOf(part) !== draw.seats[seat]))
      return bad("What somebody added to the dice is not what they promised.");
    if (draw.parts?.some((part, seat) => part && seen?.seats && draw.seats[seat] !== seen.seats[seat]))
      return bad("What somebody promised for the dice was exchanged after your device had shown its part.");
    if (keyOf(draw) !== key) return bad("The key of the dice does not follow from what was added to it.");
  }
  if (!seen?.hash)
    return {
      good: null,
      text: "Your device did not see this match begin, so it has nothing to compare the dice with.",
    };
  if (seen.hash !== hash)
    return bad("These are not the dice that your device saw sealed at the start, and that you were promised.");
  const saw =
    seen.at === 0 || seen.part
      ? "These are the dice that your device saw sealed at the start"
      : `These are the dice that your device has seen sealed since move ${seen.at}`;
  if (!seen.part && seen.promised && draw && !draw.seats.includes(seen.promised))
    return {
      good: null,
      text: `${saw}. What it promised for the dice is not among what was promised at the end: you have promised anew on another device, or the server has exchanged it.`,
    };
  if (!seen.part) return { good: true, text: `${saw}; it has added nothing to them.` };
  if (draw?.parts?.includes(seen.part)) return { good: true, text: `${saw}, and your part is in them.` };
  if (!draw?.seats.includes(hashOf(seen.part)))
    return bad("What your device promised for the dice was exchanged for something else.");
  return { good: null, text: `${saw}. Your part is not in them: it did not come in time.` };
}

const listed = (names: string[]) =>
  names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : (names[0] ?? "");

/** Who has added to the dice, and who has not. */
export function whoAdded(draw: Draw, seats: SeatInfo[]): string {
  // It was done before a seat was handed on.
  const name = (seat: SeatInfo) =>
    seat.lent || (seat.mine && !seat.lender) ? "you" : seat.lender || seat.name || `seat ${seat.seat + 1}`;
  const names = (among: SeatInfo[]) => among.map(name);
  const added = ["The server", ...names(seats.filter((seat) => draw.opened[seat.seat]))];
  const missing = names(seats.filter((seat) => draw.missing.includes(seat.seat)));
  const have = (among: string[]) => (among.length > 1 || among[0] === "you" ? "have" : "has");
  const text = `${listed(added)} ${have(added)} added to the dice`;
  return missing.length > 0 ? `${text}; ${listed(missing)} ${have(missing)} not.` : `${text}.`;
}
