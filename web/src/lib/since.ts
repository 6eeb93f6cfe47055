/** What has happened to a seat since it last did something: what others have taken, and blows. */
import type { MatchEvent, Picture } from "./messages";
import { recall, remember } from "./storage";

export interface Since {
  /** By region who took it; -1 if nobody holds it now. */
  lost: Record<number, number>;
  blows: { text: string; regions: number[] }[];
}
export const NOTHING: Since = { lost: {}, blows: [] };
/** Who was away for long reads the rest in the log. */
const MOST_BLOWS = 3;

/** What has happened to a seat after one more event upon the board of a picture. */
export function sinceAfter(since: Since, picture: Picture, event: MatchEvent, seat: number): Since {
  if (seat < 0) return since;
  const lost = lostAfter(since.lost, picture, event, seat);
  // What one does to others is no news.
  const suffers =
    event.role === "blow" && event.seats.includes(seat) && (event.seats[0] !== seat || event.seats.length === 1);
  const blows = suffers ? [...since.blows, { text: event.text, regions: event.regions }] : since.blows;
  return lost === since.lost && blows === since.blows ? since : { lost, blows };
}

function lostAfter(lost: Since["lost"], picture: Picture, event: MatchEvent, seat: number): Since["lost"] {
  if (event.seats[0] === seat && event.role !== "blow") return lost;
  let after = lost;
  for (const [region, shown] of event.changes) {
    const owner = picture.regions[region]?.owner;
    if (owner === shown.owner) continue;
    if (owner === seat || region in after) after = { ...after, [region]: shown.owner };
    if (shown.owner === seat)
      after = Object.fromEntries(Object.entries(after).filter(([one]) => Number(one) !== region));
  }
  return after;
}

/** "You lost Pool and Foyer to Green, and Gym. Green plunders the capital Foyer." */
export function sinceInWords({ lost, blows }: Since, regions: { name: string }[], players: string[]): string {
  const byTaker = new Map<number, string[]>();
  for (const [region, taker] of Object.entries(lost)) {
    byTaker.set(taker, [...(byTaker.get(taker) ?? []), regions[Number(region)]?.name ?? ""]);
  }
  const parts = [...byTaker].map(
    ([taker, names]) => listed(names) + (taker >= 0 ? ` to ${players[taker] ?? `seat ${taker + 1}`}` : ""),
  );
  const sentences = blows.slice(-MOST_BLOWS).map((blow) => `${blow.text}.`);
  return [...(parts.length > 0 ? [`You lost ${parts.join(", and ")}.`] : []), ...sentences].join(" ");
}

/** Where it happened. */
export const placesOf = ({ lost, blows }: Since): number[] => [
  ...new Set([...Object.keys(lost).map(Number), ...blows.flatMap((blow) => blow.regions)]),
];

/** "Pool, Gym and Foyer"; of many, the first. */
export function listed(names: string[]): string {
  if (names.length > 4) return `${names.slice(0, 3).join(", ")} and ${names.length - 3} more`;
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : (names[0] ?? "");
}

/** What was kept of a match, and after which of its moments: what happened later is still to be counted. */
export function recallSince(match: string): [Since, number] {
  try {
    const [since, n] = JSON.parse(recall(`since:${match}`) ?? "[]") as [Since?, number?];
    return [since ?? NOTHING, n ?? Number.MAX_SAFE_INTEGER];
  } catch {
    return [NOTHING, Number.MAX_SAFE_INTEGER];
  }
}

export const rememberSince = (match: string, since: Since, n: number) =>
  remember(`since:${match}`, JSON.stringify([since, n]));
