/** Where regions of a map meet: the part of an outline that faces a neighbour. */
import type { BoardSpec } from "./messages";

type Point = [x: number, y: number];

/** Points of one border are drawn at most so far apart in the two outlines, in units of the canvas. */
const SAME = 1.6;
/** Of a shore that faces another over the water, so much around the end of the lane. */
const SHORE = 17;

/** The rings of an outline that is drawn in straight lines. */
export function ringsOf(path: string): Point[][] {
  const rings: Point[][] = [];
  let [x, y] = [0, 0];
  for (const [, command = "", rest = ""] of path.matchAll(/([a-z])([^a-z]*)/gi)) {
    const numbers = [...rest.matchAll(/-?(?:\d+\.?\d*|\.\d+)/g)].map(Number);
    const [from, relative] = [command.toLowerCase(), command !== command.toUpperCase()];
    const ring = () => rings.at(-1);
    if (from === "z") {
      const start = ring()?.[0];
      if (start) [x, y] = start;
      continue;
    }
    const pace = from === "h" || from === "v" ? 1 : 2;
    for (let at = 0; at + pace <= numbers.length; at += pace) {
      const [first, second = 0] = [numbers[at]!, numbers[at + 1]];
      if (from !== "v") x = relative ? x + first : first;
      if (from === "v") y = relative ? y + first : first;
      else if (from !== "h") y = relative ? y + second : second;
      if (from === "m" && at === 0) rings.push([]);
      ring()?.push([x, y]);
    }
  }
  return rings;
}

const apart = ([x, y]: Point, [u, v]: Point) => Math.hypot(x - u, y - v);

/** Runs of points in a ring, which closes itself. */
function runsOf(ring: Point[], belongs: (point: Point) => boolean): Point[][] {
  const within = ring.map(belongs);
  const start = within.indexOf(false);
  if (start < 0) return [ring];
  const runs: Point[][] = [];
  let run: Point[] = [];
  for (let i = 1; i <= ring.length; i++) {
    const at = (start + i) % ring.length;
    if (within[at]) run.push(ring[at]!);
    else {
      if (run.length > 1) runs.push(run);
      run = [];
    }
  }
  return runs;
}

const known = new WeakMap<BoardSpec, Map<string, string>>();

/** The border of a region towards a neighbour, as a path; where water lies between, the shore at the end of the lane. */
export function edgeTowards(board: BoardSpec, from: number, to: number): string {
  const edges = known.get(board) ?? new Map<string, string>();
  known.set(board, edges);
  const key = `${from}>${to}`;
  const found = edges.get(key) ?? traced(board, from, to);
  edges.set(key, found);
  return found;
}

function traced(board: BoardSpec, from: number, to: number): string {
  const [own, other] = [board.regions[from], board.regions[to]].map((region) => ringsOf(region?.path ?? ""));
  if (!own || !other) return "";
  const theirs = other.flat();
  let runs = own.flatMap((ring) => runsOf(ring, (point) => theirs.some((one) => apart(point, one) <= SAME)));
  if (runs.length === 0) {
    const end = landing(board, own.flat(), theirs);
    if (end) runs = own.flatMap((ring) => runsOf(ring, (point) => apart(point, end) <= SHORE));
  }
  return runs.map((run) => `M${run.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`).join("");
}

/** Where the lane from one shore to the other begins. */
function landing(board: BoardSpec, own: Point[], theirs: Point[]): Point | null {
  const away = (end: Point, shore: Point[]) => Math.min(...shore.map((point) => apart(point, end)));
  let best: Point | null = null;
  let least = 2 * SHORE;
  for (const line of board.links.flatMap((link) => link.lines)) {
    const ends: [Point, Point] = [line[0]!, line.at(-1)!];
    for (const [near, far] of [ends, [ends[1], ends[0]] as [Point, Point]]) {
      const sum = away(near, own) + away(far, theirs);
      if (sum < least) [least, best] = [sum, near];
    }
  }
  return best;
}
