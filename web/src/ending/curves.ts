/** Where the curves of a match run: places in an SVG, from what the seats had at each point. */
import type { Curve, Summary } from "../lib/messages";

export type Point = Summary["points"][number];

export interface Frame {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Round figures from 0 to at least `most`, no more than five of them. */
export function ticksTo(most: number): number[] {
  const step = [1, 2, 5].flatMap((one) => [1, 10, 100, 1000].map((ten) => one * ten));
  const fitting = step.sort((a, b) => a - b).find((one) => one * 4 >= most) ?? most;
  return Array.from({ length: Math.max(1, Math.ceil(most / fitting)) + 1 }, (_, at) => at * fitting);
}

/** Which points get a label below: all of them, or so many that they do not run into one another. */
export function labelled(count: number, room: number): number[] {
  const every = Math.max(1, Math.ceil((count * MIN_LABEL) / room));
  const last = count - 1;
  return Array.from({ length: count }, (_, at) => at).filter(
    (at) => at === last || (at % every === 0 && last - at >= every * 0.7),
  );
}
const MIN_LABEL = 26;

export const nameOf = (point: Point): string =>
  point.over ? "End" : point.round === 0 ? "Setup" : String(point.round);

export class Plot {
  readonly ticks: number[];
  private readonly most: number;

  constructor(
    readonly curve: Curve,
    readonly points: Point[],
    readonly frame: Frame,
  ) {
    this.ticks = ticksTo(Math.max(1, ...curve.values.flat()));
    this.most = this.ticks.at(-1)!;
  }

  /** By the place among the points, which may lie between two of them. */
  x(at: number): number {
    const { left, right, width } = this.frame;
    const steps = this.points.length - 1;
    return steps === 0 ? (left + width - right) / 2 : left + ((width - left - right) * at) / steps;
  }

  y(value: number): number {
    const { top, bottom, height } = this.frame;
    return height - bottom - ((height - top - bottom) * value) / this.most;
  }

  path(seat: number): string {
    return (this.curve.values[seat] ?? [])
      .map((value, at) => `${at ? "L" : "M"}${round(this.x(at))} ${round(this.y(value))}`)
      .join("");
  }

  /** Where a moment lies that is none of the points. */
  xOf(n: number): number {
    const after = this.points.findIndex((point) => point.n >= n);
    if (after <= 0) return this.x(after === 0 ? 0 : this.points.length - 1);
    const [a, b] = [this.points[after - 1]!.n, this.points[after]!.n];
    return this.x(after - 1 + (n - a) / (b - a));
  }

  /** The ends of all curves, moved apart so that the marks beside them can be told from one another. */
  ends(gap: number): number[] {
    const { top, height, bottom } = this.frame;
    return spread(
      this.curve.values.map((values) => this.y(values.at(-1) ?? 0)),
      gap,
      top,
      height - bottom,
    );
  }
}

const round = (value: number) => Math.round(value * 10) / 10;

/** The same places in the same order, at least `gap` apart, within bounds as far as there is room. */
export function spread(wanted: number[], gap: number, least: number, most: number): number[] {
  const order = wanted.map((_, at) => at).sort((a, b) => wanted[a]! - wanted[b]! || a - b);
  const places = [...wanted];
  let free = least;
  for (const at of order) free = (places[at] = Math.max(places[at]!, free)) + gap;
  let room = most;
  for (const at of order.reverse()) room = (places[at] = Math.min(places[at]!, room)) - gap;
  return places;
}
