/** The HTTP calls of the protocol, one function each. A refusal is thrown as a Fault with a sentence for people. */
import type { Catalogue, Chat, Check, Clause, GameCard, Lobby, MatchInfo, Me, Moment, NewMatch, Problem, ServerInfo } from "./messages";

export class Fault extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly clause: string,
  ) {
    super(message);
  }
}

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
  if (!response.ok) throw await faultOf(response);
  return (await response.json()) as T;
}

async function faultOf(response: Response): Promise<Fault> {
  try {
    const problem = (await response.json()) as Partial<Problem>;
    return new Fault(problem.detail ?? problem.title ?? "That did not work.", response.status, problem.clause ?? "");
  } catch {
    return new Fault(`The server answered ${response.status}.`, response.status, "");
  }
}

const get = <T>(path: string) => call<T>("GET", path);
const post = <T>(path: string, body: unknown = undefined) => call<T>("POST", path, body);
const part = encodeURIComponent;

export const fetchMe = () => get<Me | null>("/api/me");
export const fetchServer = () => get<ServerInfo>("/api/server");
export const becomeGuest = (name: string) => post<Me>("/api/guests", { name });
export const fetchGames = () => get<GameCard[]>("/api/games");
export const fetchLobby = () => get<Lobby>("/api/lobby");
export const createMatch = (wanted: NewMatch) => post<MatchInfo>("/api/matches", wanted);
export const fetchMatch = (id: string) => get<MatchInfo>(`/api/matches/${part(id)}`);
export const joinMatch = (id: string, invite: string | null) => post<MatchInfo>(`/api/matches/${part(id)}/join`, { invite });
export const leaveMatch = (id: string) => post<MatchInfo | null>(`/api/matches/${part(id)}/leave`);
export const startMatch = (id: string) => post<MatchInfo>(`/api/matches/${part(id)}/start`);
export const askRematch = (id: string) => post<MatchInfo>(`/api/matches/${part(id)}/rematch`);
export const openInvite = (invite: string) => post<MatchInfo>(`/api/invites/${part(invite)}`);
export const openSeat = (secret: string) => post<MatchInfo>(`/api/seats/${part(secret)}`);
export const fetchCheck = (id: string) => get<Check>(`/api/matches/${part(id)}/check`);
export const fetchMoment = (id: string, n: number, seat: number, since: number) =>
  get<Moment>(`/api/matches/${part(id)}/moment?n=${n}&seat=${seat}&since=${since}`);
export const fetchChat = (id: string) => get<Chat[]>(`/api/matches/${part(id)}/chat`);
export const recordPath = (id: string) => `/api/matches/${part(id)}/record`;

// Catalogues and rulebooks do not change while a page is open: ask once.
const catalogues = new Map<string, Promise<Catalogue>>();
const rulebooks = new Map<string, Promise<Clause[]>>();

export const fetchCatalogue = (game: string) => once(catalogues, game, `/api/games/${part(game)}`);
/** The catalogue as a match plays it: some have a board of their own. */
export const catalogueOf = (match: MatchInfo) =>
  match.own_board ? once(catalogues, `match ${match.id}`, `/api/matches/${part(match.id)}/catalogue`) : fetchCatalogue(match.game);
export const fetchRules = (game: string) => once(rulebooks, game, `/api/games/${part(game)}/rules`);

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
