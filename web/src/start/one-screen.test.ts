import { beforeEach, describe, expect, it, vi } from "vitest";
import type { MatchInfo } from "../lib/messages";
import { dueAt, ownsScreen, sitDown } from "./one-screen";

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});

/** Seats as "here", "here awaited", "mine here", or "". */
const match = (seats: string[], status: MatchInfo["status"] = "running") =>
  ({
    status,
    seats: seats.map((said, seat) => ({
      seat,
      here: said.includes("here"),
      awaited: said.includes("awaited"),
      mine: said.includes("mine"),
    })),
  }) as MatchInfo;

describe("who has to come to the screen", () => {
  it("is nobody where nobody shares it", () => {
    expect(dueAt(match(["mine", ""]), null)).toBeNull();
  });
  it("is whose turn it is", () => {
    expect(dueAt(match(["mine here", "here awaited", ""]), null)?.seat).toBe(1);
    expect(dueAt(match(["mine here", "here awaited", ""]), 0)?.seat).toBe(1);
  });
  it("is nobody while whoever sits there has to decide too", () => {
    expect(dueAt(match(["mine here awaited", "here awaited"]), 1)).toBeNull();
  });
  it("is whoever has sat there when all wait for others", () => {
    expect(dueAt(match(["mine here", "here", ""]), null)?.seat).toBe(0);
    expect(dueAt(match(["mine here", "here", ""]), 1)).toBeNull();
  });
  it("is nobody when the match is over", () => {
    expect(dueAt(match(["mine here", "here awaited"], "over"), null)).toBeNull();
  });
});

describe("sitting down", () => {
  it("gives everybody back what they had seen", () => {
    sitDown("m", 0);
    kept.set("marchland:seen:m", "7");
    sitDown("m", 1);
    expect(kept.get("marchland:seen:m")).toBeUndefined();
    kept.set("marchland:seen:m", "9");
    sitDown("m", 0);
    expect(kept.get("marchland:seen:m")).toBe("7");
    expect(kept.get("marchland:at:m")).toBe("0");
    sitDown("m", 1);
    expect(kept.get("marchland:seen:m")).toBe("9");
  });
});

describe("whose screen it is", () => {
  const shared = (at: number) =>
    ({
      seats: ["Ann", "Bob", "Cyd"].map((name, seat) => ({ seat, name, here: seat < 2, mine: seat === at })),
    }) as MatchInfo;
  const me = { id: "a", name: "Ann", account: false };

  it("is its owner's, and not that of a friend who sits there", () => {
    expect(ownsScreen(shared(0), me)).toBe(true);
    expect(ownsScreen(shared(1), me)).toBe(false);
  });
  it("is one's own where nobody shares it", () => {
    const alone = { seats: shared(2).seats.map((seat) => ({ ...seat, here: false })) } as MatchInfo;
    expect(ownsScreen(alone, me)).toBe(true);
  });
});
