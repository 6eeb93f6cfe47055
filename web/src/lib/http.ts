/** The HTTP calls of the protocol, one function each. A refusal is thrown as a Fault with a sentence for people. */
import { mayPromise, newPromise, notePromise, partToOpen } from "./entropy";
import type {
  Brief,
  Catalogue,
  Chat,
  Check,
  Clause,
  Device,
  EventPage,
  GameCard,
  Handover,
  Link,
  Lobby,
  MatchInfo,
  Me,
  Milestone,
  Moment,
  NewMatch,
  Picture,
  Problem,
  SeatOffer,
  ServerInfo,
  Summary,
} from "./messages";
import { likedColour } from "./seats";
import { recall } from "./storage";

export class Fault extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly clause: string,
    /** So many seconds the server wants to be left alone. */
    readonly wait = 0,
  ) {
    super(message);
  }
}

/** It was not refused: the server did not hear it, or could not answer. */
export const unheard = (refused: unknown) =>
  refused instanceof Fault && (refused.status === 0 || refused.status >= 500);

/** Another try may be heard: the server was out of reach, or wants to be left alone for a while. */
export const worthAgain = (refused: unknown) => unheard(refused) || (refused instanceof Fault && refused.wait > 0);

/** What to do when the server knows nobody here any more: logged out in another tab, or ended from another device. */
let forgotten = () => {};
export const whenForgotten = (tell: () => void) => void (forgotten = tell);

async function call<T>(method: "GET" | "POST", path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new Fault("The server cannot be reached. Check your connection and try again.", 0, "");
  }
  if (response.status === 401) forgotten();
  if (!response.ok) throw await faultOf(response);
  return (await response.json()) as T;
}

export async function faultOf(response: Response): Promise<Fault> {
  const wait = waitOf(response.headers.get("retry-after"));
  try {
    const problem = (await response.json()) as Partial<Problem>;
    const sentence = problem.detail ?? problem.title ?? "That did not work.";
    return new Fault(withWait(sentence, wait), response.status, problem.clause ?? "", wait);
  } catch {
    return new Fault(withWait(`The server answered ${response.status}.`, wait), response.status, "", wait);
  }
}

/** Retry-After may also be a date; nobody we talk to sends one. */
const waitOf = (header: string | null) => (header && /^\d+$/.test(header) ? Number(header) : 0);

/** Some sentences already say how long. */
function withWait(sentence: string, wait: number): string {
  if (wait === 0 || /\d+ (second|minute)/.test(sentence)) return sentence;
  return `${sentence} Try again in ${wait === 1 ? "a second" : wait < 120 ? `${wait} seconds` : `${Math.ceil(wait / 60)} minutes`}.`;
}

const get = <T>(path: string) => call<T>("GET", path);
const post = <T>(path: string, body: unknown = undefined) => call<T>("POST", path, body);
const part = encodeURIComponent;

/** Where to look at something of a match. Whoever came by an invite shows it, for it may be all that lets them look. */
export function ofMatch(id: string, what = "", query: Record<string, number> = {}): string {
  const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const invite = recall(`invite:${id}`);
  if (invite) asked.set("invite", invite);
  // Where several people share this screen: who sits at it now.
  const at = recall(`at:${id}`);
  if (at) asked.set("at", at);
  return `/api/matches/${part(id)}${what}${asked.size > 0 ? `?${asked}` : ""}`;
}

export const fetchMe = () => get<Me | null>("/api/me");
export const fetchServer = () => get<ServerInfo>("/api/server");
export const becomeGuest = (name: string) => post<Me>("/api/guests", { name });
export const becomeAccount = (password: string) => post<Me>("/api/account", { password });
export const logIn = (name: string, password: string) => post<Me>("/api/login", { name, password });
export const logOut = () => post<unknown>("/api/logout");
export const changePassword = (old: string, password: string) =>
  post<unknown>("/api/account/password", { old, new: password });
export const deleteAccount = (password: string) => post<unknown>("/api/account/delete", { password });
export const fetchDevices = () => get<Device[]>("/api/devices");
export const endDevice = (id: string) => post<unknown>(`/api/devices/${part(id)}/end`);
export const endDevices = (here: boolean) => post<unknown>("/api/devices/end", { here });
export const fetchGames = () => get<GameCard[]>("/api/games");
export const fetchLobby = () => get<Lobby>("/api/lobby");
export const createMatch = (wanted: NewMatch) =>
  promising((entropy) => post<MatchInfo>("/api/matches", { ...wanted, entropy, colour: likedColour() })).then(
    addToDice,
  );
export const fetchMatch = (id: string) => get<MatchInfo>(ofMatch(id)).then(addToDice);
export const joinMatch = (id: string, invite: string | null) =>
  promising((entropy) =>
    post<MatchInfo>(`/api/matches/${part(id)}/join`, { invite, entropy, colour: likedColour() }),
  ).then(addToDice);
export const leaveMatch = (id: string) => post<MatchInfo | null>(`/api/matches/${part(id)}/leave`);
/** Somebody at this screen is there again. */
export const comeBack = (id: string, seat: number) => post<MatchInfo>(`/api/matches/${part(id)}/back?at=${seat}`);
export const startMatch = (id: string) => post<MatchInfo>(`/api/matches/${part(id)}/start`).then(addToDice);
export const askRematch = (id: string) => post<MatchInfo>(`/api/matches/${part(id)}/rematch`);
export const openInvite = (invite: string) => post<MatchInfo>(`/api/invites/${part(invite)}`);
export const offerSeat = (id: string) => post<Link>(`/api/matches/${part(id)}/handover`);
export const withdrawSeat = (id: string) => post<null>(`/api/matches/${part(id)}/handover/withdraw`);
export const takeSeatBack = (id: string) => post<MatchInfo>(`/api/matches/${part(id)}/handover/back`);
export const lookAtHandover = (secret: string) => post<Handover>(`/api/handovers/${part(secret)}`);
export const takeHandover = (secret: string) => post<MatchInfo>(`/api/handovers/${part(secret)}/take`);
export const makeInvite = (id: string) => post<Link>(`/api/matches/${part(id)}/invite`);
export const renewInvite = (id: string) => post<Link>(`/api/matches/${part(id)}/invite/renew`);
export const makeSeatLink = (id: string) => post<Link>(`/api/matches/${part(id)}/seat-link`);
export const lookAtSeat = (secret: string) => post<SeatOffer>(`/api/seats/${part(secret)}`);
export const openSeat = (secret: string) => post<MatchInfo>(`/api/seats/${part(secret)}/open`);
export const closeSeat = (id: string) => post<unknown>(`/api/matches/${part(id)}/seat/close`);
export const removePlayer = (id: string, seat: number) => post<MatchInfo>(`/api/matches/${part(id)}/remove`, { seat });
export const fetchCheck = (id: string) => get<Check>(ofMatch(id, "/check"));
export const fetchSummary = (id: string) => get<Summary>(ofMatch(id, "/summary"));
export const fetchMoment = (id: string, n: number, seat: number, since: number) =>
  get<Moment>(ofMatch(id, "/moment", { n, seat, since }));
export const fetchMilestones = (id: string) => get<Milestone[]>(ofMatch(id, "/milestones"));
/** What happened before the moment that this viewer counts as `before`. */
export const fetchEvents = (id: string, before: number) => get<EventPage>(ofMatch(id, "/events", { before }));
export const fetchChat = (id: string, before?: number) => get<Chat[]>(ofMatch(id, "/chat", before ? { before } : {}));
export const recordPath = (id: string) => ofMatch(id, "/record");

/** A call that sends the hash of what this device adds to the dice. */
async function promising(call: (hash: string) => Promise<MatchInfo>): Promise<MatchInfo> {
  const hash = newPromise();
  const match = await call(hash);
  notePromise(match.id, hash);
  return match;
}

/** Whenever a match is looked at: promise a part of its dice, or open it, if that is due. */
async function addToDice(match: MatchInfo): Promise<MatchInfo> {
  const entropy = partToOpen(match);
  try {
    if (mayPromise(match))
      return await promising((hash) => post<MatchInfo>(`/api/matches/${part(match.id)}/entropy`, { hash }));
    if (entropy !== null) return await post<MatchInfo>(`/api/matches/${part(match.id)}/open`, { entropy });
  } catch {
    // It may have begun meanwhile; else the next look tries again.
  }
  return match;
}

// Catalogues and rulebooks do not change while a page is open: ask once.
const catalogues = new Map<string, Promise<Catalogue>>();
const rulebooks = new Map<string, Promise<Clause[]>>();
const briefs = new Map<string, Promise<Brief>>();
const samples = new Map<string, Promise<Picture>>();

export const fetchCatalogue = (game: string) => once(catalogues, game, `/api/games/${part(game)}`);
/** The catalogue as a match plays it: house rules are on its cards and its board. */
export const catalogueOf = (match: MatchInfo) =>
  match.house.length
    ? once(catalogues, `match ${match.id}`, ofMatch(match.id, "/catalogue"))
    : fetchCatalogue(match.game);
export const fetchRules = (game: string) => once(rulebooks, game, `/api/games/${part(game)}/rules`);
/** How to play a game, on one page. */
export const fetchBrief = (game: string) => once(briefs, game, `/api/games/${part(game)}/brief`);
/** What a table looks like in the middle of a match. */
export const fetchSample = (game: string) => once(samples, game, `/api/games/${part(game)}/sample`);

function once<T>(known: Map<string, Promise<T>>, game: string, path: string): Promise<T> {
  let asked = known.get(game);
  if (!asked) {
    asked = get<T>(path);
    asked.catch(() => known.delete(game));
    known.set(game, asked);
  }
  return asked;
}

export const sentenceOf = (fault: unknown): string => (fault instanceof Error ? fault.message : "That did not work.");
