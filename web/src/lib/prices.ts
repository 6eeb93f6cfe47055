/** What choices cost, where the game has a price list. */
import type { Choice } from "./actions";
import type { Price } from "./messages";

type Priced = Pick<Choice, "kind" | "first" | "counted">;

/** The price of a choice: of its kind, or of actions of that kind among which it is. */
const listed = (prices: Price[], { kind, first }: Priced) =>
  prices.find((one) => one.kind === kind.number && (one.first < 0 || (one.first <= first && first <= one.last)));

/** What one gets for it: "2 food a turn". */
export const gainOf = (prices: Price[], choice: Priced): string => listed(prices, choice)?.text ?? "";

/** "1 coin", "2 coins", "1 EUR". */
export const moneyOf = ({ currency }: Pick<Price, "currency">, many: number): string =>
  many === 1 ? currency.replace(/s$/, "") : currency;

/** "3 EUR", of several "from 1 EUR", or "free": beside the choice. */
export function priceOf(prices: Price[], choice: Priced): string {
  const { counted } = choice;
  const price = listed(prices, choice);
  const first = price?.totals[0];
  if (!price || first === undefined) return "";
  const same = price.totals.every((total) => total === first);
  if (same && first === 0) return "free";
  return `${counted && !same ? "from " : ""}${first} ${moneyOf(price, first)}`;
}

/** "3 EUR, 6 remain; one more costs 3.": what so many come to. */
export function billOf(prices: Price[], choice: Priced, count: number): string {
  const price = listed(prices, choice);
  const total = price?.totals[Math.max(0, count - 1)] ?? (price?.totals.every((one) => one === 0) ? 0 : undefined);
  if (!price || total === undefined) return "";
  if (total === 0) return `Costs no ${price.currency}.`;
  const next = price.totals[count] === total ? undefined : price.totals[count];
  return `Costs ${total} ${moneyOf(price, total)}, ${price.purse - total} remain${next === undefined || count === 0 ? "" : `; one more costs ${next - total}`}.`;
}
