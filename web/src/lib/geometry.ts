/** Places on the board: the way to a neighbour, names that fit their boxes, doors in shared walls. */
import type { BoardSpec, RegionSpec } from "./messages";

export type Direction = "left" | "right" | "up" | "down";

const UNIT: Record<Direction, [number, number]> = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

/** The region that an arrow key leads to: a neighbour in that direction, else whatever lies there. */
export function regionTowards(board: BoardSpec, from: number, direction: Direction): number {
  const start = board.regions[from];
  if (!start) return from;
  const everything = board.regions.map((_, index) => index);
  return nearest(board, from, start.neighbours, direction, 1) ?? nearest(board, from, everything, direction, 2) ?? from;
}

function nearest(board: BoardSpec, from: number, among: number[], direction: Direction, sideways: number): number | null {
  const [dx, dy] = UNIT[direction];
  const [x, y] = board.regions[from]!.label;
  let best: number | null = null;
  let least = Infinity;
  for (const index of among) {
    if (index === from) continue;
    const [u, v] = board.regions[index]!.label;
    const along = (u - x) * dx + (v - y) * dy;
    const across = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
    if (along <= 0 || across > along * 2.2) continue;
    const cost = along + across * sideways;
    if (cost < least) [least, best] = [cost, index];
  }
  return best;
}

export interface FittedName {
  lines: string[];
  size: number;
}

/** Small capitals of the map face are about this wide, as a share of their size. */
const LETTER = 0.56;

/** A name in at most two lines, as large as its box allows, between `least` and `most`. */
export function fitName(name: string, width: number, height: number, most: number, least: number): FittedName {
  const room = width - 10;
  const fits = (lines: string[]) => Math.min(...lines.map((line) => room / (line.length * LETTER)));
  const one = [name];
  const single = Math.min(most, fits(one));
  // A second line takes the height of the counter below it: only where the box is tall, or the name would be tiny.
  if (single >= Math.min(most, 12) || height < 74) return { lines: one, size: Math.max(single, least) };
  const words = name.split(" ");
  let best: FittedName = { lines: one, size: single };
  for (let cut = 1; cut < words.length; cut++) {
    const lines = [words.slice(0, cut).join(" "), words.slice(cut).join(" ")];
    const size = Math.min(most, fits(lines));
    if (size > best.size) best = { lines, size };
  }
  return { ...best, size: Math.max(best.size, least) };
}

export interface Door {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

const RECTANGLE = /^M-?[\d.]+ -?[\d.]+h-?[\d.]+v-?[\d.]+h-?[\d.]+z$/i;
const DOOR = 20;

/** Openings in the walls that neighbouring rectangular rooms share. Other shapes have borders, not walls. */
export function doorsOf(board: BoardSpec, open: (region: number) => boolean): Door[] {
  return board.regions.flatMap((region, index) =>
    RECTANGLE.test(region.path) && open(index)
      ? region.neighbours.flatMap((other) => {
          const next = board.regions[other];
          if (!next || other < index || !open(other) || !RECTANGLE.test(next.path)) return [];
          const door = doorBetween(region, next);
          return door ? [door] : [];
        })
      : [],
  );
}

function doorBetween(a: RegionSpec, b: RegionSpec): Door | null {
  const [ax, ay, aw, ah] = a.box;
  const [bx, by, bw, bh] = b.box;
  const half = DOOR / 2;
  for (const x of [ax, ax + aw]) {
    const top = Math.max(ay, by);
    const bottom = Math.min(ay + ah, by + bh);
    if ((x === bx || x === bx + bw) && bottom - top >= DOOR + 6) {
      const middle = (top + bottom) / 2;
      return { x1: x, y1: middle - half, x2: x, y2: middle + half };
    }
  }
  for (const y of [ay, ay + ah]) {
    const left = Math.max(ax, bx);
    const right = Math.min(ax + aw, bx + bw);
    if ((y === by || y === by + bh) && right - left >= DOOR + 6) {
      const middle = (left + right) / 2;
      return { x1: middle - half, y1: y, x2: middle + half, y2: y };
    }
  }
  return null;
}

/** Where a link's name stands: beside the middle of its longest piece. */
export function linkLabel(lines: [number, number][][]): { x: number; y: number; upright: boolean } | null {
  let best: { x: number; y: number; upright: boolean } | null = null;
  let longest = 0;
  for (const line of lines) {
    for (let at = 1; at < line.length; at++) {
      const [x1, y1] = line[at - 1]!;
      const [x2, y2] = line[at]!;
      const length = Math.hypot(x2 - x1, y2 - y1);
      if (length <= longest) continue;
      longest = length;
      const upright = Math.abs(y2 - y1) > Math.abs(x2 - x1);
      // Upright pieces carry their name near the upper end, above what is written over the next building.
      const share = upright ? 0.25 : 0.5;
      best = { x: x1 + (x2 - x1) * share, y: Math.min(y1, y2) + Math.abs(y2 - y1) * share, upright };
    }
  }
  return best;
}

/** Whether a point lies on the edge of a region's box (or in it): where a link ends. */
export function touches(region: RegionSpec, [x, y]: [number, number]): boolean {
  const [left, top, width, height] = region.box;
  return x >= left - 1 && x <= left + width + 1 && y >= top - 1 && y <= top + height + 1;
}

/** The box around a group: left, top, width, height. */
export function groupBox(board: BoardSpec, group: number): [number, number, number, number] {
  return boxAround(board.regions.filter((region) => region.group === group).map((region) => region.box));
}

/** The box around the open regions and the places that links between them lead through. */
export function boxInPlay(board: BoardSpec, open: (region: number) => boolean): [number, number, number, number] {
  const regions = board.regions.filter((_, index) => open(index));
  const ends = (line: [number, number][]) => [line[0], line.at(-1)].some((end) => end && regions.some((region) => touches(region, end)));
  const places = board.links.flatMap((link) => (link.box && link.lines.filter(ends).length > 1 ? [link.box] : []));
  return boxAround([...regions.map((region) => region.box), ...places]);
}

function boxAround(boxes: [number, number, number, number][]): [number, number, number, number] {
  const left = Math.min(...boxes.map((box) => box[0]));
  const top = Math.min(...boxes.map((box) => box[1]));
  const right = Math.max(...boxes.map((box) => box[0] + box[2]));
  const bottom = Math.max(...boxes.map((box) => box[1] + box[3]));
  return [left, top, right - left, bottom - top];
}
