/** The keyboard of the match page. Returns a listener for keydown on the window. */
import { type Choice, shortcutsOf } from "../lib/actions";
import type { Choosing } from "../lib/choosing.svelte";

export interface Keyboard {
  choosing: Choosing;
  act: (choice: Choice) => void;
  undo: () => void;
  /** End what is being shown; whether anything was. */
  skip: () => boolean;
  command: () => void;
  zoom: (factor: number) => void;
  fit: () => void;
}

const NEXT_DIGIT = 900;

export function keyboard(on: Keyboard): (event: KeyboardEvent) => void {
  let typed = "";
  let typedAt = 0;

  function digit(key: string) {
    const now = performance.now();
    typed = now - typedAt < NEXT_DIGIT ? typed + key : key;
    typedAt = now;
    on.choosing.setCount(Number(typed));
  }

  function counting(event: KeyboardEvent): boolean {
    const choice = on.choosing.current;
    if (!choice) return false;
    if (/^\d$/.test(event.key)) digit(event.key);
    else if (event.key === "ArrowUp" || event.key === "ArrowRight") on.choosing.setCount(on.choosing.count + 1);
    else if (event.key === "ArrowDown" || event.key === "ArrowLeft") on.choosing.setCount(on.choosing.count - 1);
    else if (event.key === "Home") on.choosing.setCount(choice.least);
    else if (event.key === "End") on.choosing.setCount(choice.most);
    else if (event.key === "Enter" && !(event.target instanceof HTMLButtonElement)) on.choosing.confirm();
    else return false;
    return true;
  }

  function anywhere(event: KeyboardEvent): boolean {
    const letters = shortcutsOf(on.choosing.choices);
    const choice = on.choosing.choices.find((one) => letters.get(one.first)?.toLowerCase() === event.key.toLowerCase());
    if (event.key === "/") on.command();
    else if (event.key === "Escape") return on.choosing.back();
    else if (event.key.toLowerCase() === "u") on.undo();
    else if (event.key === "+" || event.key === "=") on.zoom(1.4);
    else if (event.key === "-" || event.key === "−") on.zoom(1 / 1.4);
    else if (event.key === "0") on.fit();
    else if (choice && !on.choosing.current) on.act(choice);
    else return false;
    return true;
  }

  return (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target;
    const slider = target instanceof HTMLInputElement && target.type === "range";
    const typing = target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && !slider);
    // A slider moves by its own arrow keys; digits and letters still work on it.
    if (typing || (slider && /^(Arrow|Home|End|Page)/.test(event.key))) return;
    // What a key would choose on a board that is not there yet nobody knows: it ends the showing.
    if (/^(.|Escape|Enter)$/.test(event.key) && event.key !== "/" && on.skip()) return event.preventDefault();
    if (counting(event) || anywhere(event)) event.preventDefault();
  };
}
