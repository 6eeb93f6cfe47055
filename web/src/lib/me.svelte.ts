import { becomeGuest, fetchMe, whenForgotten } from "./http";
import type { Me } from "./messages";

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

export const takeName = async (name: string) => iAm(await becomeGuest(name.trim()));

const FIRST = ["Amber", "Brisk", "Quiet", "Lucky", "Bold", "Merry", "Clever", "Swift"];
const SECOND = ["Heron", "Badger", "Marten", "Falcon", "Otter", "Linden", "Harbour", "Lantern"];

export function suggestedName(): string {
  const pick = (words: string[]) => words[Math.floor(Math.random() * words.length)] ?? "";
  return `${pick(FIRST)} ${pick(SECOND)}`;
}
