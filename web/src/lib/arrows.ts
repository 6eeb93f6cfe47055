/** Arrows from one region to the next: short and straight where two boxes face each other, else from counter to counter. */
import { boxOfName, type Circle, counterIn, type PlacedName, seenFrom } from "./geometry";
import type { BoardSpec, RegionSpec } from "./messages";
import type { Box } from "./viewport.svelte";

type Point = [x: number, y: number];

/** How far an arrow reaches into a box, at most and at least. */
const REACH = 30;
const LEAST = 9;
/** Boxes that face each other may have so much between them: tiles lie apart. */
const APART = 20;
/** Half the width of an arrow's head: so near nothing should lie. */
const HEAD = 8;
/** What an arrow leaves free before the counter that it comes from, and before the one that its head points at. */
const TAIL = 6;
const TIP = 13;
const BENDS = [0, 0.12, -0.12, 0.24, -0.24];
const SAMPLES = 24;

export function arrowBetween(
  board: BoardSpec,
  from: number,
  to: number,
  far: boolean,
  names: (PlacedName | null)[],
): string {
  const counters = board.regions.map((region) => counterIn(region, far, board.map?.counter));
  const [start, end] = [counters[from]!, counters[to]!];
  const letters = names.flatMap((name) => (name ? [boxOfName(name)] : []));
  const [u, v] = seenFrom(board, from, to);
  if (u !== board.regions[to]!.label[0]) return aroundTheEdge(start, end, u, v, u < start.x ? 0 : board.width);
  const side = board.map ? null : sideBetween(board.regions[from]!, board.regions[to]!);
  if (side) return acrossTheSide(side, start, end, letters);
  const others = counters.filter((_, at) => at !== from && at !== to);
  return bowBetween(start, end, others, letters);
}

interface Side {
  /** The ends of the common side, on the box that the arrow leaves. */
  ends: [Point, Point];
  /** Which way the other box lies, and how far. */
  way: Point;
  apart: number;
}

/** The side on which two boxes face each other. */
export function sideBetween({ box: a }: RegionSpec, { box: b }: RegionSpec): Side | null {
  const [left, right] = [Math.max(a[0], b[0]), Math.min(a[0] + a[2], b[0] + b[2])];
  const [top, bottom] = [Math.max(a[1], b[1]), Math.min(a[1] + a[3], b[1] + b[3])];
  const facing = (apart: number) => apart >= 0 && apart <= APART;
  if (bottom - top > 2 * HEAD) {
    if (facing(b[0] - a[0] - a[2])) return side([a[0] + a[2], top], [a[0] + a[2], bottom], [1, 0], b[0] - a[0] - a[2]);
    if (facing(a[0] - b[0] - b[2])) return side([a[0], top], [a[0], bottom], [-1, 0], a[0] - b[0] - b[2]);
  }
  if (right - left > 2 * HEAD) {
    if (facing(b[1] - a[1] - a[3])) return side([left, a[1] + a[3]], [right, a[1] + a[3]], [0, 1], b[1] - a[1] - a[3]);
    if (facing(a[1] - b[1] - b[3])) return side([left, a[1]], [right, a[1]], [0, -1], a[1] - b[1] - b[3]);
  }
  return null;
}

const side = (one: Point, other: Point, way: Point, apart: number): Side => ({ ends: [one, other], way, apart });

/** Through the middle of the side, or beside it where a name stands. */
function acrossTheSide({ ends, way, apart }: Side, start: Circle, end: Circle, letters: Box[]): string {
  const [[ax, ay], [bx, by]] = ends;
  let best = { cost: Infinity, path: "" };
  for (const share of [0.5, 0.75, 0.25]) {
    const [x, y] = [ax + (bx - ax) * share, ay + (by - ay) * share];
    const back = room([x, y], [-way[0], -way[1]], start, TAIL);
    const [tx, ty] = [x + way[0] * apart, y + way[1] * apart];
    const ahead = room([tx, ty], way, end, TIP);
    const [sx, sy, ex, ey] = [x - way[0] * back, y - way[1] * back, tx + way[0] * ahead, ty + way[1] * ahead];
    const hidden = along([sx, sy], [ex, ey]).filter((at) => letters.some((box) => within(box, at, HEAD / 2))).length;
    const cost = hidden + (2 * REACH - back - ahead) / 4 + Math.abs(share - 0.5);
    if (cost < best.cost) best = { cost, path: `M${sx} ${sy}L${ex} ${ey}` };
  }
  return best.path;
}

/** How far from a point one can go before one is so near to the counter. */
function room([x, y]: Point, [dx, dy]: Point, { x: cx, y: cy, radius }: Circle, near: number): number {
  const aside = Math.abs((cx - x) * dy) + Math.abs((cy - y) * dx);
  if (aside > radius + HEAD) return REACH;
  const ahead = (cx - x) * dx + (cy - y) * dy - Math.sqrt(Math.max(0, radius ** 2 - aside ** 2)) - near;
  return Math.min(REACH, Math.max(LEAST, ahead));
}

function along([sx, sy]: Point, [ex, ey]: Point): Point[] {
  return Array.from({ length: SAMPLES + 1 }, (_, at): Point => {
    const t = at / SAMPLES;
    return [sx + (ex - sx) * t, sy + (ey - sy) * t];
  });
}

/** From rim to rim, straight unless a slight bend keeps clear of other counters and of names. */
function bowBetween(start: Circle, end: Circle, others: Circle[], letters: Box[]): string {
  let best = { cost: Infinity, path: "" };
  for (const bend of BENDS) {
    const { points, path } = bow(start, end, bend);
    const hit = points.filter(([x, y]) => others.some((one) => Math.hypot(one.x - x, one.y - y) < one.radius + HEAD));
    const hidden = points.filter((at) => letters.some((box) => within(box, at, 1)));
    const cost = hit.length * 10 + hidden.length + Math.abs(bend) * 30;
    if (cost < best.cost) best = { cost, path };
  }
  return best.path;
}

/** An arrow that leaves at one edge and comes in at the other; (u, v) is its end as if the map went on. */
function aroundTheEdge(start: Circle, end: Circle, u: number, v: number, edge: number): string {
  const height = start.y + ((v - start.y) * (edge - start.x)) / (u - start.x);
  const [sx, sy] = towards(start.x, start.y, u, v, start.radius + TAIL);
  const [ex, ey] = towards(u, v, start.x, start.y, end.radius + TIP);
  return `M${sx} ${sy}L${edge} ${height}M${edge + end.x - u} ${height}L${ex + end.x - u} ${ey}`;
}

const within = ([left, top, width, height]: Box, [x, y]: Point, margin: number) =>
  x > left - margin && x < left + width + margin && y > top - margin && y < top + height + margin;

/** A bow from the rim of one counter to the rim of another, pulled to the side by `bend` of its length. */
function bow(start: Circle, end: Circle, bend: number): { points: Point[]; path: string } {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const [cx, cy] = [start.x + dx / 2 - dy * bend, start.y + dy / 2 + dx * bend];
  // Counters that nearly touch leave room for the head alone.
  const free = Math.hypot(dx, dy) - start.radius - end.radius;
  const [tail, head] = free > 40 ? [TAIL, TIP] : [free * 0.1, free * 0.3];
  const [sx, sy] = towards(start.x, start.y, cx, cy, start.radius + tail);
  const [ex, ey] = towards(end.x, end.y, cx, cy, end.radius + head);
  const points = Array.from({ length: SAMPLES + 1 }, (_, at): Point => {
    const t = at / SAMPLES;
    const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
    return [a * sx + b * cx + c * ex, a * sy + b * cy + c * ey];
  });
  return { points, path: bend === 0 ? `M${sx} ${sy}L${ex} ${ey}` : `M${sx} ${sy}Q${cx} ${cy} ${ex} ${ey}` };
}

function towards(x: number, y: number, tx: number, ty: number, by: number): Point {
  const length = Math.hypot(tx - x, ty - y) || 1;
  return [x + ((tx - x) / length) * by, y + ((ty - y) / length) * by];
}
