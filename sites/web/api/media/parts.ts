/**
 * Stores files of unknown length. Storage needs a length, so the file is split into parts of equal size; only the last
 * one may be smaller.
 */
import { partKey } from "../../../../runtime/media/keys.ts";
import { bodyInTurns, pipeInTurns, StoreTurns } from "../../../platform/stores/turns.ts";
import { tooManyBytes } from "../../../requests/bytes.ts";
import { type Destination, type Pipe, mostOf } from "../../intake/receive.ts";
import type { MediaStore } from "../../powers/powers.ts";

/** A file that is stored in parts below `key`. */
export interface PartedFile {
  readonly key: string;
  readonly parts: number;
  readonly bytes: number;
}

/** Writes a file in parts. A part is stored while the next one arrives, so two of them are in memory at a time. */
export class PartedStorage implements Pipe, PartedFile {
  readonly key: string;
  readonly #bucket: Pick<MediaStore, "put">;
  readonly #partBytes: number;
  /** The part that arrives. Undefined until its first byte. */
  #part: Uint8Array | undefined;
  /** The memory of the part that is being stored, and of the one before, which is free again. */
  #stored: Uint8Array | undefined;
  #free: Uint8Array | undefined;
  #storing: Promise<void> | undefined;
  readonly #turns = new StoreTurns();
  #filled = 0;
  #most = 0;
  /** The number of parts written so far. */
  parts = 0;
  bytes = 0;

  constructor(bucket: Pick<MediaStore, "put">, key: string, partBytes: number) {
    this.#bucket = bucket;
    this.key = key;
    this.#partBytes = partBytes;
  }

  admit(most: number): void {
    this.#most = most;
  }

  async write(chunk: Uint8Array): Promise<void> {
    if (this.bytes + this.#filled + chunk.length > this.#most) throw tooManyBytes(this.#most);
    for (let rest = chunk; rest.length > 0;) {
      const part = (this.#part ??= this.#free ?? new Uint8Array(this.#partBytes));
      const now = Math.min(rest.length, part.length - this.#filled);
      part.set(rest.subarray(0, now), this.#filled);
      this.#filled += now;
      rest = rest.subarray(now);
      if (this.#filled === part.length) await this.#store();
    }
  }

  async end(): Promise<void> {
    await this.#store();
    await this.#storing;
  }

  async abandon(): Promise<void> {
    this.#filled = 0;
    await this.#storing?.catch(() => undefined);
  }

  /** Begins to store the part, after the one before is stored. Throws if that failed. */
  async #store(): Promise<void> {
    await this.#storing;
    if (!this.#part || this.#filled === 0) return;
    this.#storing = this.#put(partKey(this.key, this.parts), this.#part.subarray(0, this.#filled));
    // The next wait for it gets the failure.
    this.#storing.catch(() => undefined);
    [this.#part, this.#stored, this.#free] = [undefined, this.#part, this.#stored];
    this.parts += 1;
    this.bytes += this.#filled;
    this.#filled = 0;
  }

  async #put(key: string, part: Uint8Array): Promise<void> {
    const turns = this.#turns;
    const isWhole = await turns.mayGoWhole();
    await this.#bucket.put(key, isWhole ? part : bodyInTurns(part, turns), { length: part.length });
    if (isWhole) await turns.pause();
  }
}

/** A destination that stores in parts. `room` is the most bytes of a file, in addition to its type's limit. */
export const intoParts = (
  storage: PartedStorage,
  takes: Destination["takes"],
  claimed: string,
  room = Number.POSITIVE_INFINITY,
): Destination => ({
  takes,
  admit: (type) => storage.admit(Math.min(mostOf(type, claimed, takes), room)),
  ended: () => undefined,
  open: () => storage,
});

/** Streams the parts in order. If a part is missing, the reader gets the error of `gone`. */
export function readParts(
  bucket: Pick<MediaStore, "get">,
  file: PartedFile,
  gone: () => Error,
): ReadableStream<Uint8Array> {
  const { readable, writable } = new FixedLengthStream(file.bytes);
  // The stream reports the error to its reader.
  pipeParts(bucket, file, writable, gone).catch(() => undefined);
  return readable;
}

async function pipeParts(
  bucket: Pick<MediaStore, "get">,
  { key, parts }: PartedFile,
  writable: WritableStream<Uint8Array>,
  gone: () => Error,
): Promise<void> {
  const turns = new StoreTurns();
  for (let part = 0; part < parts; part += 1) {
    const stored = await bucket.get(partKey(key, part));
    if (!stored) return writable.abort(gone());
    await pipeInTurns(stored.body, writable, turns);
  }
  await writable.close();
}
