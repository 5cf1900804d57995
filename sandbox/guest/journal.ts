import { LINES_PER_WRITE } from "./protocol.ts";

export interface Line {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly text: string;
}

/** What one call printed, sent in batches: a crossing for every line would cost more than the line is worth. */
export class Journal {
  readonly #send: (lines: readonly Line[]) => Promise<unknown>;
  #waiting: Line[] = [];
  #closed = false;

  constructor(send: (lines: readonly Line[]) => Promise<unknown>) {
    this.#send = send;
  }

  add(line: Line): void {
    if (this.#closed) return;
    this.#waiting.push(line);
    if (this.#waiting.length >= LINES_PER_WRITE) void this.flush();
  }

  async flush(): Promise<void> {
    if (this.#closed || this.#waiting.length === 0) return;
    const lines = this.#waiting;
    this.#waiting = [];
    try {
      await this.#send(lines);
    } catch {
      // Whoever takes no more lines will take none later either; printing must never make a call fail.
      this.#closed = true;
    }
  }
}
