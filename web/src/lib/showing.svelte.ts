/** Shows what happened, one event after the other, with the board as it was after each: never ahead of its dice. */
import type { MatchEvent, Picture } from "./messages";
import { durationOf, MOST_SHOWN, patched, rememberedSpeed, rememberSpeed, type Speed } from "./pace";

/** Of the time for a roll, the part in which the dice lie there before anything is lost. */
const BEFORE_LOSSES = 0.6;

export interface Roll {
  text: string;
  dice: number[][];
  /** Whose dice come first: the last seat that was named with two regions before. */
  seat: number;
  /** Where it is thrown. */
  region: number;
}

interface Step {
  event: MatchEvent;
  viewer: number;
  tell: () => void;
}
/** What is shown next: an event, or that all of a state has been shown. */
type Item = Step | (() => void);

export class Showing {
  /** Regions that flash, with a number that changes when one flashes again. */
  flashing = $state.raw(new Map<number, number>());
  roll = $state.raw<Roll | null>(null);
  /** The board after the event that is being shown; null while the latest is shown. */
  picture = $state.raw<Picture | null>(null);
  /** What is being shown. */
  event = $state.raw<MatchEvent | null>(null);
  speed = $state<Speed>(rememberedSpeed());

  private queue: Item[] = [];
  private timer = 0;
  private rest: (() => void) | null = null;
  private turn = 0;
  private named = -1;
  private battle = -1;

  get running(): boolean {
    return this.event !== null;
  }

  setSpeed(speed: Speed) {
    this.speed = speed;
    rememberSpeed(speed);
    if (speed === "at once") this.skip();
  }

  /** Show events upon the picture that lies there when their turn comes, telling each as it is shown; then `arrive`. */
  play<E extends MatchEvent>(
    events: E[],
    viewer: number,
    board: () => Picture,
    tell: (event: E, before: Picture) => void,
    arrive: () => void,
  ) {
    const steps = events.map((event) => ({ event, viewer, tell: () => tell(event, this.put(event, board)) }));
    this.queue.push(...steps, () => {
      this.picture = null;
      arrive();
    });
    if (!this.timer) this.next();
  }

  light(regions: number[]) {
    this.turn += 1;
    this.flashing = new Map(regions.map((region) => [region, this.turn]));
  }

  /** All that is left, at once. */
  skip() {
    clearTimeout(this.timer);
    this.timer = 0;
    const rest = this.rest;
    this.rest = null;
    rest?.();
    for (let item = this.queue.shift(); item; item = this.queue.shift())
      (typeof item === "function" ? item : item.tell)();
    this.event = null;
  }

  /** Nothing more, whatever is left. */
  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.rest = null;
    this.queue = [];
    this.event = null;
    this.picture = null;
  }

  /** Lay the board out as it is after an event; the board before. */
  private put(event: MatchEvent, board: () => Picture): Picture {
    const before = this.picture ?? board();
    this.picture = patched(before, event);
    return before;
  }

  private next(): void {
    this.timer = 0;
    const item = this.queue.shift();
    if (!item) {
      this.event = null;
      return;
    }
    if (typeof item === "function") {
      item();
      return this.next();
    }
    const { event, viewer, tell } = item;
    const far = this.queue.length > MOST_SHOWN;
    const lasts = far ? 0 : durationOf(event, viewer, this.speed);
    // Whoever goes from one region to another throws; others may say something in between.
    if (event.seat >= 0 && event.regions.length > 1) [this.named, this.battle] = [event.seat, event.regions[0] ?? -1];
    if (lasts === 0) {
      if (event.dice && !far) this.throwDice(event);
      tell();
      return this.next();
    }
    this.event = event;
    if (event.dice) this.throwDice(event);
    if (event.regions.length > 0) this.light(event.regions);
    const before = event.dice ? lasts * BEFORE_LOSSES : 0;
    const change = () => {
      this.rest = null;
      tell();
      this.timer = window.setTimeout(() => this.next(), lasts - before);
    };
    if (before === 0) return change();
    this.rest = () => {
      this.rest = null;
      tell();
    };
    this.timer = window.setTimeout(change, before);
  }

  private throwDice(event: MatchEvent) {
    if (event.dice)
      this.roll = { text: event.text, dice: event.dice, seat: this.named, region: event.regions[0] ?? this.battle };
  }
}
