import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { catalogueOf, faultOf, fetchLobby, unheard, whenForgotten } from "./http";
import type { MatchInfo } from "./messages";

const refusal = (detail: string, headers = {}) =>
  faultOf(new Response(JSON.stringify({ title: "No", detail }), { status: 429, headers }));

test("a refusal says how long to wait", async () => {
  const fault = await refusal("Too many matches at once.", { "retry-after": "12" });
  expect(fault.wait).toBe(12);
  expect(fault.message).toBe("Too many matches at once. Try again in 12 seconds.");
  expect((await refusal("Slowly.", { "retry-after": "1" })).message).toBe("Slowly. Try again in a second.");
  expect((await refusal("Slowly.", { "retry-after": "600" })).message).toBe("Slowly. Try again in 10 minutes.");
});

test("and does not say it twice", async () => {
  const fault = await refusal("Too many matches: try again in 12 seconds.", { "retry-after": "12" });
  expect(fault.message).toBe("Too many matches: try again in 12 seconds.");
  expect(fault.wait).toBe(12);
});

test("a refusal without a wait, or with a date, is only a sentence", async () => {
  expect(await refusal("No.")).toMatchObject({ message: "No.", wait: 0, status: 429 });
  expect(await refusal("No.", { "retry-after": "Wed, 21 Oct 2026 07:28:00 GMT" })).toMatchObject({
    message: "No.",
    wait: 0,
  });
});

test("what is no problem of ours is told by its number", async () => {
  expect((await faultOf(new Response("<h1>Bad gateway</h1>", { status: 502 }))).message).toBe(
    "The server answered 502.",
  );
});

test("what is refused was heard", async () => {
  for (const [status, lost] of [
    [404, false],
    [429, false],
    [502, true],
  ] as const)
    expect(unheard(await faultOf(new Response("{}", { status })))).toBe(lost);
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  expect(unheard(await fetchLobby().catch((refused: unknown) => refused))).toBe(true);
});

test("a page hears that nobody is known here any more", async () => {
  const heard = vi.fn();
  whenForgotten(heard);
  const answer = (status: number) => vi.stubGlobal("fetch", async () => new Response("{}", { status }));
  answer(403);
  await expect(fetchLobby()).rejects.toThrow();
  expect(heard).not.toHaveBeenCalled();
  answer(401);
  await expect(fetchLobby()).rejects.toThrow();
  expect(heard).toHaveBeenCalledOnce();
});

const asked: string[] = [];

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    return new Response("{}", { headers: { "content-type": "application/json" } });
  });
});
afterEach(() => vi.unstubAllGlobals());

const match = (id: string, house: string[], own_board = false) =>
  ({ id, game: "ridge", house, own_board }) as unknown as MatchInfo;

describe("the catalogue of a match", () => {
  it("is that of its game where it is played by the rulebook, and asked for once", async () => {
    await catalogueOf(match("a", []));
    await catalogueOf(match("b", []));
    expect(asked).toEqual(["/api/games/ridge"]);
  });

  it("is its own where a house rule has turned a number, which stands on its cards", async () => {
    await catalogueOf(match("c", ["card.Rope.strength 4 instead of 1"]));
    await catalogueOf(match("c", ["card.Rope.strength 4 instead of 1"]));
    await catalogueOf(match("d", ["a board of its own"], true));
    expect(asked).toEqual(["/api/matches/c/catalogue", "/api/matches/d/catalogue"]);
  });
});
