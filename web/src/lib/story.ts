/** How a match is told: its log in turns and battles, what is turned up together, whose dice they are. */
import type { MatchEvent, Picture } from "./messages";

/** The two sides of a battle: seats, and where it is. -1 is nobody, or nowhere. */
export interface Sides {
  attacker: number;
  defender: number;
  target: number;
  source: number;
}

/** The chapter of the rules that an event belongs to: "XYZ-2" of "XYZ-2.6". */
const chapterOf = (event: MatchEvent) => event.clause.slice(0, Math.max(event.clause.lastIndexOf("."), 0));

/** The sides of a battle that begins. */
export function sidesOf(event: MatchEvent): Sides | null {
  if (event.role !== "battle") return null;
  const [attacker = -1, other] = event.seats;
  const [target = -1, source = -1] = event.regions;
  const found = event.changes.find(([region]) => region === target)?.[1];
  return { attacker, defender: other ?? found?.owner ?? -1, target, source };
}

/** The sides after an event: those of the battle that it begins or belongs to; none if it is about another place. */
export function sidesAfter(event: MatchEvent, sides: Sides | null): Sides | null {
  const elsewhere = event.regions.length === 1 && !event.dice && event.regions[0] !== sides?.target;
  return sidesOf(event) ?? (elsewhere ? null : sides);
}

// -- the log ----------------------------------------------------------------------------------------------------------

/** A battle with all that was told of it, from its beginning. */
export interface Battle<E> {
  sides: Sides;
  lines: E[];
  /** Whether the attacker has the place now; null while nobody can say. */
  taken: boolean | null;
}
/** What was told from the beginning of a round or a turn on; `head` is missing before the first. */
export interface Turn<E> {
  head: E | null;
  items: (E | Battle<E>)[];
}

export const isBattle = <E extends MatchEvent>(item: E | Battle<E>): item is Battle<E> => "sides" in item;

/** The log, folded by turn, then by battle. */
export function folded<E extends MatchEvent>(lines: E[]): Turn<E>[] {
  const turns: Turn<E>[] = [];
  let turn: Turn<E> = { head: null, items: [] };
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!;
    const sides = sidesOf(line);
    if (line.role === "round" || line.role === "turn") {
      if (turn.head || turn.items.length > 0) turns.push(turn);
      turn = { head: line, items: [] };
      at += 1;
    } else if (sides) {
      const end = endOfBattle(lines, at, sides);
      const told = lines.slice(at, end);
      turn.items.push({ sides, lines: told, taken: outcomeOf(told, sides) });
      at = end;
    } else {
      turn.items.push(line);
      at += 1;
    }
  }
  if (turn.head || turn.items.length > 0) turns.push(turn);
  return turns;
}

/** Behind the last line that belongs to the battle which begins at a line; others may stand between. */
function endOfBattle(lines: MatchEvent[], from: number, sides: Sides): number {
  let end = from + 1;
  const chapters = new Set([chapterOf(lines[from]!)]);
  for (let at = end; at < lines.length; at++) {
    const line = lines[at]!;
    if (line.role === "round" || line.role === "turn" || line.role === "battle") break;
    const goesOn = line.n === lines[end - 1]!.n && (chapters.has(chapterOf(line)) || line.role === "blow");
    const among =
      line.seats.length > 0 && line.seats.every((seat) => seat === sides.attacker || seat === sides.defender);
    const here = line.regions.length === 1 && line.regions[0] === sides.target;
    const both = among && line.seats.length > 1;
    const turnedUp = among && (line.role === "reveal" || line.role === "blow");
    if (goesOn || line.dice || here || both || turnedUp) {
      end = at + 1;
      chapters.add(chapterOf(line));
    }
    // Somebody does something else somewhere else.
    else if (line.regions.length > 0) break;
  }
  return end;
}

function outcomeOf(lines: MatchEvent[], sides: Sides): boolean | null {
  let owner: number | null = null;
  for (const line of lines.slice(1)) {
    for (const [region, shown] of line.changes) if (region === sides.target) owner = shown.owner;
  }
  return owner === null ? null : owner === sides.attacker;
}

/** What the log is narrowed to: what a seat does and suffers, or what happens at a place. */
export interface Filter {
  seat?: number;
  region?: number;
}

export function narrowed<E extends MatchEvent>(turns: Turn<E>[], filter: Filter): Turn<E>[] {
  const names = (line: MatchEvent) =>
    (filter.seat === undefined || line.seats.includes(filter.seat)) &&
    (filter.region === undefined ||
      line.regions.includes(filter.region) ||
      line.changes.some(([region]) => region === filter.region));
  const isAbout = ({ sides, lines }: Battle<E>) =>
    lines.some(names) ||
    ((filter.seat === undefined || filter.seat === sides.attacker || filter.seat === sides.defender) &&
      (filter.region === undefined || filter.region === sides.target || filter.region === sides.source));
  return turns
    .map(({ head, items }) => ({ head, items: items.filter((item) => (isBattle(item) ? isAbout(item) : names(item))) }))
    .filter(({ head, items }) => items.length > 0 || (head && head.role === "turn" && names(head)));
}

/** What came of a turn: how many battles, and which regions were taken. */
export function digest<E extends MatchEvent>(turn: Turn<E>): { battles: number; taken: number[] } {
  const battles = turn.items.filter(isBattle);
  return { battles: battles.length, taken: battles.filter((one) => one.taken).map((one) => one.sides.target) };
}

// -- what is turned up -------------------------------------------------------------------------------------------------

/** What is turned up together, and what comes of it. */
export interface Reveal<E> {
  shown: E[];
  outcome: E[];
}

/** Events one by one, but what is turned up together as one. */
export function withReveals<E extends MatchEvent>(events: E[]): (E | Reveal<E>)[] {
  const found: (E | Reveal<E>)[] = [];
  for (let at = 0; at < events.length;) {
    let end = at;
    while (events[end]?.role === "reveal") end += 1;
    if (end === at) {
      found.push(events[at]!);
      at += 1;
      continue;
    }
    const shown = events.slice(at, end);
    at = end;
    while (events[end] && comesOf(events[end]!, shown)) end += 1;
    found.push({ shown, outcome: events.slice(at, end) });
    at = end;
  }
  return found;
}

/** What follows at once from what is turned up: a blow, or what the same chapter says. */
const comesOf = (event: MatchEvent, shown: MatchEvent[]) =>
  event.n === shown.at(-1)!.n &&
  (event.role === "blow" || (event.role === "" && shown.some((one) => chapterOf(one) === chapterOf(event))));

/** What is turned up by the same seat lies on one card. */
export function bySeat<E extends MatchEvent>(events: E[]): E[][] {
  const cards: E[][] = [];
  for (const event of events) {
    const card = cards.find(([first]) => first!.seats.length > 0 && first!.seats[0] === event.seats[0]);
    if (card) card.push(event);
    else cards.push([event]);
  }
  return cards;
}

/** Sentences that begin with the same words: these, and what is left of each. */
export function inCommon(sentences: string[]): { beginning: string; rest: string[] } {
  if (sentences.length < 2) return { beginning: "", rest: sentences };
  const words = sentences.map((sentence) => sentence.split(" "));
  const least = Math.min(...words.map((one) => one.length)) - 1;
  let same = 0;
  while (same < least && words.every((one) => one[same] === words[0]![same])) same += 1;
  // A mere article says nothing.
  if (same === 1 && words[0]![0] === "The") return { beginning: "", rest: sentences };
  return { beginning: words[0]!.slice(0, same).join(" "), rest: words.map((one) => one.slice(same).join(" ")) };
}

/** The same, where some begin with the same words and the next ones with others: each of these parts, in their order. */
export function partsInCommon(sentences: string[]): { beginning: string; rest: string[] }[] {
  const parts: string[][] = [];
  for (const sentence of sentences) {
    const last = parts.at(-1);
    if (last && inCommon([...last, sentence]).beginning) last.push(sentence);
    else parts.push([sentence]);
  }
  return parts.map(inCommon);
}

/** What somebody does, without saying again who: "Ann bids 3 EUR", "bids 3 EUR". */
export function withoutName(text: string, name: string | undefined): string {
  return name && text.startsWith(`${name} `) ? text.slice(name.length + 1) : text;
}

// -- dice --------------------------------------------------------------------------------------------------------------

/** The dice of two sides as they are compared, the highest first; who has no die more has none there. */
export function pairsOf(dice: number[][]): [number | null, number | null][] {
  const [ours = [], theirs = []] = dice.map((side) => [...side].sort((a, b) => b - a));
  const many = Math.max(ours.length, theirs.length);
  return Array.from({ length: many }, (_, at) => [ours[at] ?? null, theirs[at] ?? null]);
}

/** How many each seat loses by an event upon a board. */
export function lostBy(event: MatchEvent, before: Picture): Map<number, number> {
  const lost = new Map<number, number>();
  for (const [region, shown] of event.changes) {
    const was = before.regions[region];
    if (was && was.owner === shown.owner && was.count > shown.count)
      lost.set(was.owner, (lost.get(was.owner) ?? 0) + was.count - shown.count);
  }
  return lost;
}
