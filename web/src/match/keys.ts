/** The keyboard of the match page: one table of keys, from which the listener and the help for it are made. */
import { type Choice, shortcutsOf } from "../lib/actions";
import type { Choosing } from "../lib/choosing.svelte";

export interface Keyboard {
  choosing: Choosing;
  act: (choice: Choice) => void;
  undo: () => void;
  /** End what is being shown; whether anything was. */
  skip: () => boolean;
  command: () => void;
  help: () => void;
  zoom: (factor: number) => void;
  fit: () => void;
}

/** Where a key works, in the order in which they are asked: while a count is chosen, and anywhere. */
export const WHERE = ["At the board", "While a number is chosen", "Anywhere"] as const;

export interface Key {
  where: (typeof WHERE)[number];
  /** As it is printed on keyboards. */
  keys: string[];
  text: string;
  /** Do it; false if it was not meant. Keys without it are heard by the part that has the focus. */
  press?: (on: Keyboard, event: KeyboardEvent, typed: (digit: string) => number) => unknown;
  is?: (event: KeyboardEvent, on: Keyboard) => boolean;
}

const named =
  (...names: string[]) =>
  (event: KeyboardEvent) =>
    names.includes(event.key);
const more =
  (by: number): NonNullable<Key["press"]> =>
  ({ choosing }) =>
    choosing.setCount(choosing.count + by);

function choiceOf({ choosing }: Keyboard, event: KeyboardEvent): Choice | undefined {
  const letters = shortcutsOf(choosing.choices);
  return choosing.choices.find((one) => letters.get(one.first)?.toLowerCase() === event.key.toLowerCase());
}

export const KEYS: Key[] = [
  { where: "At the board", keys: ["Tab"], text: "To the board, and on to the choices" },
  { where: "At the board", keys: ["←", "→", "↑", "↓"], text: "To the region that lies there" },
  { where: "At the board", keys: ["Enter"], text: "Choose the region" },
  {
    where: "While a number is chosen",
    keys: ["0", "…", "9"],
    text: "That number",
    is: (event) => /^\d$/.test(event.key),
    press: ({ choosing }, event, typed) => choosing.setCount(typed(event.key)),
  },
  {
    where: "While a number is chosen",
    keys: ["↑", "→"],
    text: "One more",
    is: named("ArrowUp", "ArrowRight"),
    press: more(1),
  },
  {
    where: "While a number is chosen",
    keys: ["↓", "←"],
    text: "One less",
    is: named("ArrowDown", "ArrowLeft"),
    press: more(-1),
  },
  {
    where: "While a number is chosen",
    keys: ["Home"],
    text: "The least",
    is: named("Home"),
    press: ({ choosing }) => choosing.setCount(choosing.current!.least),
  },
  {
    where: "While a number is chosen",
    keys: ["End"],
    text: "The most",
    is: named("End"),
    press: ({ choosing }) => choosing.setCount(choosing.current!.most),
  },
  {
    where: "While a number is chosen",
    keys: ["Enter"],
    text: "Do it",
    is: named("Enter"),
    // A button that has the focus hears it itself.
    press: ({ choosing }, event) => (event.target instanceof HTMLButtonElement ? false : choosing.confirm()),
  },
  { where: "Anywhere", keys: ["/"], text: "Type an action in words", is: named("/"), press: (on) => on.command() },
  { where: "Anywhere", keys: ["?"], text: "This help", is: named("?"), press: (on) => on.help() },
  {
    where: "Anywhere",
    keys: ["Esc"],
    text: "One step back",
    is: named("Escape"),
    press: (on) => on.choosing.back(),
  },
  { where: "Anywhere", keys: ["U"], text: "Undo", is: named("u", "U"), press: (on) => on.undo() },
  { where: "Anywhere", keys: ["+"], text: "Closer", is: named("+", "="), press: (on) => on.zoom(1.4) },
  { where: "Anywhere", keys: ["−"], text: "Farther away", is: named("-", "−"), press: (on) => on.zoom(1 / 1.4) },
  { where: "Anywhere", keys: ["0"], text: "The whole board", is: named("0"), press: (on) => on.fit() },
  {
    where: "Anywhere",
    keys: ["D", "…"],
    text: "The choice that shows this letter; D goes on",
    is: (event, on) => !on.choosing.midway && choiceOf(on, event) !== undefined,
    press: (on, event) => on.act(choiceOf(on, event)!),
  },
  { where: "Anywhere", keys: ["any key"], text: "End what is being shown" },
];

const NEXT_DIGIT = 900;

/** A listener for keydown on the window. */
export function keyboard(on: Keyboard): (event: KeyboardEvent) => void {
  let digits = "";
  let typedAt = 0;

  /** Digits that follow one another soon are one number. */
  function typed(digit: string): number {
    const now = performance.now();
    digits = now - typedAt < NEXT_DIGIT ? digits + digit : digit;
    typedAt = now;
    return Number(digits);
  }

  function heard(event: KeyboardEvent): boolean {
    const places = on.choosing.current ? [WHERE[1], WHERE[2]] : [WHERE[2]];
    for (const place of places) {
      const key = KEYS.find((one) => one.where === place && one.is?.(event, on));
      if (key?.press && key.press(on, event, typed) !== false) return true;
    }
    return false;
  }

  return (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target;
    const slider = target instanceof HTMLInputElement && target.type === "range";
    const typing = target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && !slider);
    // A slider moves by its own arrow keys; digits and letters still work on it.
    if (typing || (slider && /^(Arrow|Home|End|Page)/.test(event.key))) return;
    // Behind a dialog or an open menu nothing is chosen.
    if (target instanceof Element && target.closest("dialog")) return;
    if (document.querySelector(":popover-open")) return;
    // What a key would choose on a board that is not there yet nobody knows: it ends the showing.
    if (/^([^/?]|Escape|Enter)$/.test(event.key) && on.skip()) return event.preventDefault();
    if (heard(event)) event.preventDefault();
  };
}
