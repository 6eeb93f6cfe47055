/** How what happened is shown, one event after the other: how long each takes, and the board after it. */
import type { MatchEvent, Picture } from "./messages";
import { recall, remember } from "./storage";

export const SPEEDS = ["slow", "normal", "quick", "at once"] as const;
export type Speed = (typeof SPEEDS)[number];

const FACTOR: Record<Speed, number> = { slow: 2, normal: 1, quick: 0.4, "at once": 0 };
const CHANGE = 320;
const DICE = 700;
/** Whoever has fallen this far behind is shown only the end. */
export const MOST_SHOWN = 14;

export function rememberedSpeed(): Speed {
  const kept = recall("speed");
  return SPEEDS.find((speed) => speed === kept) ?? "normal";
}

export const rememberSpeed = (speed: Speed) => remember("speed", speed);

/** How long an event is shown, in milliseconds. What one has just done oneself is known already, but for the dice. */
export function durationOf(event: MatchEvent, viewer: number, speed: Speed): number {
  const own = viewer >= 0 && event.seat === viewer;
  if (event.dice) return DICE * FACTOR[speed];
  const visible = event.changes.length > 0 || event.regions.length > 0;
  return visible && !own ? CHANGE * FACTOR[speed] : 0;
}

/** The board after an event that came upon this one. */
export function patched(picture: Picture, event: MatchEvent): Picture {
  if (event.changes.length === 0) return picture;
  const regions = [...picture.regions];
  for (const [region, shown] of event.changes) regions[region] = shown;
  return { ...picture, regions };
}
