/** How a player makes a choice: cards and regions first (from, to), then a count, then confirm. Escape steps back. */
import { actionAt, type Choice, pack } from "./actions";
import type { BoardSpec, KindSpec, Picture } from "./messages";

export class Choosing {
  choices = $state.raw<Choice[]>([]);
  picked = $state.raw<number[]>([]);
  /** Cards picked from the hand. */
  cards = $state.raw<string[]>([]);
  /** The choice whose count is being set, or which waits to be confirmed; and what else the same clicks can mean. */
  current = $state.raw<Choice | null>(null);
  others = $state.raw<Choice[]>([]);
  count = $state(0);
  /** An attack of one roll that may be declared again and again. */
  private attacking = -1;

  constructor(private readonly play: (action: number) => void) {}

  /** A new state: start afresh, but keep the chosen region while something can still be done from it. Where all that is
   * to be chosen is a number, `ask` for it at once. */
  offer(choices: Choice[], ask = true) {
    const kept = this.picked[0];
    const wasDeep = this.picked.length > 1 || this.current !== null || this.cards.length > 0;
    this.choices = choices;
    this.current = null;
    this.cards = [];
    this.count = 0;
    const still =
      !wasDeep &&
      kept !== undefined &&
      choices.some((one) => one.regions[0] === kept && one.regions.length > 1 && this.allowed(one));
    this.picked = still ? [kept] : [];
    const [only] = choices;
    if (ask && only?.counted && choices.length === 1 && only.regions.length === 0 && only.cards.length === 0) {
      this.others = [];
      this.current = only;
      this.count = only.most;
    }
    this.resume();
  }

  /** The attack that was just rolled for, if it can go on: the same question again, with new odds. */
  private resume() {
    const again = this.choices.find((choice) => choice.first === this.attacking);
    if (!again) return;
    this.picked = again.regions;
    this.others = this.ready.filter((choice) => choice !== again);
    this.current = again;
  }

  /** Choices that agree with the cards and regions picked so far. What has no region, such as the end of a turn, does. */
  open = $derived(
    this.choices.filter(
      (choice) =>
        (choice.regions.length === 0 || this.picked.every((region, at) => choice.regions[at] === region)) &&
        this.cards.every((card) => choice.cards.includes(card)),
    ),
  );

  /** Those that a click on the board can lead to: what only a card allows begins with a click on the card. */
  private onBoard = $derived(this.open.filter((choice) => this.allowed(choice)));

  /** Regions that a click can pick next. */
  targets = $derived(
    new Set(
      this.onBoard.flatMap((choice) =>
        choice.regions.length > this.picked.length ? [choice.regions[this.picked.length]!] : [],
      ),
    ),
  );

  /** Regions that could be picked instead of the first one. */
  sources = $derived(
    new Set(this.choices.filter((choice) => this.allowed(choice)).flatMap((choice) => choice.regions.slice(0, 1))),
  );

  /** Cards that a click can pick next, or instead. */
  playable = $derived(new Set(this.choices.flatMap((choice) => choice.cards)));

  /** Choices for which all regions are picked. */
  private ready = $derived(this.onBoard.filter((choice) => choice.regions.length === this.picked.length));

  private allowed(choice: Choice): boolean {
    if (choice.needs !== undefined) return this.cards.includes(choice.needs);
    return choice.cards.length === 0 || choice.cards.some((card) => this.cards.includes(card));
  }

  get choosing(): boolean {
    return this.targets.size > 0 || this.picked.length > 0;
  }

  pick(region: number, picture: Picture, seat: number) {
    if (!this.targets.has(region) || this.current) {
      // Another source may be picked at any time; a second click on the picked one lets it go.
      const again = this.picked.at(-1) === region;
      this.cancel();
      if (again || !this.sources.has(region)) return;
    }
    const picked = [...this.picked, region];
    this.picked = picked;
    if (this.onBoard.some((choice) => choice.regions.length > picked.length)) return;
    const [first, ...others] = this.ready;
    // Attacks between the same two places are alternatives; anything else is chosen from the list.
    if (first && others.every((choice) => !choice.counted && isAttack(choice, picture, seat)))
      this.settle(first, picture, seat, others);
  }

  /** A card from the hand, besides those picked before if they go together; a second click lets it go. */
  pickCard(card: string, picture: Picture, seat: number) {
    const again = this.cards.includes(card);
    const together = !this.current && this.open.some((choice) => choice.cards.includes(card));
    if (again || !together) this.cancel();
    if (again) return;
    this.cards = [...this.cards, card];
    const [only, ...others] = this.open;
    if (only && others.length === 0) this.take(only, picture, seat);
  }

  /** From the list: everything but the count is chosen at once. */
  take(choice: Choice, picture: Picture, seat: number) {
    this.picked = choice.regions;
    this.settle(choice, picture, seat);
  }

  private settle(choice: Choice, picture: Picture, seat: number, others: Choice[] = []) {
    this.attacking = -1;
    const fixed = !choice.counted || choice.least === choice.most;
    // What a card does is done for good.
    if (fixed && choice.cards.length === 0 && !isAttack(choice, picture, seat)) {
      this.cancel();
      this.play(choice.first);
      return;
    }
    this.current = choice;
    this.others = others;
    // Troops are usually sent or placed all together; what is paid or bid begins low.
    this.count = choice.regions.length > 0 ? choice.most : choice.least;
  }

  setCount(count: number) {
    if (this.current) this.count = Math.min(this.current.most, Math.max(this.current.least, Math.round(count)));
  }

  confirm(choice: Choice | null = this.current) {
    if (!choice) return;
    const action = actionAt(choice, this.count);
    this.cards = [];
    // An attack of one roll among others is often followed by the next: the question stays until it cannot be asked.
    this.attacking = choice === this.current && this.others.length > 0 ? choice.first : -1;
    if (this.attacking >= 0) return this.play(action);
    this.current = null;
    // The source stays picked: one often goes on from the same place.
    this.picked = choice.regions.slice(0, choice.regions.length > 1 ? 1 : 0);
    this.play(action);
  }

  /** One step back; false if there was nothing to step back from. */
  back(): boolean {
    this.attacking = -1;
    if (this.current) {
      // A card that leads to one thing only would lead there again.
      if (this.open.length === 1) this.cards = [];
      this.current = null;
      this.picked = this.picked.slice(0, -1);
      return true;
    }
    if (this.picked.length === 0 && this.cards.length > 0) {
      this.cards = this.cards.slice(0, -1);
      return true;
    }
    if (this.picked.length === 0) return false;
    this.picked = this.picked.slice(0, -1);
    return true;
  }

  cancel() {
    this.attacking = -1;
    this.current = null;
    this.cards = [];
    this.picked = [];
  }
}

/** Two regions, somebody else on the second: dice may fall, and dice cannot be undone. */
export function isAttack(choice: Choice, picture: Picture, seat: number): boolean {
  const target = choice.regions[1];
  const there = target === undefined ? undefined : picture.regions[target];
  return there !== undefined && there.owner !== seat && there.count > 0;
}

/** An action to ask "why not?" about: what a player probably meant by pointing at a region that is no target. */
export function meant(
  choosing: Choosing,
  region: number,
  board: BoardSpec,
  picture: Picture,
  seat: number,
): number | null {
  const mine = (one: number) => picture.regions[one]?.owner === seat;
  const source = choosing.picked[0];
  const kinds = new Map<KindSpec, number[]>();
  for (const choice of choosing.choices) {
    const wanted = source === undefined ? choice.regions[0] : choice.regions[1];
    if (choice.regions.length > 0)
      kinds.set(choice.kind, [...(kinds.get(choice.kind) ?? []), ...(wanted === undefined ? [] : [wanted])]);
  }
  // The kind whose targets are like this region: own rooms are reinforced, others attacked.
  const ranked = [...kinds].filter(([kind]) => source === undefined || regionCount(kind) > 1);
  const kind = (ranked.find(([, targets]) => targets.some((one) => mine(one) === mine(region))) ?? ranked[0])?.[0];
  if (!kind) return null;
  const near =
    board.regions[region]?.neighbours.find((one) => !mine(one)) ?? board.regions[region]?.neighbours[0] ?? region;
  const regions = source === undefined ? [region, near] : [source, region];
  let at = 0;
  return pack(
    kind,
    kind.arguments.map((argument) =>
      argument.domain === "region" ? (regions[at++] ?? 0) : argument.domain === "count" ? 1 : 0,
    ),
  );
}

const regionCount = (kind: KindSpec) => kind.arguments.filter((argument) => argument.domain === "region").length;
