/**
 * Parses a streamed file of any length. A format is a generator that requests its next bytes. So its code reads as if
 * the whole file were in memory, while only one part is.
 */
import { MEDIA_HEADER_MAX_BYTES, MEDIA_MAX_QUESTIONS } from "../../../manifests/bounds/media.ts";
import { broken, unfitFile } from "./unfit.ts";

/**
 * A request of a format: the next bytes, skipping a number of bytes, or skipping up to the byte for which the function
 * is true.
 */
type Want = { readonly take: number } | { readonly skip: number } | { readonly until: (byte: number) => boolean };

/**
 * A format's generator. `take` gets the bytes, fewer at the end of the file; other requests get an empty array.
 * Undefined means that the file has ended.
 */
export type Walk<T> = Generator<Want, T, Uint8Array | undefined>;

const NONE = new Uint8Array(0);

export class Walker<T> {
  readonly #walk: Walk<T>;
  #next: IteratorResult<Want, T>;
  #held: Uint8Array = NONE;
  #skipped = 0;
  #more = false;
  #questions = 0;

  constructor(walk: Walk<T>) {
    this.#walk = walk;
    this.#next = walk.next();
  }

  push(chunk: Uint8Array): void {
    let rest = chunk;
    while (rest.length > 0 && !this.#next.done) rest = this.#feed(this.#next.value, rest);
    this.#more ||= rest.length > 0;
  }

  /** Ends the parsing. Undefined if bytes follow the end that the format found. */
  end(): T | undefined {
    while (!this.#next.done) this.#answer(this.#held.length > 0 ? this.#held : undefined);
    return this.#more ? undefined : this.#next.value;
  }

  #feed(want: Want, bytes: Uint8Array): Uint8Array {
    if ("take" in want) return this.#take(want.take, bytes);
    if ("until" in want) return this.#until(want.until, bytes);
    const now = Math.min(want.skip - this.#skipped, bytes.length);
    this.#skipped += now;
    if (this.#skipped === want.skip) this.#answer(NONE);
    return bytes.subarray(now);
  }

  #take(wanted: number, bytes: Uint8Array): Uint8Array {
    const now = Math.min(wanted - this.#held.length, bytes.length);
    // Always copies, because the caller may reuse the chunk's memory.
    this.#held = joined(this.#held, bytes.subarray(0, now));
    if (this.#held.length === wanted) this.#answer(this.#held);
    return bytes.subarray(now);
  }

  #until(isLast: (byte: number) => boolean, bytes: Uint8Array): Uint8Array {
    const at = bytes.findIndex(isLast);
    if (at === -1) return NONE;
    this.#answer(NONE);
    return bytes.subarray(at + 1);
  }

  #answer(value: Uint8Array | undefined): void {
    this.#held = NONE;
    this.#skipped = 0;
    // Limits the requests, because a file may consist of the smallest possible parts only.
    if ((this.#questions += 1) > MEDIA_MAX_QUESTIONS)
      throw unfitFile("a file of very many small parts", "a file as common programs write it");
    this.#next = this.#walk.next(value);
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** Reads exactly `count` bytes. Throws if the file is shorter. */
export function* take(count: number, format: string): Walk<DataView> {
  if (count > MEDIA_HEADER_MAX_BYTES) throw broken(format);
  if (count === 0) return viewOf(NONE);
  const bytes = yield { take: count };
  if (bytes?.length !== count) throw broken(format);
  return viewOf(bytes);
}

/** Reads exactly `count` bytes. Undefined if the file ends before them; throws if it ends among them. */
export function* takeMore(count: number, format: string): Walk<DataView | undefined> {
  const bytes = yield { take: count };
  if (bytes === undefined) return undefined;
  if (bytes.length !== count) throw broken(format);
  return viewOf(bytes);
}

export function* skip(count: number, format: string): Walk<void> {
  if (count > 0 && (yield { skip: count }) === undefined) throw broken(format);
}

/** Skips to the end of the file unchecked. */
export function* skipAll(): Walk<void> {
  yield { skip: Infinity };
}

/** Skips past the first byte for which `isLast` is true. Calls it once for each byte. False at the end of the file. */
export function* until(isLast: (byte: number) => boolean): Walk<boolean> {
  return (yield { until: isLast }) !== undefined;
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export function asciiAt(view: DataView, at: number, length: number): string {
  let text = "";
  for (let index = at; index < Math.min(at + length, view.byteLength); index++) {
    text += String.fromCharCode(view.getUint8(index));
  }
  return text;
}
