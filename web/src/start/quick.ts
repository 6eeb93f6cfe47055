/** "Play now": a match in the set-up of a first evening, against bots, in which a bot sees to the chores of the set-up. */
import { createMatch } from "../lib/http";
import type { GameCard, MatchInfo } from "../lib/messages";
import { recall, remember } from "../lib/storage";

const KEY = "quick";

/** Of the matches that this browser has begun by "Play now" the last one is remembered: others are set up by now. */
export const setsUpQuickly = (match: string) => recall(KEY) === match;

export async function playNow(game: GameCard, level: string): Promise<MatchInfo> {
  const bots = Array.from({ length: game.seats.usual - 1 }, () => ({ kind: "bot" as const, bot: level }));
  const match = await createMatch({
    game: game.name,
    options: game.first_evening.options,
    seats: [{ kind: "me" }, ...bots],
    public: true,
    watch: true,
    start: true,
  });
  remember(KEY, match.id);
  return match;
}
