import { appendFileSync } from "node:fs";

const OWNER_ONLY = 0o600;

type Append = (path: string, text: string) => void;

const append: Append = (path, text) => appendFileSync(path, text, { mode: OWNER_ONLY });

/**
 * Appends lines to a log, and survives a full disk. Lines that cannot be written are dropped and counted, and the next
 * successful write reports the count. Each line is one synchronous write, because a stream would close for good at its
 * first error.
 */
export class LogFile {
  readonly #path: string;
  readonly #append: Append;
  #dropped = 0;

  constructor(path: string, write: Append = append) {
    this.#path = path;
    this.#append = write;
    this.#try(""); // Creates the file before the first line.
  }

  write(line: string): void {
    if (this.#try(`${this.#gap()}${line}\n`)) this.#dropped = 0;
    else this.#dropped += 1;
  }

  #try(text: string): boolean {
    try {
      this.#append(this.#path, text);
      return true;
    } catch {
      return false;
    }
  }

  #gap(): string {
    const missing = this.#dropped;
    if (missing === 0) return "";
    return `${JSON.stringify({ missing, text: `${missing} lines are missing here, because they could not be written.` })}\n`;
  }
}
