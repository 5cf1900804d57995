import { skip, take, takeMore, until, type Walk } from "../formats/walk.ts";

/** A piece of what visitors get: bytes of our own, and after them bytes of the file. */
export interface KeptPiece {
  readonly own: Uint8Array;
  /** The place in the file. */
  readonly from: number;
  /** The number of the file's bytes. */
  readonly length: number;
}

const NONE = new Uint8Array(0);

/** Collects the pieces while a format walks through the file. What no format keeps is removed. */
export class Pieces {
  readonly #format: string;
  readonly #pieces: { own: Uint8Array; from: number; length: number }[] = [];
  #at = 0;
  #replaces = false;
  /** The header that holds the length of the whole, little-endian at byte 4, without its first eight bytes. */
  header: Uint8Array | undefined;
  /** The number of colours of a pixel, where the format says it. */
  colours: number | undefined;
  /** Collects what could not be decided before the walk has ended. */
  atEnd: () => void = () => undefined;

  constructor(format: string) {
    this.#format = format;
  }

  /** The place that the walk has reached. */
  get at(): number {
    return this.#at;
  }

  *take(count: number): Walk<DataView> {
    const view = yield* take(count, this.#format);
    this.#at += count;
    return view;
  }

  /** The next bytes; undefined at the end of the file. */
  *takeMore(count: number): Walk<DataView | undefined> {
    const view = yield* takeMore(count, this.#format);
    if (view) this.#at += count;
    return view;
  }

  /** Passes over the rest of the file. */
  *skipAll(): Walk<void> {
    yield* this.until(() => false);
  }

  *skip(count: number): Walk<void> {
    yield* skip(count, this.#format);
    this.#at += count;
  }

  *until(isLast: (byte: number) => boolean): Walk<boolean> {
    return yield* until((byte) => {
      this.#at += 1;
      return isLast(byte);
    });
  }

  /** Keeps bytes of the file. `to` may lie behind its end, because a file can be cut off. */
  keep(from: number, to: number): void {
    const last = this.#pieces.at(-1);
    if (last && last.from + last.length === from) last.length += to - from;
    else this.#pieces.push({ own: NONE, from, length: to - from });
  }

  /** Puts bytes of our own in the place of some of the file. */
  replace(from: number, own: Uint8Array): void {
    this.#replaces = true;
    this.rewrite(from, own);
  }

  /** Puts the same header again, in which a later piece may change something. */
  rewrite(from: number, own: Uint8Array): void {
    this.#pieces.push({ own, from, length: 0 });
  }

  /** The pieces of a file of this length. Undefined if they are the whole file. */
  within(bytes: number): readonly KeptPiece[] | undefined {
    const pieces = this.#pieces
      .filter(({ from }) => from < bytes)
      .map((piece) => ({ ...piece, length: Math.min(piece.length, bytes - piece.from) }));
    const length = lengthOf(pieces);
    if (!this.#replaces && length === bytes) return undefined;
    if (this.header) new DataView(this.header.buffer).setUint32(4, length - 8, true);
    return pieces;
  }
}

export const lengthOf = (pieces: readonly KeptPiece[]): number =>
  pieces.reduce((sum, { own, length }) => sum + own.length + length, 0);

/** Cuts the pieces out of a file that streams through. */
export class PieceCutter {
  readonly #pieces: readonly KeptPiece[];
  #next = 0;
  #at = 0;

  constructor(pieces: readonly KeptPiece[]) {
    this.#pieces = pieces;
  }

  *push(chunk: Uint8Array): Generator<Uint8Array> {
    const from = this.#at;
    this.#at += chunk.length;
    for (let piece = this.#due(); piece; piece = this.#due()) {
      if (piece.from >= from && piece.own.length > 0) yield piece.own;
      const end = piece.from + piece.length;
      const part = chunk.subarray(Math.max(0, piece.from - from), Math.max(0, end - from));
      if (part.length > 0) yield part;
      if (end > this.#at) return;
      this.#next += 1;
    }
  }

  /** The next piece that begins before the reached place. */
  #due(): KeptPiece | undefined {
    const piece = this.#pieces[this.#next];
    return piece && piece.from < this.#at ? piece : undefined;
  }
}
