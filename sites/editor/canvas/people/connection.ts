/**
 * The WebSocket connection over which the site reports changes. A lost connection reconnects with backoff. Where a
 * proxy blocks WebSockets, polling continues beside the attempts.
 */
import { LIVE_PING_MS } from "../../../../manifests/bounds/editor.ts";
import { type LivePlace, LIVE_CLOSED, PING, PONG } from "../../../platform/live/live.ts";

export interface Socket {
  send(text: string): void;
  close(): void;
}

export interface SocketEvents {
  readonly message: (text: string) => void;
  readonly closed: (code: number) => void;
}

export interface ConnectionPowers {
  connect(events: SocketEvents): Socket;
  later(run: () => void, ms: number): () => void;
  /** A number from 0 to 1 for jitter, so that editors do not all reconnect at once after the site restarts. */
  random(): number;
}

export interface ConnectionEvents {
  message(text: string): void;
  /** Called with true at a connection's first message, and with false when the connection is lost. */
  connectedChanged(isConnected: boolean): void;
  /** The site closed the socket because the login, the role or the site's state changed. */
  accessChanged(): void;
}

const FIRST_MS = 1_000;
const LAST_MS = 5 * 60_000;

/** After these close codes, the connection is not reopened before the next `start`. */
const FINAL: ReadonlySet<number> = new Set([LIVE_CLOSED.misread, LIVE_CLOSED.replaced, LIVE_CLOSED.flooded]);
const ACCESS_CHANGED: ReadonlySet<number> = new Set([LIVE_CLOSED.ended, LIVE_CLOSED.changed, LIVE_CLOSED.stopped]);
const NO_CODE = 0;

export class LiveConnection {
  readonly #powers: ConnectionPowers;
  readonly #events: ConnectionEvents;
  #socket: Socket | null = null;
  #isConnected = false;
  #hasAnswered = false;
  #waitMs = FIRST_MS;
  #cancel: () => void = () => undefined;

  constructor(powers: ConnectionPowers, events: ConnectionEvents) {
    this.#powers = powers;
    this.#events = events;
  }

  /**
   * Opens the socket unless it is open, and resets the backoff. Called when the window becomes visible or the network
   * returns.
   */
  start(): void {
    this.#waitMs = FIRST_MS;
    if (!this.#socket) this.#open();
  }

  /** Closes the socket until the next `start`. */
  stop(): void {
    this.#cancel();
    this.#drop()?.close();
  }

  /** Sends the member's place. False if there is no working connection. */
  sendPlace(place: LivePlace): boolean {
    if (this.#isConnected) this.#socket?.send(JSON.stringify(place));
    return this.#isConnected;
  }

  #open(): void {
    this.#cancel();
    const socket = this.#powers.connect({
      message: (text) => this.#socket === socket && this.#received(text),
      closed: (code) => this.#socket === socket && this.#lost(code),
    });
    this.#socket = socket;
    this.#watch();
  }

  #received(text: string): void {
    this.#hasAnswered = true;
    // Only a pong resets the backoff. Otherwise a site that closes each socket right after its first message would be
    // retried every second.
    if (text === PONG) return void (this.#waitMs = FIRST_MS);
    if (!this.#isConnected) this.#setConnected(true);
    this.#events.message(text);
  }

  /**
   * Detects dead connections, which look open. A socket without any message since the last check is lost; otherwise it
   * gets a ping.
   */
  #watch(): void {
    this.#hasAnswered = false;
    this.#cancel = this.#powers.later(() => {
      const socket = this.#socket;
      if (this.#hasAnswered) {
        this.#watch();
        return socket?.send(PING);
      }
      this.#lost(NO_CODE);
      socket?.close();
    }, LIVE_PING_MS);
  }

  #lost(code: number): void {
    this.#cancel();
    this.#drop();
    if (ACCESS_CHANGED.has(code)) this.#events.accessChanged();
    if (FINAL.has(code)) return;
    this.#cancel = this.#powers.later(() => this.#open(), this.#waitMs * (0.5 + this.#powers.random() / 2));
    this.#waitMs = Math.min(LAST_MS, this.#waitMs * 2);
  }

  #drop(): Socket | null {
    const socket = this.#socket;
    this.#socket = null;
    if (this.#isConnected) this.#setConnected(false);
    return socket;
  }

  #setConnected(isConnected: boolean): void {
    this.#isConnected = isConnected;
    this.#events.connectedChanged(isConnected);
  }
}
