/**
 * Reads a file of any length piece by piece. A format is a generator that asks for its next bytes. So its code reads as
 * if the whole file were there, while memory holds only one part.
 */
import { MEDIA_HEADER_MAX_BYTES, MEDIA_MAX_QUESTIONS } from "../../../manifests/bounds/media.ts";
import { broken, unfitFile } from "./unfit.ts";

/** A request: take the next bytes, skip a number of bytes, or skip up to the byte for which the function is true. */
type Want = { readonly take: number } | { readonly skip: number } | { readonly until: (byte: number) => boolean };

/**
 * A format's generator. `take` is answered with the bytes, fewer at the end of the file; other requests with none; past
 * the end, undefined.
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

  /** Ends the walk. Undefined if more bytes came after the end that the walk found. */
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
    // A file can consist of nothing but the smallest possible parts.
    if ((this.#questions += 1) > MEDIA_MAX_QUESTIONS)
      throw unfitFile("a file of very many small parts", "a file such as programs write");
    this.#next = this.#walk.next(value);
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** Takes exactly so many bytes; a shorter file is broken. */
export function* take(count: number, format: string): Walk<DataView> {
  if (count > MEDIA_HEADER_MAX_BYTES) throw broken(format);
  if (count === 0) return viewOf(NONE);
  const bytes = yield { take: count };
  if (bytes?.length !== count) throw broken(format);
  return viewOf(bytes);
}

/** Takes exactly so many bytes; undefined if the file ends here. */
export function* takeMore(count: number, format: string): Walk<DataView | undefined> {
  const bytes = yield { take: count };
  if (bytes === undefined) return undefined;
  if (bytes.length !== count) throw broken(format);
  return viewOf(bytes);
}

export function* skip(count: number, format: string): Walk<void> {
  if (count > 0 && (yield { skip: count }) === undefined) throw broken(format);
}

/** Skips to the end without any check. */
export function* skipAll(): Walk<void> {
  yield { skip: Infinity };
}

/** Skips past the first byte for which `isLast` is true. It sees each byte once; false at the end of the file. */
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
