/** Shows what happened, one event after the other, with the board as it was after each: never ahead of its dice. */
import type { MatchEvent, Picture } from "./messages";
import { durationOf, MOST_SHOWN, patched, rememberedSpeed, rememberSpeed, type Speed } from "./pace";
import { lostBy, type Reveal, type Sides, sidesAfter, withReveals } from "./story";

/** Of the time for a roll or a reveal, the part in which it lies there before anything comes of it. */
const BEFORE_OUTCOME = 0.6;
/** How long dice and banners stay when nothing takes their place, in milliseconds. */
const LINGERS = 3000;

export interface Roll {
  n: number;
  text: string;
  dice: number[][];
  /** Whose dice they are, and where; null for a roll that belongs to no battle. */
  sides: Sides | null;
  /** The region that it is about, as far as was told; negative: none. */
  place: number;
  /** How many each seat loses by it. */
  lost: Map<number, number>;
}

interface Step {
  /** What is said to be happening. */
  event: MatchEvent;
  reveal: Reveal<MatchEvent> | null;
  lasts: (speed: Speed) => number;
  board: () => Picture;
  /** Tell it, and what comes of it. */
  begin: () => void;
  end: () => void;
}
/** What is shown next: an event, or that all of a state has been shown. */
type Item = Step | (() => void);

export class Showing {
  /** Regions that flash, with a number that changes when one flashes again. */
  flashing = $state.raw(new Map<number, number>());
  roll = $state.raw<Roll | null>(null);
  /** A blow, for a moment over the board. */
  blow = $state.raw<MatchEvent | null>(null);
  /** What is turned up, side by side: while it happens, or as long as somebody looks at it again. */
  reveal = $state.raw<Reveal<MatchEvent> | null>(null);
  /** Whether what came of the reveal may be seen. */
  settled = $state(false);
  /** The board after the event that is being shown; null while the latest is shown. */
  picture = $state.raw<Picture | null>(null);
  /** What is being shown. */
  event = $state.raw<MatchEvent | null>(null);
  speed = $state<Speed>(rememberedSpeed());

  private queue: Item[] = [];
  private timer = 0;
  private lingering = 0;
  private rest: (() => void) | null = null;
  private turn = 0;
  private sides: Sides | null = null;
  /** The region that was told of last, in which entry. */
  private told = { n: -1, region: -1 };

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
    const rolls = events.filter((event) => event.dice).length;
    const telling = (some: E[]) => () => some.forEach((event) => tell(event, this.put(event, board)));
    const steps = withReveals(events).map((one): Step => {
      const reveal = "shown" in one ? one : null;
      const event = reveal ? reveal.shown[0]! : (one as E);
      // Dice lie there before anything is lost, and so does what is turned up before anything comes of it.
      const [first, later] = reveal ? [reveal.shown, reveal.outcome] : event.dice ? [[], [event]] : [[event], []];
      const lasts = (speed: Speed) => durationOf(event, viewer, speed, rolls);
      return { event, reveal, lasts, board, begin: telling(first), end: telling(later) };
    });
    this.queue.push(...steps, () => {
      this.picture = null;
      arrive();
    });
    if (!this.timer) this.next();
  }

  /** Events that nobody watches: told, and nothing is shown of them. */
  pass<E extends MatchEvent>(
    events: E[],
    board: () => Picture,
    tell: (event: E, before: Picture) => void,
    arrive: () => void,
  ) {
    this.skip();
    this.recall(events);
    for (const event of events) tell(event, this.put(event, board));
    this.picture = null;
    arrive();
  }

  /** What was told before anything is shown: dice that come now may belong to a battle that began then. */
  recall(events: MatchEvent[]) {
    for (const event of events) this.follow(event);
  }

  light(regions: number[]) {
    this.turn += 1;
    this.flashing = new Map(regions.map((region) => [region, this.turn]));
  }

  /** Look again at what was turned up. */
  look(reveal: Reveal<MatchEvent>) {
    this.skip();
    [this.reveal, this.settled] = [reveal, true];
  }

  /** All that is left, at once. */
  skip() {
    clearTimeout(this.timer);
    this.timer = 0;
    const rest = this.rest;
    this.rest = null;
    rest?.();
    for (let item = this.queue.shift(); item; item = this.queue.shift()) {
      if (typeof item === "function") item();
      else this.tellAll(item);
    }
    this.clear();
    this.roll = this.blow = null;
  }

  /** Nothing more, whatever is left. */
  stop() {
    clearTimeout(this.timer);
    clearTimeout(this.lingering);
    this.timer = 0;
    this.rest = null;
    this.queue = [];
    this.clear();
    this.picture = this.roll = this.blow = null;
  }

  private clear() {
    this.event = this.reveal = null;
  }

  private tellAll(step: Step) {
    this.follow(step.event);
    step.begin();
    step.end();
  }

  /** Lay the board out as it is after an event; the board before. */
  private put(event: MatchEvent, board: () => Picture): Picture {
    const before = this.picture ?? board();
    this.picture = patched(before, event);
    return before;
  }

  private next(): void {
    this.timer = 0;
    const step = this.queue.shift();
    if (!step) return this.clear();
    if (typeof step === "function") {
      step();
      return this.next();
    }
    const far = this.queue.length > MOST_SHOWN;
    const lasts = far ? 0 : step.lasts(this.speed);
    if (!far) this.lay(step);
    if (lasts === 0) {
      this.tellAll(step);
      return this.next();
    }
    const { event, reveal } = step;
    this.event = event;
    [this.reveal, this.settled] = [reveal, false];
    this.follow(event);
    if (event.role === "battle") this.roll = null;
    const places = (reveal?.shown ?? [event]).flatMap((one) => one.regions);
    if (places.length > 0) this.light(places);
    step.begin();
    this.rest = () => {
      this.rest = null;
      this.settled = true;
      step.end();
    };
    const before = event.dice || reveal ? lasts * BEFORE_OUTCOME : 0;
    const settle = () => {
      this.rest?.();
      this.timer = window.setTimeout(() => this.next(), lasts - before);
    };
    if (before > 0) this.timer = window.setTimeout(settle, before);
    else settle();
  }

  private follow(event: MatchEvent) {
    this.sides = sidesAfter(event, this.sides);
    if (event.regions.length === 1) this.told = { n: event.n, region: event.regions[0]! };
  }

  /** The dice of both sides; where they are told one after the other, beside those that lie there. */
  private diceOf(event: MatchEvent, dice: number[][]): number[][] {
    const { sides, roll } = this;
    if (!sides || dice.length > 1) return dice;
    const side = event.seats[0] === sides.attacker ? 0 : 1;
    const before = roll?.n === event.n && roll.sides === sides && !roll.dice[side]?.length ? roll.dice : [[], []];
    return before.map((own, at) => (at === side ? dice[0]! : own));
  }

  /** Dice and blows lie on the board a little longer than their turn. */
  private lay({ event, board }: Step) {
    if (!event.dice && event.role !== "blow") return;
    if (event.dice) {
      const lost = lostBy(event, this.picture ?? board());
      const place = this.sides?.target ?? (this.told.n === event.n ? this.told.region : -1);
      this.roll = {
        n: event.n,
        text: event.text,
        dice: this.diceOf(event, event.dice),
        sides: this.sides,
        place,
        lost,
      };
    }
    if (event.role === "blow") this.blow = event;
    clearTimeout(this.lingering);
    this.lingering = window.setTimeout(() => (this.roll = this.blow = null), LINGERS);
  }
}
