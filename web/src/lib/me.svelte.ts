import { becomeGuest, fetchMe, whenForgotten } from "./http";
import type { Me } from "./messages";
import { untilHeard } from "./poll";

/** Who plays on this device; `known` once the server has said so; and why nobody does any more, until somebody does. */
export const me = $state({ guest: null as Me | null, known: false, farewell: "" });

/** The server has said who plays here: after a new name, a login, a farewell, which may have been said elsewhere. */
export function iAm(who: Me | null, farewell = "") {
  if (who) me.farewell = "";
  else if (me.guest)
    me.farewell =
      farewell ||
      `You are no longer ${me.guest.name} here: this device was logged out, from another one or in another tab.`;
  me.guest = who;
  me.known = true;
}

whenForgotten(() => iAm(null));

export async function findMe(again = false) {
  if (again || !me.known) iAm(await fetchMe());
}

/** Ask until the server has said so. */
export const keepAskingForMe = () =>
  untilHeard(
    findMe,
    () => undefined,
    () => true,
  );

export async function takeName(name: string) {
  // A page that has not heard who plays here by now, as another tab or device has it, renames nobody and makes nobody new.
  const before = me.guest?.id;
  await findMe(true);
  if (me.guest?.id !== before) throw new Error(me.guest ? `You are ${me.guest.name} here already.` : me.farewell);
  iAm(await becomeGuest(name.trim()));
}

const FIRST = ["Amber", "Brisk", "Quiet", "Lucky", "Bold", "Merry", "Clever", "Swift"];
const SECOND = ["Heron", "Badger", "Marten", "Falcon", "Otter", "Linden", "Harbour", "Lantern"];

export function suggestedName(): string {
  const pick = (words: string[]) => words[Math.floor(Math.random() * words.length)] ?? "";
  return `${pick(FIRST)} ${pick(SECOND)}`;
}
