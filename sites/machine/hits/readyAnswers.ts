import { READY_ANSWERS_MAX_BYTES, READY_BODY_MAX_BYTES } from "../../../manifests/bounds/operators.ts";
import { headLines, withBody } from "../pageCache/answering.ts";
import type { CachedAnswer } from "../pageCache/pageCache.ts";
import type { Form } from "../pageCache/representations.ts";
import { STATUS_CODES } from "../process/http.ts";

/** The form in which a client gets a page: whole, compressed, or the word that the client has it already. */
export type PageForm = Form | "whole" | "known";

interface ReadyAnswer {
  readonly age: number;
  readonly pieces: readonly Buffer[];
  /** The bytes that this answer does not share with the page cache. */
  readonly own: number;
}

const nameOf = (shown: PageForm): string => (typeof shown === "string" ? shown : shown.coding);

const inOne = (age: number, bytes: Buffer): ReadyAnswer => ({ age, pieces: [bytes], own: bytes.byteLength });

/** Whole answers as Node would write them. They name the second, so each is kept for a second. */
export class ReadyAnswers {
  /** The headers of a connection that stays open. */
  readonly #connection: string;
  readonly #now: () => number;
  #second = Number.NaN;
  #date = "";
  #ready = new Map<CachedAnswer, Map<string, ReadyAnswer>>();
  #bytes = 0;

  /** `idleMs` is the time for which an idle connection stays open. `now` is in milliseconds since the epoch. */
  constructor(idleMs: number, now: () => number = Date.now) {
    this.#connection = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(idleMs / 1000)}\r\n\r\n`;
    this.#now = now;
  }

  /** The bytes that are kept now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** One piece, or the head and the body. */
  piecesOf(kept: CachedAnswer, shown: PageForm, age: number): readonly Buffer[] {
    this.#begin(Math.floor(this.#now() / 1000));
    const name = nameOf(shown);
    const ready = this.#ready.get(kept)?.get(name);
    if (ready?.age === age) return ready.pieces;
    const made = this.#made(kept, shown, age);
    const more = made.own - (ready?.own ?? 0);
    if (this.#bytes + more <= READY_ANSWERS_MAX_BYTES) this.#keep(kept, name, made, more);
    return made.pieces;
  }

  #begin(second: number): void {
    if (second === this.#second) return;
    this.#second = second;
    this.#date = new Date(second * 1000).toUTCString();
    this.#ready = new Map();
    this.#bytes = 0;
  }

  #keep(kept: CachedAnswer, name: string, ready: ReadyAnswer, more: number): void {
    const forms = this.#ready.get(kept) ?? new Map<string, ReadyAnswer>();
    this.#ready.set(kept, forms.set(name, ready));
    this.#bytes += more;
  }

  #made(kept: CachedAnswer, shown: PageForm, age: number): ReadyAnswer {
    const lines = headLines(kept, age);
    if (shown === "known") return inOne(age, this.#headOf(304, lines));
    const form = shown === "whole" ? undefined : shown;
    const body = form?.bytes ?? kept.body;
    const head = this.#headOf(kept.status, withBody(lines, body, form));
    if (body.byteLength <= READY_BODY_MAX_BYTES) return inOne(age, Buffer.concat([head, body]));
    return { age, pieces: [head, body], own: head.byteLength };
  }

  #headOf(status: number, lines: readonly string[]): Buffer {
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
    for (let at = 0; at < lines.length; at += 2) head += `${lines[at]}: ${lines[at + 1]}\r\n`;
    return Buffer.from(`${head}Date: ${this.#date}\r\n${this.#connection}`, "latin1");
  }
}
