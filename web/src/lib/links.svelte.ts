/**
 * The links made or opened while this page is open. The server shows a link once and keeps no copy: here it can be
 * shown again, until the page is left.
 */
import { makeInvite, makeSeatLink, offerSeat, renewInvite } from "./http";

type Kind = "invite" | "seat" | "handover";

const made = $state<Record<string, string>>({});
const key = (kind: Kind, match: string) => `${kind} ${match}`;

export const linkOf = (kind: Kind, match: string): string | undefined => made[key(kind, match)];
export const keepLink = (kind: Kind, match: string, secret: string) => void (made[key(kind, match)] = secret);
export const addressOf = (kind: Kind, secret: string) => `${location.origin}/${kind}/${secret}`;

export const invite = async (match: string) => keepLink("invite", match, (await makeInvite(match)).link);
export const inviteAnew = async (match: string) => keepLink("invite", match, (await renewInvite(match)).link);
export const seatLink = async (match: string) => keepLink("seat", match, (await makeSeatLink(match)).link);
export const handOn = async (match: string) => keepLink("handover", match, (await offerSeat(match)).link);
