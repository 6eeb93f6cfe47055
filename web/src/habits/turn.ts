/** Calling somebody back whose turn it is. */
import { habits, setHabit } from "./habits.svelte";

const TAG = "marchland-turn";

export type Asking = "unsupported" | "ask" | "blocked" | "on" | "off";

/** What can be done about notifications: permission is the browser's, and whether one wants them one's own. */
export function askingOf(permission: NotificationPermission | null, wanted: boolean): Asking {
  if (permission === null) return "unsupported";
  if (permission === "denied") return "blocked";
  if (permission === "default") return "ask";
  return wanted ? "on" : "off";
}

export const permission = (): NotificationPermission | null =>
  "Notification" in window ? Notification.permission : null;

/** Only ever called by a click. */
export async function askForNotifications(): Promise<void> {
  if (!("Notification" in window)) return;
  const given =
    Notification.permission === "default" ? await Notification.requestPermission() : Notification.permission;
  setHabit("notify", given === "granted");
}

/** It is this person's turn: vibrate where that can be felt, and notify whoever looks elsewhere. */
export function callBack(title: string, text: string) {
  // Browsers complain about whoever vibrates before the first gesture.
  if (habits.vibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(120);
  if (!document.hidden || askingOf(permission(), habits.notify) !== "on") return;
  try {
    const shown = new Notification(title, { body: text, tag: TAG, icon: "/mark.svg" });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
    document.addEventListener("visibilitychange", () => shown.close(), { once: true });
  } catch {
    // Some phones let only installed pages notify.
  }
}
