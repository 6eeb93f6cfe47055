import { expect, test } from "vitest";
import { SOUND_NAMES } from "./heard";
import { SOUNDS, VOLUME } from "./sounds";
import { askingOf } from "./turn";

test("nobody is notified who has not said so twice: to the browser and here", () => {
  expect(askingOf(null, true)).toBe("unsupported");
  expect(askingOf("denied", true)).toBe("blocked");
  expect(askingOf("default", true)).toBe("ask");
  expect(askingOf("granted", false)).toBe("off");
  expect(askingOf("granted", true)).toBe("on");
});

test.each(SOUND_NAMES)("%s is short and soft", (name) => {
  const notes = SOUNDS[name];
  expect(Math.max(...notes.map((note) => note.at + note.lasts))).toBeLessThan(1.5);
  for (const note of notes) expect(note.strength * VOLUME).toBeLessThanOrEqual(0.1);
});
