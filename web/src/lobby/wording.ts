/** How a match stands for the viewer, in the few words of a list. */
import type { MatchInfo, SeatInfo } from "../lib/messages";
import { invited, isGone, lentSeat, mySeat, proposal, seated, seatName } from "../lib/seating";

/** Neither at the table nor asked to it. */
export const looksOn = (match: MatchInfo) =>
  !seated(match) && !invited(match) && (match.status === "running" || match.status === "over");

export function whoSits(match: MatchInfo, seat: SeatInfo): string {
  if (seat.mine && match.borrowed) return `${seat.name}’s seat`;
  return seat.mine || seat.for_me ? "you" : seatName(seat) || "open";
}

export function standingOf(match: MatchInfo): string {
  if (invited(match)) return proposal(match, "invites", "invite", "you");
  const taken = match.seats.filter((seat) => seat.kind !== "open").length;
  if (match.status === "waiting") return `waiting, ${taken} of ${match.seats.length} seats taken`;
  if (match.status === "opening") return "about to begin";
  if (match.status === "aborted") return "called off";
  return match.status === "over" ? outcomeOf(match) : progressOf(match);
}

function outcomeOf(match: MatchInfo): string {
  if (looksOn(match)) {
    const winners = match.seats.filter((seat) => match.places[seat.seat] === 1).map((seat) => seat.name);
    return winners.length > 0 ? `${winners.join(" and ")} won` : "over";
  }
  const place = match.places[mySeat(match)?.seat ?? -1];
  return place === undefined ? "over" : place === 1 ? "you won" : `you came in at place ${place}`;
}

function progressOf(match: MatchInfo): string {
  const lent = lentSeat(match);
  if (lent) return `${isGone(lent) ? "somebody who is gone" : lent.name} plays for you`;
  if (looksOn(match)) return match.round > 0 ? `round ${match.round}, watch` : "just begun, watch";
  const away = mySeat(match)?.away;
  if (away === "resigned") return "you have resigned";
  if (away === "handed") return "a bot plays for you";
  if (away === "absent") return "you did not move in time, a bot plays for you";
  if (match.your_turn) return "your turn";
  return match.round > 0 ? `round ${match.round}, others are moving` : "others are setting up";
}
