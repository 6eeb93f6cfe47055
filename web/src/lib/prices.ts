/** What choices cost, where the game has a price list. */
import type { KindSpec, Price } from "./messages";

const listed = (prices: Price[], kind: KindSpec) => prices.find((one) => one.kind === kind.number);

/** "3 EUR", or of several "from 1 EUR": beside the choice. */
export function priceOf(prices: Price[], kind: KindSpec, counted: boolean): string {
  const price = listed(prices, kind);
  const first = price?.totals[0];
  return price && first !== undefined ? `${counted ? "from " : ""}${first} ${price.currency}` : "";
}

/** "3 EUR, 6 remain; one more costs 3.": what so many come to. */
export function billOf(prices: Price[], kind: KindSpec, count: number): string {
  const price = listed(prices, kind);
  const total = price?.totals[Math.max(0, count - 1)];
  if (!price || total === undefined) return "";
  const next = price.totals[count];
  return `Costs ${total} ${price.currency}, ${price.purse - total} remain${next === undefined || count === 0 ? "" : `; one more costs ${next - total}`}.`;
}
