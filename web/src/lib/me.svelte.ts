import { becomeGuest, fetchMe, whenForgotten } from "./http";
import type { Me } from "./messages";
import { poll } from "./poll";

/** Who plays on this device; `known` once the server has said so. */
export const me = $state({ guest: null as Me | null, known: false });

/** The server has said who plays here: after a new name, a login, a farewell. */
export function iAm(who: Me | null) {
  me.guest = who;
  me.known = true;
}

whenForgotten(() => iAm(null));

export async function findMe(again = false) {
  if (again || !me.known) iAm(await fetchMe());
}

/** Ask until the server has said so. */
export function keepAskingForMe() {
  const stop = poll(
    async () => {
      await findMe();
      stop();
    },
    () => 2000,
    () => true,
  );
  return stop;
}

export async function takeName(name: string) {
  // Somebody who has said a name in another tab meanwhile is not renamed by a page that has not heard of it.
  const nobody = me.guest === null;
  if (nobody) await findMe(true);
  if (nobody && me.guest) throw new Error(`You are ${me.guest.name} here already.`);
  iAm(await becomeGuest(name.trim()));
}

const FIRST = ["Amber", "Brisk", "Quiet", "Lucky", "Bold", "Merry", "Clever", "Swift"];
const SECOND = ["Heron", "Badger", "Marten", "Falcon", "Otter", "Linden", "Harbour", "Lantern"];

export function suggestedName(): string {
  const pick = (words: string[]) => words[Math.floor(Math.random() * words.length)] ?? "";
  return `${pick(FIRST)} ${pick(SECOND)}`;
}
