import { expect, test } from "vitest";
import type { KindSpec, Price } from "./messages";
import { billOf, priceOf } from "./prices";

const UNITS: KindSpec = { number: 7, name: "buy_units", pattern: "buy {n}", arguments: [], note: "units" };
const CARD: KindSpec = { ...UNITS, number: 8, name: "buy_card" };
const PRICES: Price[] = [
  { kind: 7, currency: "EUR", purse: 9, totals: [1, 3, 6, 10] },
  { kind: 8, currency: "EUR", purse: 9, totals: [3] },
];

test("a price stands beside what it buys", () => {
  expect(priceOf(PRICES, UNITS, true)).toBe("from 1 EUR");
  expect(priceOf(PRICES, CARD, false)).toBe("3 EUR");
  expect(priceOf(PRICES, { ...CARD, number: 9 }, false)).toBe("");
  expect(priceOf([], CARD, false)).toBe("");
});

test("a bill says what so many come to, what remains and what one more would cost", () => {
  expect(billOf(PRICES, UNITS, 1)).toBe("Costs 1 EUR, 8 remain; one more costs 2.");
  expect(billOf(PRICES, UNITS, 3)).toBe("Costs 6 EUR, 3 remain; one more costs 4.");
  // Where no further price is known, nothing is said of one more; what has no price has no bill.
  expect(billOf([{ ...PRICES[0]!, totals: [1, 3] }], UNITS, 2)).toBe("Costs 3 EUR, 6 remain.");
  expect(billOf(PRICES, UNITS, 5)).toBe("");
  expect(billOf([], UNITS, 1)).toBe("");
});
