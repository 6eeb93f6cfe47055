/** How what happened is shown, one event after the other: how long each takes, and the board after it. */
import type { MatchEvent, Picture } from "./messages";
import { recall, remember } from "./storage";

export const SPEEDS = ["slow", "normal", "quick", "at once"] as const;
export type Speed = (typeof SPEEDS)[number];

const FACTOR: Record<Speed, number> = { slow: 2, normal: 1, quick: 0.4, "at once": 0 };
const CHANGE = 320;
const DICE = 700;
const BLOW = 1100;
const REVEAL = 1500;
/** A card that is turned up is read. */
const CARD = 2600;
/** More rolls in a row than these take no longer together. */
const ROLLS = 4;
/** Whoever has fallen this far behind is shown only the end. */
export const MOST_SHOWN = 14;

export function rememberedSpeed(): Speed {
  const kept = recall("speed");
  return SPEEDS.find((speed) => speed === kept) ?? "normal";
}

export const rememberSpeed = (speed: Speed) => remember("speed", speed);

/** How long a replay that plays by itself waits between two moments; the server gives out a few in a second. */
export const pauseOf = (speed: Speed): number => Math.max(250, CHANGE * FACTOR[speed]);

/** How long an event is shown, in milliseconds. What one has just done oneself is known already, but for what comes of
 * it: dice, what is turned up, blows. */
export function durationOf(event: MatchEvent, viewer: number, speed: Speed, rolls = 1): number {
  const hurry = event.dice && rolls > ROLLS ? ROLLS / rolls : 1;
  return lastingOf(event, viewer) * FACTOR[speed] * hurry;
}

function lastingOf(event: MatchEvent, viewer: number): number {
  if (event.role === "reveal") return event.cards.length > 0 ? CARD : REVEAL;
  if (event.role === "blow") return BLOW;
  if (event.dice) return DICE;
  const own = viewer >= 0 && event.seats[0] === viewer;
  return (event.changes.length > 0 || event.regions.length > 0) && !own ? CHANGE : 0;
}

/** The board after an event that came upon this one. */
export function patched(picture: Picture, event: MatchEvent): Picture {
  if (event.changes.length === 0) return picture;
  const regions = [...picture.regions];
  for (const [region, shown] of event.changes) regions[region] = shown;
  return { ...picture, regions };
}
