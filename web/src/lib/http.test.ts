import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { catalogueOf } from "./http";
import type { MatchInfo } from "./messages";

const asked: string[] = [];

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    return new Response("{}", { headers: { "content-type": "application/json" } });
  });
});
afterEach(() => vi.unstubAllGlobals());

const match = (id: string, house: string[], own_board = false) => ({ id, game: "ridge", house, own_board }) as unknown as MatchInfo;

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
