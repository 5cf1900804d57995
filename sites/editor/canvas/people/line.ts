/**
 * The socket over which the site tells at once what happens on it. It comes back by itself, later each time. Where none
 * can be had, as behind a proxy that lets none through, the poll goes on beside it.
 */
import { LIVE_PING_MS } from "../../../../manifests/bounds/editor.ts";
import type { LivePlace } from "../../../shared/live.ts";
import { LIVE_CLOSED, PING, PONG } from "../../../shared/live.ts";

export interface Socket {
  send(text: string): void;
  close(): void;
}

export interface SocketEvents {
  readonly message: (text: string) => void;
  readonly closed: (code: number) => void;
}

export interface LinePowers {
  connect(events: SocketEvents): Socket;
  later(run: () => void, ms: number): () => void;
  /** From 0 to 1: after a restart of the site not every editor comes back in the same moment. */
  random(): number;
}

export interface LineEvents {
  heard(text: string): void;
  /** The line is good from the first message on, and no more when it is lost. */
  turned(isUp: boolean): void;
  /** The site has ended it: the login, the role or the site is not what it was. */
  refused(): void;
}

const FIRST_MS = 1_000;
const LAST_MS = 5 * 60_000;

/** After these it makes no sense to come back before the window is looked at again. */
const FINAL: ReadonlySet<number> = new Set([LIVE_CLOSED.misread, LIVE_CLOSED.replaced, LIVE_CLOSED.flooded]);
const TELLING: ReadonlySet<number> = new Set([LIVE_CLOSED.ended, LIVE_CLOSED.changed, LIVE_CLOSED.stopped]);
const NO_CODE = 0;

export class LiveLine {
  readonly #powers: LinePowers;
  readonly #events: LineEvents;
  #socket: Socket | null = null;
  #isUp = false;
  #isHeard = false;
  #waitMs = FIRST_MS;
  #cancel: () => void = () => undefined;

  constructor(powers: LinePowers, events: LineEvents) {
    this.#powers = powers;
    this.#events = events;
  }

  /** Opens it, unless it is open: the member looks at the window, or the network is back. */
  start(): void {
    this.#waitMs = FIRST_MS;
    if (!this.#socket) this.#open();
  }

  /** Ends it until the next start. */
  stop(): void {
    this.#cancel();
    this.#drop()?.close();
  }

  /** Says where the member is. False if nobody hears it. */
  say(place: LivePlace): boolean {
    if (this.#isUp) this.#socket?.send(JSON.stringify(place));
    return this.#isUp;
  }

  #open(): void {
    this.#cancel();
    const socket = this.#powers.connect({
      message: (text) => this.#socket === socket && this.#heard(text),
      closed: (code) => this.#socket === socket && this.#lost(code),
    });
    this.#socket = socket;
    this.#listen();
  }

  #heard(text: string): void {
    this.#isHeard = true;
    // A site that takes everybody and lets them go at once is not asked every second for that.
    if (text === PONG) return void (this.#waitMs = FIRST_MS);
    if (!this.#isUp) this.#turn(true);
    this.#events.heard(text);
  }

  /** A connection that broke without a word looks open: what it does not answer, it does not carry. */
  #listen(): void {
    this.#isHeard = false;
    this.#cancel = this.#powers.later(() => {
      const socket = this.#socket;
      if (this.#isHeard) {
        this.#listen();
        return socket?.send(PING);
      }
      this.#lost(NO_CODE);
      socket?.close();
    }, LIVE_PING_MS);
  }

  #lost(code: number): void {
    this.#cancel();
    this.#drop();
    if (TELLING.has(code)) this.#events.refused();
    if (FINAL.has(code)) return;
    this.#cancel = this.#powers.later(() => this.#open(), this.#waitMs * (0.5 + this.#powers.random() / 2));
    this.#waitMs = Math.min(LAST_MS, this.#waitMs * 2);
  }

  #drop(): Socket | null {
    const socket = this.#socket;
    this.#socket = null;
    if (this.#isUp) this.#turn(false);
    return socket;
  }

  #turn(isUp: boolean): void {
    this.#isUp = isUp;
    this.#events.turned(isUp);
  }
}
