/** How a player makes a choice: cards and regions first (from, to), then a count, then confirm. Escape steps back. What is
 * asked once more before it is done, the rules say. */
import { actionAt, asksOnce, type Choice, holds, pack } from "./actions";
import type { BoardSpec, KindSpec, Picture } from "./messages";

export class Choosing {
  choices = $state.raw<Choice[]>([]);
  picked = $state.raw<number[]>([]);
  /** Cards picked from the hand. */
  cards = $state.raw<string[]>([]);
  /** What is to be laid on a region, such as "token:2"; nothing if that is empty. */
  held = $state("");
  /** The choice whose count is being set, or which waits to be confirmed; what else the same clicks can mean; and what
   * they can be the beginning of. */
  current = $state.raw<Choice | null>(null);
  others = $state.raw<Choice[]>([]);
  further = $state.raw<Choice[]>([]);
  count = $state(0);
  /** Whether what is picked is left from a choice that was made or let go. */
  private kept = $state(false);
  /** Among choices that begin with the same region, those that go on to another one were chosen. */
  private going = $state(false);
  /** An attack of one roll that may be declared again and again. */
  private attacking = -1;

  constructor(private readonly play: (action: number) => void) {}

  /** A new state: start afresh, but keep the chosen region while something can still be done from it. Where all that is
   * to be chosen is a number, `ask` for it at once. */
  offer(choices: Choice[], ask = true) {
    const kept = this.picked[0];
    const wasDeep = this.picked.length > 1 || this.current !== null || this.cards.length > 0;
    const attacking = this.attacking;
    this.cancel();
    this.choices = choices;
    this.count = 0;
    const still =
      !wasDeep &&
      kept !== undefined &&
      choices.some((one) => one.regions[0] === kept && one.regions.length > 1 && this.allowed(one)) &&
      !choices.some((one) => one.regions[0] === kept && one.regions.length === 1 && this.allowed(one));
    this.picked = still ? [kept] : [];
    this.kept = still;
    const [only] = choices;
    if (ask && only?.counted && choices.length === 1 && only.regions.length === 0 && only.cards.length === 0) {
      this.current = only;
      this.count = only.most;
    }
    this.resume(attacking);
  }

  /** The attack that was just rolled for, if it can go on: the same question again, with new odds. */
  private resume(attacking: number) {
    // Somebody else may be asked in between.
    this.attacking = attacking;
    const again = this.choices.find((choice) => choice.first === attacking);
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
        (!this.held || choice.regions.length === 0 || holds(choice, this.held)) &&
        this.cards.every((card) => choice.cards.includes(card)),
    ),
  );

  /** Those that a click on the board can lead to: what only a card allows begins with a click on the card. */
  private onBoard = $derived(this.open.filter((choice) => this.allowed(choice)));

  /** Regions that a click can pick next. */
  targets = $derived(
    new Set(
      this.onBoard.flatMap((choice) =>
        !this.current && choice.regions.length > this.picked.length ? [choice.regions[this.picked.length]!] : [],
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

  /** Whether something is half chosen: then no letter does anything else. */
  get midway(): boolean {
    return this.current !== null || this.cards.length > 0 || this.held !== "" || (this.picked.length > 0 && !this.kept);
  }

  pick(region: number) {
    const again = this.picked.at(-1) === region;
    if (!this.targets.has(region) || this.current || (again && !this.going)) {
      // Another source may be picked at any time; a second click on the picked one lets it go.
      this.cancel();
      if (again || !this.sources.has(region)) return;
    }
    const picked = [...this.picked, region];
    this.picked = picked;
    this.kept = false;
    const longer = this.onBoard.filter((choice) => choice.regions.length > picked.length);
    // A fight comes first: its odds are what one wants to know of the place.
    const fights = (choice: Choice) => choice.remark?.weighed === true && !choice.counted;
    const [first, ...others] = [...this.ready].sort((one, other) => Number(fights(other)) - Number(fights(one)));
    if (!first) return;
    // Choices that are asked once more stand side by side; anything else is chosen from the list.
    const beside = (choice: Choice) => !choice.counted && (choice.remark?.grave || fights(first));
    if (!others.every(beside)) return;
    // A click may be the beginning of something longer: nothing is done by it that needs no second one.
    if (longer.length > 0 && !first.counted && !asksOnce(first)) return;
    // What ends here comes first; what goes on from here is offered beside it.
    this.settle(first, others, longer);
  }

  /** Instead of what ends in the picked region, what goes on from it. */
  goFurther() {
    this.current = null;
    this.further = [];
    this.going = true;
  }

  /** A card from the hand, besides those picked before if they go together; a second click lets it go. */
  pickCard(card: string) {
    const again = this.cards.includes(card);
    const together = !this.current && this.open.some((choice) => choice.cards.includes(card));
    if (again || !together) this.cancel();
    if (again) return;
    this.cards = [...this.cards, card];
    const [only, ...others] = this.open;
    if (only && others.length === 0) this.take(only);
  }

  /** Something to be laid: on the region that is picked, or on the next; a second click lets it go. */
  hold(key: string) {
    const again = this.held === key;
    this.held = again ? "" : key;
    const [only, ...others] = this.ready.filter((choice) => choice.regions.length > 0 && holds(choice, key));
    if (!again && only && others.length === 0) this.take(only);
  }

  /** From the list: everything but the count is chosen at once. */
  take(choice: Choice) {
    this.picked = choice.regions;
    this.kept = false;
    this.settle(choice);
  }

  private settle(choice: Choice, others: Choice[] = [], further: Choice[] = []) {
    this.attacking = -1;
    const fixed = !choice.counted || choice.least === choice.most;
    if (fixed && !asksOnce(choice) && further.length === 0) {
      this.cancel();
      this.play(choice.first);
      return;
    }
    this.current = choice;
    this.others = others;
    this.further = further;
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
    const again = choice === this.current && choice.remark?.grave && this.others.length > 0;
    this.attacking = again ? choice.first : -1;
    if (again) return this.play(action);
    this.current = null;
    this.further = [];
    // The source stays picked: one often goes on from the same place.
    this.picked = choice.regions.slice(0, choice.regions.length > 1 ? 1 : 0);
    this.kept = true;
    this.play(action);
  }

  /** One step back; false if there was nothing to step back from. */
  back(): boolean {
    this.attacking = -1;
    this.kept = true;
    this.further = [];
    this.going = false;
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
    if (this.picked.length === 0 && this.held) {
      this.held = "";
      return true;
    }
    if (this.picked.length === 0) return false;
    this.picked = this.picked.slice(0, -1);
    return true;
  }

  cancel() {
    this.attacking = -1;
    this.held = "";
    this.cards = [];
    this.current = null;
    this.others = [];
    this.further = [];
    this.going = false;
    this.kept = false;
    this.picked = [];
  }
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
