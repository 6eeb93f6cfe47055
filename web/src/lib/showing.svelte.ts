/** Shows what happened, one thing after the other: regions flash, dice fall. Never in the way of the next click. */
import type { MatchEvent } from "./messages";

const DICE_PAUSE = 420;
const PAUSE = 160;
const AWAY_PAUSE = 550;
const LONGEST = 12;

export interface Roll {
  text: string;
  dice: number[][];
  /** Whose dice come first: the last seat that was named with two regions before. */
  seat: number;
}

export class Showing {
  /** Regions that flash, with a number that changes when one flashes again. */
  flashing = $state.raw(new Map<number, number>());
  roll = $state.raw<Roll | null>(null);

  private queue: { event: MatchEvent; pause: number }[] = [];
  private timer = 0;
  private turn = 0;
  private named = -1;

  add(events: MatchEvent[], away = false) {
    for (const event of events) {
      if (event.regions.length > 0 || event.dice || event.seat >= 0) {
        this.queue.push({ event, pause: away ? AWAY_PAUSE : event.dice ? DICE_PAUSE : PAUSE });
      }
    }
    // Whoever has fallen far behind sees only the end.
    this.queue = this.queue.slice(-LONGEST);
    if (!this.timer) this.next();
  }

  light(regions: number[]) {
    this.turn += 1;
    this.flashing = new Map(regions.map((region) => [region, this.turn]));
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.queue = [];
  }

  private next() {
    const shown = this.queue.shift();
    this.timer = 0;
    if (!shown) return;
    const { event, pause } = shown;
    // Whoever goes from one region to another throws; others may say something in between.
    if (event.seat >= 0 && event.regions.length > 1) this.named = event.seat;
    if (event.dice) this.roll = { text: event.text, dice: event.dice, seat: this.named };
    if (event.regions.length > 0) this.light(event.regions);
    this.timer = window.setTimeout(() => this.next(), event.regions.length > 0 || event.dice ? pause : 0);
  }
}
