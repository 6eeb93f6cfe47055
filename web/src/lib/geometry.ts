/** Places on the board: the way to a neighbour, names that fit their boxes, doors in shared walls. */
import type { BoardSpec, Path, RegionSpec } from "./messages";
import type { Box } from "./viewport.svelte";

export type Direction = "left" | "right" | "up" | "down";

const UNIT: Record<Direction, [number, number]> = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

/** The region that an arrow key leads to: a neighbour in that direction, else whatever lies there. */
export function regionTowards(board: BoardSpec, from: number, direction: Direction): number {
  const start = board.regions[from];
  if (!start) return from;
  const everything = board.regions.map((_, index) => index);
  return nearest(board, from, start.neighbours, direction, 1) ?? nearest(board, from, everything, direction, 2) ?? from;
}

function nearest(
  board: BoardSpec,
  from: number,
  among: number[],
  direction: Direction,
  sideways: number,
): number | null {
  const [dx, dy] = UNIT[direction];
  const [x, y] = board.regions[from]!.label;
  let best: number | null = null;
  let least = Infinity;
  for (const index of among) {
    if (index === from) continue;
    const [u, v] = seenFrom(board, from, index);
    const along = (u - x) * dx + (v - y) * dy;
    const across = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
    if (along <= 0 || across > along * 2.2) continue;
    const cost = along + across * sideways;
    if (cost < least) [least, best] = [cost, index];
  }
  return best;
}

/** Where a region is seen from another: neighbours at opposite edges of a map meet behind its edge. */
export function seenFrom(board: BoardSpec, from: number, to: number): [number, number] {
  const [x] = board.regions[from]!.label;
  const [u, v] = board.regions[to]!.label;
  const behind = board.map && Math.abs(u - x) > board.width / 2 && board.regions[from]!.neighbours.includes(to);
  return [behind ? u - Math.sign(u - x) * board.width : u, v];
}

export interface FittedName {
  lines: string[];
  size: number;
}

/** Small capitals of the map face are about this wide, as a share of their size. */
export const LETTER = 0.56;

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

export interface PlacedName extends FittedName {
  x: number;
  /** The baseline of the first line. */
  y: number;
}

/** The name of a region where the map has it, or along the top of its box. */
export function nameIn(region: RegionSpec): PlacedName {
  if (region.title) {
    const { at, lines, size } = region.title;
    return { lines, size, x: at[0], y: at[1] };
  }
  const [left, top, width, height] = region.box;
  const fitted = fitName(region.name, width, height, 15.5, 8);
  return { ...fitted, x: left + width / 2, y: top + (height < 56 ? 13 : 17) };
}

/** From one line of a name to the next, as a share of its size. */
export const LINE = 0.95;

export function boxOfName({ lines, size, x, y }: PlacedName): Box {
  const width = Math.max(...lines.map((line) => line.length)) * LETTER * size;
  return [x - width / 2, y - size * 0.8, width, size * (1 + (lines.length - 1) * LINE)];
}

export interface Circle {
  x: number;
  y: number;
  radius: number;
}

/** Counters of a map grow so much when it is small on the screen. */
const GROWTH = 1.45;
/** Rooms so low have no place for a code and a counter above each other. */
const LOW = 66;

/** How large a counter is, and where it stands: on the region's point, but inside its box as far as it fits. A map says
 * what it has `room` for. */
export function counterIn(region: RegionSpec, far: boolean, room = 0): Circle {
  if (room > 0) return { x: region.label[0], y: region.label[1], radius: far ? room * GROWTH : room };
  const [left, top, width, height] = region.box;
  // Counters grow when the board is small on the screen, and shrink in rooms that are low.
  const radius = far ? Math.min(21, height * 0.43) : height < 64 ? 14.5 : 18;
  const lowest = top + height - radius * COUNTER_FOOT;
  if (!far) return { x: region.label[0], y: region.label[1], radius };
  // In a low room the code stands beside the counter, not above it.
  const aside = height < LOW ? Math.max(0, Math.min(radius, left + width - radius * 1.5 - region.label[0])) : 0;
  return { x: region.label[0] + aside, y: Math.min(region.label[1], lowest), radius };
}

/** How large the counters of a board are beside those of a board of tiles, for whatever has its size from them. */
export const counterScale = (board: BoardSpec): number => (board.map ? board.map.counter / 18 : 1);

/** The mark of the seat hangs below the counter's middle by this many radii. */
const COUNTER_FOOT = 1.14;

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

interface LinkName {
  x: number;
  y: number;
  upright: boolean;
  lines: string[];
}

/** Letters of a link's name are about this wide. */
const LINK_LETTER = 5.2;

/** Where a link's name stands: beside the middle of its longest piece; over and under one that is shorter than it. */
export function linkLabel(name: string, lines: [number, number][][]): LinkName | null {
  let best: LinkName | null = null;
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
      if (upright) best = { x: x1 + 7, y: Math.min(y1, y2) + length * 0.25 + 3.5, upright, lines: [name] };
      else
        best = {
          x: (x1 + x2) / 2,
          y: y1 - 6,
          upright,
          lines: name.length * LINK_LETTER + 12 > length ? halved(name) : [name],
        };
    }
  }
  return best;
}

function halved(name: string): string[] {
  const [first = "", ...rest] = name.split(" ");
  return rest.length > 0 ? [first, rest.join(" ")] : [first];
}

/** Whether a point lies on the edge of a region's box (or in it): where a link ends. */
export function touches(region: RegionSpec, [x, y]: [number, number]): boolean {
  const [left, top, width, height] = region.box;
  return x >= left - 1 && x <= left + width + 1 && y >= top - 1 && y <= top + height + 1;
}

/** The box around a group: left, top, width, height. */
function groupBox(board: BoardSpec, group: number): [number, number, number, number] {
  return boxAround(board.regions.filter((region) => region.group === group).map((region) => region.box));
}

/** Letters of a group's name, in spaced small capitals, are about this wide. */
const GROUP_LETTER = 10;

/** Where the name of a group begins on a floor plan: where the board says, or above its upper left corner; to the right of
 * a lane that would cross it there. */
export function groupLabel(board: BoardSpec, group: number): { x: number; y: number } {
  const said = board.groups[group]?.label;
  if (said) return { x: said[0], y: said[1] };
  const [left, top] = groupBox(board, group);
  const width = (board.groups[group]?.name.length ?? 0) * GROUP_LETTER;
  const lanes = board.links
    .flatMap((link) => link.lines.flat())
    .filter(([, y]) => Math.abs(y - top) < 2)
    .map(([x]) => x)
    .sort((a, b) => a - b);
  let x = left - 2;
  for (const lane of lanes) if (lane > x - 6 && lane < x + width) x = lane + 8;
  return { x, y: top - 8 };
}

/** The box around the open regions and the places that links between them lead through. */
export function boxInPlay(board: BoardSpec, open: (region: number) => boolean): [number, number, number, number] {
  const regions = board.regions.filter((_, index) => open(index));
  const ends = (line: [number, number][]) =>
    [line[0], line.at(-1)].some((end) => end && regions.some((region) => touches(region, end)));
  const places = board.links.flatMap((link) => (link.box && link.lines.filter(ends).length > 1 ? [link.box] : []));
  return boxAround([...regions.map((region) => region.box), ...places]);
}

export function boxAround(boxes: [number, number, number, number][]): [number, number, number, number] {
  const left = Math.min(...boxes.map((box) => box[0]));
  const top = Math.min(...boxes.map((box) => box[1]));
  const right = Math.max(...boxes.map((box) => box[0] + box[2]));
  const bottom = Math.max(...boxes.map((box) => box[1] + box[3]));
  return [left, top, right - left, bottom - top];
}

/** The middle of a way from its first region to its last. */
export function halfway(board: BoardSpec, regions: number[]): [number, number] {
  const ends = [regions[0]!, regions.at(-1)!].map((region) => board.regions[region]!.box);
  const [x, y] = [0, 1].map((at) => ends.reduce((sum, box) => sum + box[at]! + box[at + 2]! / 2, 0) / 2);
  return [x!, y!];
}

/** A way through the middles of regions. Where it leads around the board it leaves at an edge and comes in opposite. */
export function courseOf(board: BoardSpec, { regions, around }: Pick<Path, "regions" | "around">): string {
  const middle = (at: number): [number, number] => {
    const [x, y, width, height] = board.regions[at]!.box;
    return [x + width / 2, y + height / 2];
  };
  let path = "";
  regions.forEach((region, at) => {
    const [x, y] = middle(region);
    const before = regions[at - 1];
    if (before === undefined) {
      path += `M${x} ${y}`;
    } else if (!around || board.regions[before]!.neighbours.includes(region)) {
      path += `L${x} ${y}`;
    } else {
      const [fromX, fromY] = middle(before);
      const [, , width, height] = board.regions[region]!.box;
      // The straight way leads through the board, so the way around leads the other way.
      const sideways = Math.abs(x - fromX) > Math.abs(y - fromY);
      const [dx, dy] = sideways
        ? [-Math.sign(x - fromX) * Math.round(width * 0.56), 0]
        : [0, -Math.sign(y - fromY) * Math.round(height * 0.57)];
      path += `L${fromX + dx} ${fromY + dy}M${x - dx} ${y - dy}L${x} ${y}`;
    }
  });
  return path;
}
