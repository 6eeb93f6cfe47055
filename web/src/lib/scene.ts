/** What the parts of a page that shows a match have in common: the page provides it once, and they ask for it. */
import { createContext } from "svelte";
import type { Choosing } from "./choosing.svelte";
import type { LiveMatch } from "./live.svelte";
import type { Catalogue, MatchInfo, State } from "./messages";
import type { Showing } from "./showing.svelte";
import type { Standing } from "./standing.svelte";

/** A match that is played or looked back at. */
export interface Scene {
  readonly info: MatchInfo;
  readonly catalogue: Catalogue;
  /** Their names, by seat. */
  readonly players: string[];
  readonly state: State;
  readonly showing: Showing;
  openClause(clause: string): void;
  /** Let a bot of another level play a seat, where the match is played. */
  readonly changeLevel?: (seat: number, bot: string) => void;
  /** Show where something was or would be. */
  light(regions: number[]): void;
}

/** A match that is played. */
export interface Play extends Scene {
  /** Ask for `info` anew. */
  refresh(): Promise<void>;
  readonly live: LiveMatch;
  readonly choosing: Choosing;
  readonly standing: Standing;
}

export const [useScene, provideScene] = createContext<Scene>();
export const [usePlay, providePlay] = createContext<Play>();
