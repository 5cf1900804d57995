/** Messages between an editor and the language server: JSON behind a header that says its length. */

/** Longest message, and longest header before it, in bytes. An editor sends a whole file at once. */
export const MESSAGE_MAX_BYTES = 8 * 1024 * 1024;
export const HEADER_MAX_BYTES = 1_024;

const END = "\r\n\r\n";
const LENGTH = /^content-length:\s*(\d{1,10})\s*$/im;

/** Bytes that are no messages. Nobody knows where the next one would begin. */
export class BrokenWire extends Error {}

export class MessageReader {
  #parts: Buffer[] = [];
  #size = 0;
  /** The length of the present message. Undefined while its header is read. */
  #wanted: number | undefined;

  /** Takes bytes as they come. Answers the texts of all messages that are whole now. */
  take(bytes: Buffer): string[] {
    this.#parts.push(bytes);
    this.#size += bytes.length;
    const found: string[] = [];
    for (let text = this.#next(); text !== undefined; text = this.#next()) found.push(text);
    return found;
  }

  #next(): string | undefined {
    this.#wanted ??= this.#length();
    if (this.#wanted === undefined || this.#size < this.#wanted) return undefined;
    const all = this.#joined();
    const text = all.toString("utf8", 0, this.#wanted);
    this.#keep(all.subarray(this.#wanted));
    this.#wanted = undefined;
    return text;
  }

  #length(): number | undefined {
    const all = this.#joined();
    const end = all.subarray(0, HEADER_MAX_BYTES + END.length).indexOf(END);
    if (end < 0) {
      if (this.#size > HEADER_MAX_BYTES) throw new BrokenWire("The header of a message is too long.");
      return undefined;
    }
    const length = Number(LENGTH.exec(all.toString("latin1", 0, end))?.[1] ?? NaN);
    if (Number.isNaN(length)) throw new BrokenWire("A message has no Content-Length.");
    if (length > MESSAGE_MAX_BYTES) throw new BrokenWire(`A message has more than ${MESSAGE_MAX_BYTES} bytes.`);
    this.#keep(all.subarray(end + END.length));
    return length;
  }

  #joined(): Buffer {
    const all = this.#parts.length === 1 ? (this.#parts[0] as Buffer) : Buffer.concat(this.#parts);
    this.#keep(all);
    return all;
  }

  #keep(rest: Buffer): void {
    this.#parts = [rest];
    this.#size = rest.length;
  }
}

export function framed(message: object): Buffer {
  const body = Buffer.from(JSON.stringify(message));
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}${END}`), body]);
}
