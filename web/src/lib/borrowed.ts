/**
 * The matches in which this device plays a seat that was opened by its link. They are nobody's here, so that the server
 * lists them nowhere; the secret itself is not kept.
 */
import { Fault, fetchMatch } from "./http";
import type { MatchInfo } from "./messages";
import { recall, remember } from "./storage";

const KEY = "borrowed";

function kept(): string[] {
  try {
    return JSON.parse(recall(KEY) ?? "[]") as string[];
  } catch {
    return [];
  }
}
const keep = (matches: string[]) => remember(KEY, JSON.stringify(matches));

export const keepBorrowed = (match: string) => keep([match, ...kept().filter((one) => one !== match)]);

/** Those that are still played here; the others are forgotten. */
export async function fetchBorrowed(): Promise<MatchInfo[]> {
  const found = await Promise.all(
    kept().map(async (id) => {
      const match = await stillBorrowed(id);
      if (!match) keep(kept().filter((one) => one !== id));
      return match;
    }),
  );
  return found.filter((match) => match !== null);
}

async function stillBorrowed(id: string): Promise<MatchInfo | null> {
  try {
    const match = await fetchMatch(id);
    return match.borrowed && match.status !== "over" && match.status !== "aborted" ? match : null;
  } catch (refused) {
    if (refused instanceof Fault && refused.status === 404) return null;
    throw refused;
  }
}
