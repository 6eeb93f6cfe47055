/** What others have taken from a seat since it last did something. */
import type { MatchEvent, Picture } from "./messages";
import { recall, remember } from "./storage";

/** By region who took it; -1 if nobody holds it now. */
export type Losses = Record<number, number>;

/** The losses after one more event upon the board of a picture. */
export function lossesAfter(losses: Losses, picture: Picture, event: MatchEvent, seat: number): Losses {
  if (seat < 0 || event.seat === seat) return losses;
  let after = losses;
  for (const [region, shown] of event.changes) {
    const owner = picture.regions[region]?.owner;
    if (owner === shown.owner) continue;
    if (owner === seat || region in after) after = { ...after, [region]: shown.owner };
    if (shown.owner === seat)
      after = Object.fromEntries(Object.entries(after).filter(([lost]) => Number(lost) !== region));
  }
  return after;
}

/** "You lost Pool and Foyer to Green, and Gym." */
export function lossesInWords(losses: Losses, regions: { name: string }[], players: string[]): string {
  const byTaker = new Map<number, string[]>();
  for (const [region, taker] of Object.entries(losses)) {
    byTaker.set(taker, [...(byTaker.get(taker) ?? []), regions[Number(region)]?.name ?? ""]);
  }
  const parts = [...byTaker].map(
    ([taker, names]) => listed(names) + (taker >= 0 ? ` to ${players[taker] ?? `seat ${taker + 1}`}` : ""),
  );
  return parts.length > 0 ? `You lost ${parts.join(", and ")}.` : "";
}

function listed(names: string[]): string {
  if (names.length > 4) return `${names.slice(0, 3).join(", ")} and ${names.length - 3} more`;
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : (names[0] ?? "");
}

export function recallLosses(match: string): Losses {
  try {
    return JSON.parse(recall(`losses:${match}`) ?? "{}") as Losses;
  } catch {
    return {};
  }
}

export const rememberLosses = (match: string, losses: Losses) => remember(`losses:${match}`, JSON.stringify(losses));
