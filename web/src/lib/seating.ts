/** What the seats of a match say about the viewer and the others. */
import type { MatchInfo, SeatInfo } from "./messages";
import { listed } from "./since";

export const mySeat = (match: MatchInfo) => match.seats.find((seat) => seat.mine);
export const seated = (match: MatchInfo) => mySeat(match) !== undefined;
/** The viewer's seat that somebody else plays, and that can be taken back. */
export const lentSeat = (match: MatchInfo) => match.seats.find((seat) => seat.lent);
/** A seat is kept for the viewer, who has not taken it yet. */
export const invited = (match: MatchInfo) =>
  match.status === "waiting" && !seated(match) && match.seats.some((seat) => seat.for_me);
/** Somebody is asked to sit there, and may still come. */
export const kept = (seat: SeatInfo) => seat.kind === "open" && Boolean(seat.invited);
/** Nobody sits there, nor is asked to. */
export const free = (seat: SeatInfo) => seat.kind === "open" && !kept(seat);
/** The seats that others had before, or that were kept for them, and that are free now. */
export const freed = (before: MatchInfo, now: MatchInfo) =>
  before.seats.filter((seat, at) => {
    const since = now.seats[at];
    return !free(seat) && !seat.mine && !seat.for_me && since !== undefined && free(since);
  });
/** What has become of those who had them; whoever was asked and is asked no more does not come, whosever wish that was. */
export function vacancy(freed: SeatInfo[]): string {
  const left = freed.filter((seat) => !kept(seat)).map(seatName);
  const absent = freed.filter(kept).map(seatName);
  const said = [];
  if (left.length > 0)
    said.push(
      `The ${left.length > 1 ? "seats" : "seat"} of ${listed(left)} ${left.length > 1 ? "are" : "is"} free again.`,
    );
  if (absent.length > 0)
    said.push(
      `${listed(absent)} ${absent.length > 1 ? "do not come: their seats are" : "does not come: the seat is"} free.`,
    );
  return said.join(" ");
}
/** Whoever sat there is gone for good: such a seat has its number for a name, as nobody may be called. */
export const isGone = (seat: SeatInfo) => seat.kind === "person" && seat.name === `Seat ${seat.seat + 1}`;
export const seatName = (seat: SeatInfo) => (seat.kind === "open" ? (seat.invited ?? "") : seat.name);
/** "Ann invites you", "Ann and Ben invite you": who made the match is not told, but whoever sits there wants to play. */
export function proposal(match: MatchInfo, does: string, do_: string, what: string): string {
  const names = match.seats.filter((seat) => seat.kind === "person").map((seat) => seat.name);
  return `${names.join(" and ")} ${names.length > 1 ? do_ : does} ${what}`;
}
