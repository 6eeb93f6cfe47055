/** The socket of a match: opens again by itself, resumes after the last entry seen, and sends nothing twice. */
import { ofMatch } from "./http";
import type { Acknowledged, Answer, Chat, Refused, Reply, Request, State } from "./messages";
import { stateAfter } from "./update";

type Outcome = Acknowledged | Answer | Refused;
type Without<T> = T extends unknown ? Omit<T, "id"> : never;
export type Message = Without<Request>;
/** `barred` and `gone` are for good: the seat is no longer played here, or there is no such match for this viewer. */
export type Status = "opening" | "open" | "lost" | "closed" | "barred" | "gone";

export interface Listener {
  state(state: State): void;
  chat(chat: Chat): void;
  status(status: Status): void;
}

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;
const EVERYTHING = -1;
/** Close codes of the server after which to try again is of no use. */
const FINAL = new Map<number, Status>([
  [4403, "barred"],
  [4404, "gone"],
]);

export class Connection {
  private socket: WebSocket | null = null;
  /** What the server has sent last, whole: the updates of this socket go on from it. */
  private state: State | null = null;
  private next = 1;
  private pause = FIRST_PAUSE;
  private timer = 0;
  private closed = false;
  private readonly waiting = new Map<number, (outcome: Outcome | null) => void>();

  constructor(
    private readonly match: string,
    private readonly listener: Listener,
  ) {
    this.open();
    window.addEventListener("online", this.hurry);
    window.addEventListener("offline", this.giveUp);
    document.addEventListener("visibilitychange", this.hurry);
  }

  /** Null: the connection broke before the server answered, so nobody knows whether it was done. */
  ask(message: Message): Promise<Outcome | null> {
    const socket = this.socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) return Promise.resolve(null);
    const id = this.next++;
    socket.send(JSON.stringify({ ...message, id }));
    return new Promise((resolve) => this.waiting.set(id, resolve));
  }

  close() {
    this.closed = true;
    window.removeEventListener("online", this.hurry);
    window.removeEventListener("offline", this.giveUp);
    document.removeEventListener("visibilitychange", this.hurry);
    clearTimeout(this.timer);
    this.socket?.close();
  }

  private open() {
    this.listener.status("opening");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(
      `${scheme}://${location.host}${ofMatch(this.match, "/socket", { since: this.state?.n ?? EVERYTHING })}`,
    );
    this.socket = socket;
    socket.onmessage = (event) => this.hear(JSON.parse(String(event.data)) as Reply);
    socket.onclose = ({ code }) => this.lose(socket, code);
  }

  private hear(reply: Reply) {
    if (reply.type === "state" || reply.type === "update") {
      const state = reply.type === "state" ? reply : stateAfter(this.state!, reply);
      // Only a state shows that the connection works: a proxy may open sockets that lead nowhere.
      this.pause = FIRST_PAUSE;
      this.state = state;
      this.listener.status("open");
      this.listener.state(state);
      if (reply.answers != null) this.settle(reply.answers, { type: "ack", id: reply.answers, n: reply.n });
    } else if (reply.type === "chat") {
      this.listener.chat(reply);
    } else {
      this.settle(reply.id, reply);
    }
  }

  private settle(id: number, outcome: Outcome) {
    const resolve = this.waiting.get(id);
    this.waiting.delete(id);
    resolve?.(outcome);
  }

  private lose(socket: WebSocket, code = 0) {
    if (socket !== this.socket) return;
    for (const resolve of this.waiting.values()) resolve(null);
    this.waiting.clear();
    if (this.closed) return this.listener.status("closed");
    const final = FINAL.get(code);
    if (final) {
      this.close();
      return this.listener.status(final);
    }
    this.listener.status("lost");
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.open(), this.pause);
    this.pause = Math.min(this.pause * 1.7, LONGEST_PAUSE);
  }

  /** Off line: say so at once, where the socket itself would notice only after minutes. */
  private readonly giveUp = () => {
    const socket = this.socket;
    if (!socket || this.closed) return;
    socket.onclose = null;
    socket.close();
    this.lose(socket);
  };

  /** Back on line or back on screen: do not wait for the timer. */
  private readonly hurry = () => {
    if (document.hidden || this.closed || (this.socket?.readyState ?? WebSocket.CLOSED) < WebSocket.CLOSING) return;
    clearTimeout(this.timer);
    this.open();
  };
}
