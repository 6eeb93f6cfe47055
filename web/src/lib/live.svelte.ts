/** A match as this page sees it: the latest state, the log, the chat, and what can be asked of the server. */
import { isAway } from "../absence/away";
import { setClock } from "./clock";
import { Connection, type Message, type Status } from "./connection";
import { noteSeal } from "./entropy";
import { fetchChat, fetchEvents, sentenceOf } from "./http";
import type { Answer, Chat, MatchEvent, Picture, Sentence, State } from "./messages";
import { patched } from "./pace";
import { untilHeard } from "./poll";
import { Showing } from "./showing.svelte";
import { NOTHING, recallSince, rememberSince, sinceAfter } from "./since";
import { recall, remember } from "./storage";

export interface LogLine extends MatchEvent {
  key: number;
  fresh: boolean;
}

const isSame = (one: Chat, other: Chat) => one.at === other.at && one.seat === other.seat && one.text === other.text;

export class LiveMatch {
  /** The state that is decided on. A newer one may be on its way: it counts when all that led to it has been shown. */
  state = $state.raw<State | null>(null);
  log = $state.raw<LogLine[]>([]);
  /** Whether more has happened before what the log tells. */
  earlier = $state(false);
  chat = $state.raw<Chat[]>([]);
  status = $state<Status>("opening");
  /** A refusal or a warning about the last thing tried. */
  notice = $state.raw<Sentence | null>(null);
  busy = $state(false);
  /** What led to the state, for those who hear it. */
  news = $state.raw<MatchEvent[]>([]);
  missed = $state.raw<LogLine[]>([]);
  /** What has happened to this seat since it last did something. */
  since = $state.raw(NOTHING);
  readonly showing = new Showing();

  private readonly connection: Connection;
  private stopAsking = () => {};
  private seen: number;
  /** Keys of the log's lines: from 0 on, and of those recalled later below. */
  private lines = 0;
  private older = 0;
  private recalling = false;
  /** Whether the next state tells what happened in the player's absence. */
  private away = true;

  constructor(readonly id: string) {
    this.seen = Number(recall(`seen:${id}`) ?? Number.MAX_SAFE_INTEGER);
    this.connection = new Connection(id, {
      state: (state) => this.take(state),
      chat: (chat) => this.hear([chat]),
      status: (status) => {
        const opened = status === "open" && this.status !== "open";
        this.status = status;
        if (status === "lost") this.away = true;
        if (opened) this.catchUpChat();
      },
    });
    document.addEventListener("visibilitychange", this.markSeen);
  }

  close() {
    document.removeEventListener("visibilitychange", this.markSeen);
    this.showing.stop();
    this.stopAsking();
    this.connection.close();
  }

  get myTurn(): boolean {
    return (
      this.state !== null &&
      this.state.seat >= 0 &&
      this.state.deciders.includes(this.state.seat) &&
      !isAway(this.state)
    );
  }

  play = (action: number) => this.act((n) => ({ type: "play", n, action }));
  type = (text: string) => this.act((n) => ({ type: "type", n, text }));
  undo = () => this.act((n) => ({ type: "undo", n }));
  /** Let a bot see to the rest of what is asked. */
  rest = async () => {
    const asked = this.state;
    const handed = await this.act((n) => ({ type: "rest", n }));
    // What was handed over is not asked any more, whenever the next state comes.
    if (handed && asked && this.state === asked) this.state = { ...asked, spans: [], plan: null, chore: "" };
    return handed;
  };
  offer = (to: number, give: string[], ask: string[]) => this.act((n) => ({ type: "offer", n, to, give, ask }));

  /** Let a bot that has failed try again, or another play for it; or change the level of one that plays. */
  letPlay = (seat: number, bot: string) => this.act(() => ({ type: "bot", seat, bot }));

  /** Let a bot play for me, and play again myself. */
  leave = (bot: string) => this.act(() => ({ type: "leave", bot }));
  back = () => this.act(() => ({ type: "back" }));
  resign = () => this.act(() => ({ type: "resign" }));
  abort = () => this.act(() => ({ type: "abort" }));

  /** Say something, to a seat only as long as it is that person's; why that did not work, or nothing. */
  async say(text: string, to: number | "team" | null, name: string | null): Promise<string> {
    const outcome = await this.connection.ask({ type: "say", text, to, name });
    if (outcome === null) return "The connection broke; this may not have been heard.";
    return outcome.type === "refused" ? outcome.reason : "";
  }

  async question(type: "why" | "odds", action: number): Promise<Answer | null> {
    const outcome = await this.connection.ask({ type, action });
    return outcome?.type === "answer" ? outcome : null;
  }

  /** What these choices would come to. */
  async reckon(actions: number[]): Promise<Answer | null> {
    const outcome = await this.connection.ask({ type: "reckon", actions });
    return outcome?.type === "answer" ? outcome : null;
  }

  /** Put what happened before into the log. */
  recallEarlier = async () => {
    const first = this.log[0];
    if (!first || this.recalling) return;
    this.recalling = true;
    try {
      const page = await fetchEvents(this.id, first.n);
      // Meanwhile the log may have begun anew.
      if (this.log[0] !== first) return;
      this.older -= page.events.length;
      this.log = [...page.events.map((one, at) => ({ ...one, key: this.older + at, fresh: false })), ...this.log];
      this.earlier = page.earlier;
    } catch (refused) {
      this.notice = { text: sentenceOf(refused), clause: "" };
    } finally {
      this.recalling = false;
    }
  };

  private async act(message: (n: number) => Message): Promise<boolean> {
    this.showing.skip();
    if (!this.state || this.busy) return false;
    this.busy = true;
    this.notice = null;
    const outcome = await this.connection.ask(message(this.state.n));
    this.busy = false;
    if (outcome === null) {
      this.notice = {
        text: "The connection broke before the server answered. Look at the board before you try again.",
        clause: "",
      };
    } else if (outcome.type === "ack") {
      // Whoever goes on playing has caught up.
      this.missed = [];
      this.since = NOTHING;
      rememberSince(this.id, NOTHING, this.state.n);
    } else if (outcome.type === "refused") {
      this.notice = { text: outcome.reason, clause: outcome.clause };
    }
    return outcome?.type === "ack";
  }

  private take(state: State) {
    const opening = this.state === null;
    const isNew = (n: number) => this.away && (!opening || n > this.seen);
    const lines = state.events.map((one) => ({ ...one, key: this.lines++, fresh: isNew(one.n) }));
    if (this.away) this.missed = lines.filter((line) => line.fresh && line.seats[0] !== state.seat);
    const unwatched = opening || this.away || document.hidden;
    this.away = false;
    if (state.clock != null) setClock(state.clock);
    const board = () => (this.state ?? state).picture;
    // After a long absence there is a gap before what is told now; the log begins anew behind it.
    if (opening || state.earlier) {
      this.showing.stop();
      this.showing.recall(lines);
      this.log = lines;
      this.earlier = state.earlier;
      if (opening) this.catchUp(state);
      this.arrive(state);
    } else {
      const tell = (line: LogLine, before: Picture) => this.tell(line, before, state.seat);
      const arrive = () => this.arrive(state);
      if (unwatched) this.showing.pass(lines, board, tell, arrive);
      else this.showing.play(lines, state.seat, board, tell, arrive);
    }
  }

  /** Count what has happened since this page was open last; whose a region was its battle tells. */
  private catchUp(state: State) {
    const [since, n] = recallSince(this.id);
    this.since = since;
    let picture = state.picture;
    for (const event of state.events) {
      if (event.n > n) this.since = sinceAfter(this.since, picture, event, state.seat);
      picture = patched(picture, event);
    }
  }

  private tell(line: LogLine, before: Picture, seat: number) {
    this.log = [...this.log, line];
    this.since = sinceAfter(this.since, before, line, seat);
  }

  private arrive(state: State) {
    this.news = this.state === null ? [] : state.events;
    this.state = state;
    rememberSince(this.id, this.since, state.n);
    noteSeal(this.id, state.dice, state.n);
    this.markSeen();
  }

  /** What is shown on a hidden page has not been seen. */
  private readonly markSeen = () => {
    if (!document.hidden && this.state) remember(`seen:${this.id}`, String(this.state.n));
  };

  /** What was said before what the chat tells; its messages are numbered from 1 on. */
  async recallChat() {
    await fetchChat(this.id, this.chat[0]?.number).then(
      (chat) => this.hear(chat),
      (refused) => (this.notice = { text: sentenceOf(refused), clause: "" }),
    );
  }

  /** The socket tells only what is said while it is open. */
  private catchUpChat() {
    this.stopAsking();
    const before = new Set(this.chat);
    this.stopAsking = untilHeard(
      () => fetchChat(this.id),
      (chat) => {
        // After a long absence there is a gap before what is told now; and who has lent the seat meanwhile reads less
        // of what was said, and counts otherwise. The chat begins anew then.
        const told = new Map(chat.map((line) => [line.number, line]));
        const [first, last] = [chat[0]?.number ?? 0, chat.at(-1)?.number ?? 0];
        const connected = [...before].some(({ number }) => number === first - 1 || told.has(number));
        const same = [...before].every((line) => line.number <= last && isSame(line, told.get(line.number) ?? line));
        if (!connected || !same) this.chat = this.chat.filter((line) => !before.has(line));
        this.hear(chat);
      },
      () => true,
    );
  }

  private hear(more: Chat[]) {
    const known = new Map([...this.chat, ...more].map((line) => [line.number, line]));
    this.chat = [...known.values()].sort((a, b) => a.number - b.number);
  }
}
