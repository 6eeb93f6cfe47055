/** The emblems of the game that is shown. A page that shows a game provides them; whatever draws one asks by its word. */
import { getContext, setContext } from "svelte";
import type { EmblemSpec } from "./messages";

const KEY = Symbol("emblems");

/** The drawing for a word, if the game has one: what has none is left to its name. */
export type Drawings = (word: string) => EmblemSpec | undefined;

export const provideEmblems = (emblems: () => EmblemSpec[]): Drawings =>
  setContext<Drawings>(KEY, (word) => emblems().find((one) => one.word === word));

export const drawings = (): Drawings => getContext<Drawings>(KEY);

export const colourOf = (emblem: EmblemSpec | undefined): string =>
  emblem && emblem.colour !== "ink" ? `var(--emblem-${emblem.colour})` : "currentColor";
