/** A match as this page sees it: the latest state, the log, the chat, and what can be asked of the server. */
import { Connection, type Message, type Status } from "./connection";
import { fetchChat } from "./http";
import { type Losses, lossesAfter, recallLosses, rememberLosses } from "./losses";
import type { Answer, Chat, MatchEvent, Picture, Sentence, State } from "./messages";
import { Showing } from "./showing.svelte";
import { recall, remember } from "./storage";

export interface LogLine extends MatchEvent {
  key: number;
  fresh: boolean;
}

export class LiveMatch {
  /** The state that is decided on. A newer one may be on its way: it counts when all that led to it has been shown. */
  state = $state.raw<State | null>(null);
  log = $state.raw<LogLine[]>([]);
  chat = $state.raw<Chat[]>([]);
  status = $state<Status>("opening");
  /** A refusal or a warning about the last thing tried. */
  notice = $state.raw<Sentence | null>(null);
  busy = $state(false);
  /** What led to the state, for those who hear it. */
  news = $state.raw<MatchEvent[]>([]);
  missed = $state.raw<LogLine[]>([]);
  /** What others have taken since this seat last did something. */
  losses = $state.raw<Losses>({});
  readonly showing = new Showing();

  private readonly connection: Connection;
  private seen: number;
  private lines = 0;
  /** Whether the next state tells what happened in the player's absence. */
  private away = true;

  constructor(readonly id: string) {
    this.losses = recallLosses(id);
    this.seen = Number(recall(`seen:${id}`) ?? Number.MAX_SAFE_INTEGER);
    this.connection = new Connection(id, {
      state: (state) => this.take(state),
      chat: (chat) => this.hear([chat]),
      status: (status) => {
        this.status = status;
        if (status === "lost") this.away = true;
      },
    });
    fetchChat(id).then((chat) => this.hear(chat), () => undefined);
    document.addEventListener("visibilitychange", this.markSeen);
  }

  close() {
    document.removeEventListener("visibilitychange", this.markSeen);
    this.showing.stop();
    this.connection.close();
  }

  get myTurn(): boolean {
    return this.state !== null && this.state.seat >= 0 && this.state.deciders.includes(this.state.seat);
  }

  play = (action: number) => this.act((n) => ({ type: "play", n, action }));
  type = (text: string) => this.act((n) => ({ type: "type", n, text }));
  undo = () => this.act((n) => ({ type: "undo", n }));
  offer = (to: number, give: string[], ask: string[]) => this.act((n) => ({ type: "offer", n, to, give, ask }));

  /** Let a bot that has failed try again, or another play for it. */
  letPlay = (seat: number, bot: string) => this.act(() => ({ type: "bot", seat, bot }));

  /** Say something; why that did not work, or nothing. */
  async say(text: string, to: number | null): Promise<string> {
    const outcome = await this.connection.ask({ type: "say", text, to });
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

  private async act(message: (n: number) => Message): Promise<boolean> {
    this.showing.skip();
    if (!this.state || this.busy) return false;
    this.busy = true;
    this.notice = null;
    const outcome = await this.connection.ask(message(this.state.n));
    this.busy = false;
    if (outcome === null) {
      this.notice = { text: "The connection broke before the server answered. Look at the board before you try again.", clause: "" };
    } else if (outcome.type === "ack") {
      // Whoever goes on playing has caught up.
      this.missed = [];
      this.count({});
    } else if (outcome.type === "refused") {
      this.notice = { text: outcome.reason, clause: outcome.clause };
    }
    return outcome?.type === "ack";
  }

  private take(state: State) {
    const opening = this.state === null;
    const isNew = (n: number) => this.away && (!opening || n > this.seen);
    const lines = state.events.map((one) => ({ ...one, key: this.lines++, fresh: isNew(one.n) }));
    if (this.away) this.missed = lines.filter((line) => line.fresh && line.seat !== state.seat);
    const unwatched = opening || this.away || document.hidden;
    this.away = false;
    const board = () => (this.state ?? state).picture;
    if (opening) {
      this.log = lines;
      this.arrive(state);
    } else {
      this.showing.play(lines, state.seat, board, (line, before) => this.tell(line, before, state.seat), () => this.arrive(state));
      if (unwatched) this.showing.skip();
    }
  }

  private tell(line: LogLine, before: Picture, seat: number) {
    this.log = [...this.log, line];
    const losses = lossesAfter(this.losses, before, line, seat);
    if (losses !== this.losses) this.count(losses);
  }

  private arrive(state: State) {
    this.news = this.state === null ? [] : state.events;
    this.state = state;
    this.markSeen();
  }

  private count(losses: Losses) {
    this.losses = losses;
    rememberLosses(this.id, losses);
  }

  /** What is shown on a hidden page has not been seen. */
  private readonly markSeen = () => {
    if (!document.hidden && this.state) remember(`seen:${this.id}`, String(this.state.n));
  };

  private hear(more: Chat[]) {
    const known = new Set(this.chat.map((line) => line.number));
    this.chat = [...this.chat, ...more.filter((line) => !known.has(line.number))].sort((a, b) => a.number - b.number);
  }
}
