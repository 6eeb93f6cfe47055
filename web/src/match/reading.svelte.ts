import type { Attachment } from "svelte/attachments";
import { on } from "svelte/events";

const NEAR = 40;

/**
 * For a box of lines that is read from its end: it follows the end unless the reader has scrolled up, and what comes in
 * above leaves the lines that are being read where they are.
 */
export function fromItsEnd(lines: () => readonly unknown[]): Attachment<HTMLElement> {
  let box: HTMLElement | undefined;
  let following = true;
  let height = 0;
  const first = $derived(lines()[0]);

  $effect.pre(() => {
    void first;
    height = box?.scrollHeight ?? 0;
  });
  $effect(() => {
    void first;
    if (box && !following && height > 0) box.scrollTop += box.scrollHeight - height;
  });
  $effect(() => {
    void lines();
    if (box && following) box.scrollTop = box.scrollHeight;
  });

  return (found) => {
    box = found;
    return on(found, "scroll", () => (following = found.scrollHeight - found.scrollTop - found.clientHeight < NEAR));
  };
}
