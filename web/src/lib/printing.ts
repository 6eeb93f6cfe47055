/** Where things are printed on a tile card: its picture below the name, and the plaque of a place within it. */
import { LETTER, type PlacedName } from "./geometry";
import type { RegionSpec, TileSpec } from "./messages";
import type { Box } from "./viewport.svelte";

const EDGE = 6;
const HEAD = 32;
const FOOT = 20;

/** The box of the picture; without a name above and a kind below it fills the card. */
export function pictureIn({ box: [x, y, width, height] }: RegionSpec, names: boolean, far: boolean): Box {
  const [head, foot] = names ? [HEAD, far ? EDGE : FOOT] : [EDGE, EDGE];
  return [x + EDGE, y + head, width - 2 * EDGE, height - head - foot];
}

export const PLAQUE = { width: 62, height: 36 };

/** The upper right corner of the picture: clear of the name, of the token in the middle and of the counters below. */
export function plaqueIn({ box: [x, y, width] }: RegionSpec, far: boolean): { x: number; y: number; scale: number } {
  const scale = far ? 0.94 : 1;
  return { x: x + width - EDGE - 3 - PLAQUE.width * scale, y: y + HEAD + 3, scale };
}

/** The name in the upper left corner; far out it is larger. */
export function titleIn(name: string, { box: [x, y] }: RegionSpec, far: boolean): PlacedName {
  const size = far ? 24 : 18;
  return { lines: [name], size, x: x + (far ? 9 : 12) + (name.length * LETTER * size) / 2, y: y + 24 };
}

/** Letters of the foot are about this wide, as a share of their size. */
const ITALIC = 0.42;
const LARGEST = 12.5;
const SENTENCE = 10;
/** Pixels that can be read. */
const READABLE = 9.5;

/** What stands at the foot: the kind of the tile, and the first sentence about it where that can be read. */
export function footOf(tile: TileSpec, kind: string, width: number, scale: number): { text: string; size: number } {
  const sentence = /^.*?\.(?= |$)/.exec(tile.text)?.[0] ?? tile.text;
  const text = `${kind}. ${sentence}`;
  const size = Math.min(SENTENCE, (width - 20) / (text.length * ITALIC));
  return sentence && size * scale >= READABLE ? { text, size } : { text: kind, size: LARGEST };
}
