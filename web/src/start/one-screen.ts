/** Several people at one screen: one sits down at a time, and each finds what they had seen before. */
import type { MatchInfo, Me, SeatInfo } from "../lib/messages";
import { forget, recall, remember } from "../lib/storage";

/** What this browser remembers of a match for whoever looks at it. */
const PERSONAL = ["seen", "losses"];

export const atThisScreen = (match: MatchInfo): SeatInfo[] => match.seats.filter((seat) => seat.here);

/** Whether the viewer sits on the seat of whoever this device belongs to; a friend at the screen plays, and no more. No two
 * at a table have one name. */
export const ownsScreen = (match: MatchInfo, me: Me | null): boolean =>
  atThisScreen(match).every((seat) => !seat.mine || seat.name === me?.name);

/** Who has to come to the screen: nobody, as long as whoever sits at it has something to decide. */
export function dueAt(match: MatchInfo, sitting: number | null): SeatInfo | null {
  const here = atThisScreen(match);
  if (match.status !== "running" || here.length === 0) return null;
  const awaited = here.filter((seat) => seat.awaited);
  if (awaited.some((seat) => seat.seat === sitting)) return null;
  // Whoever comes to a match that others are moving in looks at it from the own seat.
  return awaited[0] ?? (sitting === null ? (here.find((seat) => seat.mine) ?? null) : null);
}

export function sitDown(match: string, seat: number) {
  const before = recall(`at:${match}`);
  for (const what of PERSONAL) {
    const kept = recall(`${what}:${match}`);
    if (before !== null && kept !== null) remember(`${what}:${match}@${before}`, kept);
    const mine = before === String(seat) ? kept : recall(`${what}:${match}@${seat}`);
    if (mine !== null) remember(`${what}:${match}`, mine);
    else forget(`${what}:${match}`);
  }
  remember(`at:${match}`, String(seat));
}
