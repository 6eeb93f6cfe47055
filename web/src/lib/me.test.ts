import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { iAm, me, takeName } from "./me.svelte";
import type { Me } from "./messages";

/** Whom the server knows here. */
let known: Me | null;
const person = (id: string, name: string): Me => ({ id, name, account: true });

beforeEach(() => {
  known = null;
  Object.assign(me, { guest: null, known: false, farewell: "" });
  vi.stubGlobal("fetch", async (path: string, { body }: RequestInit) => {
    if (path === "/api/guests")
      known = person(known?.id ?? "new", (JSON.parse(body as string) as { name: string }).name);
    return new Response(JSON.stringify(known));
  });
});
afterEach(() => vi.unstubAllGlobals());

test("who has a name takes another, and stays the same", async () => {
  iAm((known = person("a", "Ann")));
  await takeName("  Anna ");
  expect(me.guest).toEqual(person("a", "Anna"));
});

test("who was logged out elsewhere does not become somebody new by a new name", async () => {
  iAm(person("a", "Ann"));
  await expect(takeName("Anna")).rejects.toThrow("You are no longer Ann here");
  expect(known).toBeNull();
  expect(me).toMatchObject({ guest: null, farewell: expect.stringContaining("logged out") as string });
  // Whoever says a name then means it.
  await takeName("Otto");
  expect(me).toMatchObject({ guest: person("new", "Otto"), farewell: "" });
});

test("nobody is renamed by a page that has not heard of them", async () => {
  known = person("b", "Ben");
  await expect(takeName("Otto")).rejects.toThrow("You are Ben here already.");
  iAm(person("a", "Ann"));
  await expect(takeName("Otto")).rejects.toThrow("You are Ben here already.");
  expect(known).toEqual(person("b", "Ben"));
});

test("a farewell is said to whoever was somebody here", () => {
  iAm(null);
  expect(me.farewell).toBe("");
  iAm(person("a", "Ann"));
  iAm(null, "You are logged out everywhere.");
  expect(me.farewell).toBe("You are logged out everywhere.");
  // And not taken back when the server says once more that nobody is here.
  iAm(null);
  expect(me.farewell).toBe("You are logged out everywhere.");
});
