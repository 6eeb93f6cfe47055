import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Fault } from "./http";
import { poll, untilHeard } from "./poll";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { hidden: false });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("it asks at once, then after every pause, until it is stopped", async () => {
  let asked = 0;
  const stop = poll(
    async () => void asked++,
    () => 1000,
  );
  expect(asked).toBe(1);
  await vi.advanceTimersByTimeAsync(3000);
  expect(asked).toBe(4);
  stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toBe(4);
});

test("a server that wants to be left alone is, and then asked again", async () => {
  let asked = 0;
  const stop = poll(
    async () => {
      if (++asked === 1) throw new Fault("Too often.", 429, "", 30);
    },
    () => 1000,
  );
  await vi.advanceTimersByTimeAsync(29_000);
  expect(asked).toBe(1);
  await vi.advanceTimersByTimeAsync(1500);
  expect(asked).toBe(2);
  stop();
});

test("a page that nobody sees asks nothing", async () => {
  let asked = 0;
  vi.stubGlobal("document", { hidden: true });
  const stop = poll(
    async () => void asked++,
    () => 1000,
  );
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked).toBe(0);
  vi.stubGlobal("document", { hidden: false });
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toBe(1);
  stop();
});

test("whoever stops while a question is under way is not asked again", async () => {
  let answer = () => {};
  const stop = poll(
    () => new Promise<void>((resolve) => (answer = resolve)),
    () => 1000,
  );
  stop();
  answer();
  await vi.advanceTimersByTimeAsync(5000);
  expect(vi.getTimerCount()).toBe(0);
});

test("what was not heard is asked again, until there is an answer or a refusal", async () => {
  const gone = new Fault("Out of reach.", 0, "");
  const busy = new Fault("Too often.", 429, "", 3);
  const refused = new Fault("No such game.", 404, "");
  for (const [answers, heard] of [
    [[gone, busy, "here", "unasked"], ["here"]],
    [[gone, refused, "unasked"], []],
  ] as const) {
    const [left, taken]: [(Fault | string)[], unknown[]] = [[...answers], []];
    const ask = async () => {
      const answer = left.shift();
      if (answer instanceof Fault) throw answer;
      return answer;
    };
    untilHeard(ask, (found) => taken.push(found));
    await vi.advanceTimersByTimeAsync(30_000);
    expect([taken, left]).toEqual([heard, ["unasked"]]);
  }
});

test("an answer that comes after the stop is not taken", async () => {
  const taken: string[] = [];
  untilHeard(
    async () => "late",
    (found) => taken.push(found),
  )();
  await vi.advanceTimersByTimeAsync(5000);
  expect(taken).toEqual([]);
});
