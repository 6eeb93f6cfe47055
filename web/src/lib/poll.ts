import { untrack } from "svelte";
import { Fault, worthAgain } from "./http";

/**
 * Asks again and again, with a pause that may change, as long as somebody looks at the page (or unseen, where that
 * matters). A server that wants to be left alone is, for as long as it says; nobody need be told. Returns what stops it.
 * What it reads does not begin it anew: an effect that polled for what it changes would ask without a pause.
 */
export function poll(ask: () => Promise<unknown>, pause: () => number, unseen = () => false): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let stopped = false;

  async function round() {
    let wait = 0;
    try {
      if (!document.hidden || unseen()) await ask();
    } catch (refused) {
      if (refused instanceof Fault) wait = refused.wait * 1000;
    }
    if (!stopped) timer = setTimeout(round, Math.max(wait, pause()));
  }
  untrack(() => void round());
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/** Asks in the same way, until the server has answered or refused. */
export function untilHeard<T>(ask: () => Promise<T>, take: (found: T) => unknown, unseen = () => false): () => void {
  let stopped = false;
  const stop = poll(
    async () => {
      try {
        const found = await ask();
        if (!stopped) take(found);
      } catch (refused) {
        if (!(refused instanceof Fault) || worthAgain(refused)) throw refused;
      }
      stop();
    },
    () => 2000,
    unseen,
  );
  return () => {
    stopped = true;
    stop();
  };
}
