/** Cards by the words of the catalogue: which face a card has, and which choices it plays a part in. */
import type { CardShown, CardSpec, Catalogue, KindSpec, Picture } from "./messages";

export const cardKey = (deck: string, card: number): string => `${deck}:${card}`;

export function faceOf(catalogue: Catalogue, deck: string, card: number): CardSpec | undefined {
  return catalogue.decks.find((one) => one.name === deck)?.cards[card];
}

/** Kinds of action that only one card allows, with that card. */
const needed = new WeakMap<Catalogue["decks"], Map<number, string>>();

export function neededCard(catalogue: Catalogue, kind: KindSpec): string | undefined {
  let found = needed.get(catalogue.decks);
  if (!found) {
    found = new Map(
      catalogue.decks.flatMap((deck) =>
        deck.cards.flatMap((card, at) => card.plays.map((number) => [number, cardKey(deck.name, at)] as const)),
      ),
    );
    needed.set(catalogue.decks, found);
  }
  return found.get(kind.number);
}

/** The cards that an action needs or names. */
export function cardsOf(catalogue: Catalogue, kind: KindSpec, action: number): string[] {
  const named = kind.arguments.flatMap((argument) => {
    const deck = catalogue.decks.find((one) => one.name === argument.domain);
    return deck ? [cardKey(deck.name, (action >> argument.shift) & argument.mask)] : [];
  });
  const by = neededCard(catalogue, kind);
  return by ? [by, ...named] : named;
}

/** What lies before a seat for all to see; -1 is the table. */
export const openBefore = (picture: Picture, seat: number): CardShown[] =>
  picture.open.filter((card) => card.seat === seat && !card.secret);
