import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fetchBorrowed, keepBorrowed } from "./borrowed";

const kept = new Map<string, string>();
/** What the server says of a match; a number is a refusal. */
let said: Record<string, { status?: string; borrowed?: boolean } | number>;

beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  vi.stubGlobal("fetch", async (path: string) => {
    const id = path.split("/").at(-1) ?? "";
    const answer = said[id] ?? 404;
    if (typeof answer === "number") return new Response("{}", { status: answer });
    return new Response(JSON.stringify({ id, seats: [], status: "running", borrowed: true, ...answer }));
  });
});
afterEach(() => vi.unstubAllGlobals());

const shown = async () => (await fetchBorrowed()).map((match) => match.id);

test("the seats that were opened here are found again, each once, the last one first", async () => {
  said = { a: {}, b: {} };
  for (const id of ["a", "b", "a"]) keepBorrowed(id);
  expect(await shown()).toEqual(["a", "b"]);
});

test("those that are over, given back or out of reach are forgotten", async () => {
  said = { a: {}, over: { status: "over" }, back: { borrowed: false } };
  for (const id of ["gone", "back", "over", "a"]) keepBorrowed(id);
  expect(await shown()).toEqual(["a"]);
  expect(kept.get("marchland:borrowed")).toBe('["a"]');
});

test("a server that cannot answer makes nothing forgotten", async () => {
  said = { a: 502 };
  keepBorrowed("a");
  await expect(fetchBorrowed()).rejects.toThrow();
  said = { a: {} };
  expect(await shown()).toEqual(["a"]);
});
