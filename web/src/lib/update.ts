/** The state after an update: what it brings is new, and all else is as it was, down to the very objects. */
import type { State, Update } from "./messages";

export function stateAfter(before: State, update: Update): State {
  const { picture, regions, ...changed } = update;
  const parts = { ...before.picture, ...picture };
  if (regions) {
    parts.regions = [...parts.regions];
    for (const [number, region] of regions) parts.regions[number] = region;
  }
  return { ...before, ...changed, type: "state", picture: picture || regions ? parts : before.picture };
}
