import { LINES_MAX, LINES_PER_WRITE } from "./protocol.ts";

export interface JournalLine {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly text: string;
}

/**
 * Lines that came outside of any open call: the platform reports a rejection in the turn of an answer only after the
 * answer. Waiting for such reports would take each call ten milliseconds, so the isolate's next call sends them.
 */
const left: JournalLine[] = [];

/** Keeps a line for the isolate's next call. */
export function leaveLine(line: JournalLine): void {
  if (left.length < LINES_PER_WRITE) left.push(line);
}

type Send = (lines: readonly JournalLine[]) => Promise<unknown>;

/**
 * Sends a call's console output in batches, one batch at a time. A separate message for each line would cost too much.
 */
export class Journal {
  readonly #send: Send;
  #waiting: JournalLine[] = [];
  #sending: Promise<void> = Promise.resolve();
  #taken = 0;
  #dropped = 0;
  #isClosed = false;

  constructor(send: Send) {
    this.#send = send;
    for (const line of left.splice(0)) this.add(line);
  }

  /** True once the call sends no more lines. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  add(line: JournalLine): void {
    // The last allowed line is reserved for the number of dropped lines.
    if (this.#taken >= LINES_MAX - 1) {
      this.#dropped += 1;
      return;
    }
    this.#taken += 1;
    this.#waiting.push(line);
    if (this.#waiting.length >= LINES_PER_WRITE) this.#sendWaiting();
  }

  /** Sends the remaining lines and waits until the lender has taken all batches. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#dropped > 0) this.#waiting.push({ level: "warn", text: `${this.#dropped} more lines were dropped` });
    this.#sendWaiting();
    await this.#sending;
  }

  #sendWaiting(): void {
    const lines = this.#waiting;
    this.#waiting = [];
    if (lines.length > 0) this.#sending = this.#after(this.#sending, lines);
  }

  async #after(before: Promise<void>, lines: readonly JournalLine[]): Promise<void> {
    await before;
    try {
      await this.#send(lines);
    } catch {
      // Printing must never make a call fail. A lender that refuses lines records that itself.
      this.#dropped += lines.length;
    }
  }
}
