/** Which sound belongs to what happened. */
import type { MatchEvent, Picture } from "../lib/messages";

/** From the one that matters least to the one that is heard before all others. */
export const SOUND_NAMES = ["dice", "won", "lost", "turn", "end"] as const;
export type SoundName = (typeof SOUND_NAMES)[number];

/** Who holds each region, as far as it has been told. */
export type Owners = Map<number, number>;

export const ownersOf = (picture: Picture): Owners =>
  new Map(picture.regions.map((region, at) => [at, region.owner] as const));

/** What a seat hears of events, one after the other; `owners` goes along with them. */
export function heardOf(events: MatchEvent[], owners: Owners, seat: number): SoundName[] {
  return events.flatMap((event) => {
    const heard: SoundName[] = event.dice ? ["dice"] : [];
    for (const [region, { owner }] of event.changes) {
      const before = owners.get(region);
      owners.set(region, owner);
      if (seat < 0 || owner === before) continue;
      if (before === seat) heard.push("lost");
      // Ground that nobody held has been claimed, not won.
      else if (owner === seat && before !== undefined && before >= 0) heard.push("won");
    }
    return heard;
  });
}

/** Of sounds that would fall together the one that matters most. */
export function loudest(heard: SoundName[]): SoundName | null {
  return heard.reduce<SoundName | null>(
    (best, name) => (best === null || SOUND_NAMES.indexOf(name) > SOUND_NAMES.indexOf(best) ? name : best),
    null,
  );
}
