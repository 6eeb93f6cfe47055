import { expect, test } from "vitest";
import { pack } from "./actions";
import type { KindSpec, Price } from "./messages";
import { billOf, gainOf, priceOf } from "./prices";

const UNITS: KindSpec = { number: 7, name: "buy_units", pattern: "buy {n}", arguments: [], note: "units" };
const CARD: KindSpec = { ...UNITS, number: 8, name: "buy_card" };
const ANY = { first: -1, last: -1, text: "" };
const PRICES: Price[] = [
  { kind: 7, currency: "EUR", purse: 9, totals: [1, 3, 6, 10], ...ANY },
  { kind: 8, currency: "EUR", purse: 9, totals: [3], ...ANY },
];
const choice = (kind: KindSpec, counted = false) => ({ kind, first: pack(kind, []), counted });

test("a price stands beside what it buys", () => {
  expect(priceOf(PRICES, choice(UNITS, true))).toBe("from 1 EUR");
  expect(priceOf(PRICES, choice(CARD))).toBe("3 EUR");
  expect(priceOf(PRICES, choice({ ...CARD, number: 9 }))).toBe("");
  expect(priceOf([], choice(CARD))).toBe("");
});

test("a bill says what so many come to, what remains and what one more would cost", () => {
  expect(billOf(PRICES, choice(UNITS), 1)).toBe("Costs 1 EUR, 8 remain; one more costs 2.");
  expect(billOf(PRICES, choice(UNITS), 3)).toBe("Costs 6 EUR, 3 remain; one more costs 4.");
  // Where no further price is known, nothing is said of one more; what has no price has no bill.
  expect(billOf([{ ...PRICES[0]!, totals: [1, 3] }], choice(UNITS), 2)).toBe("Costs 3 EUR, 6 remain.");
  expect(billOf(PRICES, choice(UNITS), 5)).toBe("");
  expect(billOf([], choice(UNITS), 1)).toBe("");
});

test("what costs the same however many go has one price, and what costs nothing is free", () => {
  const water = (totals: number[]): Price[] => [{ kind: 7, currency: "water", purse: 4, totals, ...ANY }];
  expect(priceOf(water([1, 1, 1]), choice(UNITS, true))).toBe("1 water");
  expect(billOf(water([1, 1, 1]), choice(UNITS), 2)).toBe("Costs 1 water, 3 remain.");
  expect(priceOf(water([0, 0]), choice(UNITS, true))).toBe("free");
  expect(billOf(water([0, 0]), choice(UNITS), 1)).toBe("Costs no water.");
});

test("of a kind some may have a price of their own, and what one gets for it is said", () => {
  const first = pack(CARD, []);
  const own: Price = { ...PRICES[1]!, totals: [5], first: first + 4, last: first + 7, text: "2 food a turn" };
  const listed = [own, ...PRICES];
  expect(priceOf(listed, { ...choice(CARD), first: first + 4 })).toBe("5 EUR");
  expect(gainOf(listed, { ...choice(CARD), first: first + 7 })).toBe("2 food a turn");
  expect(priceOf(listed, { ...choice(CARD), first: first + 8 })).toBe("3 EUR");
  expect(gainOf(listed, choice(CARD))).toBe("");
});

test("one coin is one coin", () => {
  const coins: Price[] = [{ ...PRICES[0]!, currency: "coins", totals: [1, 2] }];
  expect(priceOf(coins, choice(UNITS, true))).toBe("from 1 coin");
  expect(billOf(coins, choice(UNITS), 2)).toBe("Costs 2 coins, 7 remain.");
});
