import { expect, test } from "vitest";
import { faultOf } from "./http";

const refusal = (detail: string, headers = {}) => faultOf(new Response(JSON.stringify({ title: "No", detail }), { status: 429, headers }));

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
  expect(await refusal("No.", { "retry-after": "Wed, 21 Oct 2026 07:28:00 GMT" })).toMatchObject({ message: "No.", wait: 0 });
});

test("what is no problem of ours is told by its number", async () => {
  expect((await faultOf(new Response("<h1>Bad gateway</h1>", { status: 502 }))).message).toBe("The server answered 502.");
});
