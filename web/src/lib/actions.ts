/** Actions are ints (docs/protocol.md): here they are taken apart, put together and named. */
import { cardsOf, neededCard } from "./cards";
import type { Catalogue, KindSpec, Picture, State } from "./messages";

const KIND_SHIFT = 23;

/** One thing that can be done: a kind with its arguments, and where its last argument is a count, a range of counts. */
export interface Choice {
  /** Index of its span among the spans of the state. */
  index: number;
  kind: KindSpec;
  /** The action with the least count. */
  first: number;
  regions: number[];
  /** The cards that it needs or names, and the one without which there would be no such choice. */
  cards: string[];
  needs: string | undefined;
  /** Null where there is no count to choose. */
  least: number;
  most: number;
  counted: boolean;
}

export function kindOf(catalogue: Catalogue, action: number): KindSpec | undefined {
  return catalogue.kinds.find((kind) => kind.number === action >> KIND_SHIFT);
}

export function valueOf(kind: KindSpec, at: number, action: number): number {
  const argument = kind.arguments[at];
  return argument ? (action >> argument.shift) & argument.mask : 0;
}

export function pack(kind: KindSpec, values: number[]): number {
  return kind.arguments.reduce(
    (action, argument, at) => action | (((values[at] ?? 0) & argument.mask) << argument.shift),
    kind.number << KIND_SHIFT,
  );
}

export function choicesOf(catalogue: Catalogue, spans: State["spans"], sites: Picture["sites"] = {}): Choice[] {
  return spans.flatMap(([first, many], index) => {
    const kind = kindOf(catalogue, first);
    if (!kind) return [];
    const last = kind.arguments.at(-1);
    const counted = last?.domain === "count";
    // Only counts vary inside a span; should anything else do so, it is listed one by one.
    const starts = counted ? [first] : Array.from({ length: many }, (_, i) => first + i);
    return starts.map((start) => {
      const least = counted ? valueOf(kind, kind.arguments.length - 1, start) : 0;
      return {
        index: index + (start - first),
        kind,
        first: start,
        regions: regionsOf(kind, start, sites),
        cards: cardsOf(catalogue, kind, start),
        needs: neededCard(catalogue, kind),
        least,
        most: counted ? least + many - 1 : 0,
        counted,
      };
    });
  });
}

/** The regions that an action names, or where that lies which it names: `sites` are the regions of other domains. */
export function regionsOf(kind: KindSpec, action: number, sites: Picture["sites"] = {}): number[] {
  return kind.arguments.flatMap((argument, at) => {
    const value = valueOf(kind, at, action);
    if (argument.domain === "region") return [value];
    const site = sites[argument.domain]?.[value];
    return site === undefined ? [] : [site];
  });
}

export const actionAt = (choice: Choice, count: number): number =>
  choice.counted ? choice.first + (count - choice.least) : choice.first;

/** What an argument is called; seats by the names of the players. */
export function labelOf(catalogue: Catalogue, players: string[], domain: string, value: number): string {
  const region = domain === "region" ? catalogue.board.regions[value] : undefined;
  // Tiles lie elsewhere in every match: their place says more than their name.
  if (region) return catalogue.board.tiles.length > 0 ? `${region.name} (${region.code})` : region.name;
  if (domain === "seat") return players[value] ?? `seat ${value}`;
  return catalogue.labels.find((one) => one.domain === domain)?.names[value] ?? String(value);
}

/** "Attack Cafe from Observatory · 1–7", "Place 1–3 in Cafe", "End turn". */
export function titleOf(catalogue: Catalogue, players: string[], choice: Choice): string {
  const range = choice.least === choice.most ? `${choice.least}` : `${choice.least}–${choice.most}`;
  const counted = choice.kind.arguments.at(-1)?.name ?? "";
  const trailing = ` with {${counted}}`;
  let text = choice.kind.pattern;
  let tail = "";
  if (choice.counted && text.endsWith(trailing)) {
    text = text.slice(0, -trailing.length);
    tail = ` · ${range}`;
  }
  choice.kind.arguments.forEach((argument, at) => {
    const label =
      choice.counted && argument.name === counted
        ? range
        : labelOf(catalogue, players, argument.domain, valueOf(choice.kind, at, choice.first));
    text = text.replace(`{${argument.name}}`, label);
  });
  return capital(text) + tail;
}

/** The words that the server understands for this very action. */
export function wordsOf(catalogue: Catalogue, kind: KindSpec, action: number): string {
  let text = kind.pattern;
  kind.arguments.forEach((argument, at) => {
    const value = valueOf(kind, at, action);
    const label = catalogue.labels.find((one) => one.domain === argument.domain)?.names[value] ?? `${value}`;
    text = text.replace(`{${argument.name}}`, label);
  });
  return text;
}

/** "attack", "set up", "settle": how the pattern begins, before anything is named. */
export const verbOf = (kind: KindSpec): string => kind.pattern.split(" {")[0]!.replace(/ (in|on|at|to|from|with)$/, "");

/** What is said beside a choice: of what there is a count, the word for so many. */
export const noteOf = ({ kind, counted }: Choice, count: number): string =>
  (counted && count === 1 ? kind.note_one : kind.note) ?? "";

export const kindTitle = (kind: KindSpec): string => capital(verbOf(kind));

/** The headings of kinds that are listed together: their verbs, or where several have one verb all of their words. */
export function headingsOf(kinds: KindSpec[]): string[] {
  const titles = kinds.map(kindTitle);
  const whole = (kind: KindSpec) => capital(kind.pattern.replace(/\{\w+\}/g, "…"));
  return kinds.map((kind, at) =>
    titles.indexOf(titles[at]!) === titles.lastIndexOf(titles[at]!) ? titles[at]! : whole(kind),
  );
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A letter for each kind that needs no arguments: D ends or passes, the others get a letter of their own name. */
export function shortcutsOf(choices: Choice[]): Map<number, string> {
  const taken = new Set(["u"]);
  const letters = new Map<number, string>();
  const plain = choices.filter((choice) => choice.kind.arguments.length === 0);
  for (const choice of plain) {
    if (!taken.has("d") && /^(end|done|pass|finish|ready)/.test(choice.kind.name)) {
      taken.add("d");
      letters.set(choice.first, "D");
    }
  }
  for (const choice of plain) {
    if (letters.has(choice.first)) continue;
    const letter = [...choice.kind.name].find((one) => /[a-z]/.test(one) && !taken.has(one));
    if (letter) {
      taken.add(letter);
      letters.set(choice.first, letter.toUpperCase());
    }
  }
  return letters;
}
