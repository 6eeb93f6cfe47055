import { describe, expect, test, vi } from "vitest";
import { KEYS, keyboard, type Keyboard, WHERE } from "./keys";

// No event of these tests comes from an element.
class Foreign {
  readonly foreign = true;
}
for (const name of ["HTMLInputElement", "HTMLSelectElement", "HTMLButtonElement", "Element"])
  vi.stubGlobal(name, Foreign);
const open = vi.fn<() => object | null>(() => null);
vi.stubGlobal("document", { querySelector: open });

function page(current: boolean) {
  const did: string[] = [];
  const note =
    (what: string, answer?: boolean) =>
    (...more: unknown[]) => (did.push([what, ...more].join(" ")), answer);
  const choosing = {
    current: current ? { least: 1, most: 40 } : null,
    midway: current,
    count: 5,
    choices: [{ first: 7, kind: { name: "end_turn", arguments: [] }, remark: { forward: true } }],
    setCount: note("count"),
    confirm: note("confirm"),
    back: note("back", true),
  };
  const on = {
    choosing,
    act: (choice: { first: number }) => did.push(`act ${choice.first}`),
    undo: note("undo"),
    skip: vi.fn(() => false),
    command: note("command"),
    help: note("help"),
    zoom: (factor: number) => did.push(factor > 1 ? "closer" : "farther"),
    fit: note("fit"),
  };
  const listen = keyboard(on as unknown as Keyboard);
  const press = (key: string, more: object = {}) => {
    const event = { key, target: null, preventDefault: vi.fn(), ...more };
    listen(event as unknown as KeyboardEvent);
    return event.preventDefault.mock.calls.length > 0;
  };
  return { did, on, press };
}

test("keys are for an open menu alone", () => {
  const { did, press } = page(true);
  open.mockReturnValueOnce({});
  expect(press("Escape")).toBe(false);
  expect(did).toEqual([]);
  expect(press("Escape")).toBe(true);
});

describe("without a number to choose", () => {
  test.each([
    ["/", "command"],
    ["?", "help"],
    ["Escape", "back"],
    ["u", "undo"],
    ["U", "undo"],
    ["+", "closer"],
    ["-", "farther"],
    ["0", "fit"],
    ["d", "act 7"],
  ])("%s does what the table says", (key, done) => {
    const { did, press } = page(false);
    expect(press(key)).toBe(true);
    expect(did).toEqual([done]);
  });

  test("other keys are left to the browser, and so are those with Ctrl", () => {
    const { did, press } = page(false);
    expect(press("x")).toBe(false);
    expect(press("ArrowUp")).toBe(false);
    expect(press("u", { ctrlKey: true })).toBe(false);
    expect(did).toEqual([]);
  });
});

describe("while a number is chosen", () => {
  test.each([
    ["7", "count 7"],
    ["0", "count 0"],
    ["ArrowUp", "count 6"],
    ["ArrowLeft", "count 4"],
    ["Home", "count 1"],
    ["End", "count 40"],
    ["Enter", "confirm"],
    ["?", "help"],
    ["+", "closer"],
  ])("%s does what the table says", (key, done) => {
    const { did, press } = page(true);
    press(key);
    expect(did).toEqual([done]);
  });

  test("two digits soon after one another are one number", () => {
    const { did, press } = page(true);
    press("1");
    press("2");
    expect(did).toEqual(["count 1", "count 12"]);
  });

  test("the letter of a choice does nothing", () => {
    const { did, press } = page(true);
    press("d");
    expect(did).toEqual([]);
  });
});

test("while something is shown a key ends that, but for those that open something", () => {
  const { did, on, press } = page(false);
  on.skip.mockReturnValue(true);
  expect(press("d")).toBe(true);
  press("Escape");
  expect(did).toEqual([]);
  press("?");
  press("/");
  expect(did).toEqual(["help", "command"]);
});

test("every key says what it does, at a place of its own", () => {
  for (const key of KEYS) {
    expect(key.text).not.toBe("");
    expect(key.keys.length).toBeGreaterThan(0);
    expect(WHERE).toContain(key.where);
  }
  expect(new Set(KEYS.map((key) => `${key.where} ${key.text}`)).size).toBe(KEYS.length);
});
