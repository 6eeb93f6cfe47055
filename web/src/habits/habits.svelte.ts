/** What this device does to get attention, as its owner wants it; remembered. */
import { recall, remember } from "../lib/storage";

const NAMES = ["sound", "notify", "vibrate"] as const;
export type Habit = (typeof NAMES)[number];

/** Sounds are soft and on; nobody is notified who has not asked for it. */
const USUAL: Record<Habit, boolean> = { sound: true, notify: false, vibrate: true };

export const habits = $state<Record<Habit, boolean>>(
  Object.fromEntries(
    NAMES.map((name) => {
      const kept = recall(name);
      return [name, kept === null ? USUAL[name] : kept === "on"];
    }),
  ) as Record<Habit, boolean>,
);

export function setHabit(name: Habit, on: boolean) {
  habits[name] = on;
  remember(name, on ? "on" : "off");
}
