import { becomeGuest, fetchMe } from "./http";
import type { Me } from "./messages";

/** Who plays on this device; `known` once the server has said so. */
export const me = $state({ guest: null as Me | null, known: false });

export async function findMe() {
  if (me.known) return;
  me.guest = await fetchMe();
  me.known = true;
}

export async function takeName(name: string) {
  me.guest = await becomeGuest(name.trim());
  me.known = true;
}

const FIRST = ["Amber", "Brisk", "Quiet", "Lucky", "Bold", "Merry", "Clever", "Swift"];
const SECOND = ["Heron", "Badger", "Marten", "Falcon", "Otter", "Linden", "Harbour", "Lantern"];

export function suggestedName(): string {
  const pick = (words: string[]) => words[Math.floor(Math.random() * words.length)] ?? "";
  return `${pick(FIRST)} ${pick(SECOND)}`;
}
