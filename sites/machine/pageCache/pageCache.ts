import type { WorkerAnswer } from "./answer.ts";
import { Fills } from "./fills.ts";
import type { Representations } from "./representations.ts";

/** A stored answer. */
export interface CachedAnswer extends WorkerAnswer {
  /** The time of storing and of expiry, in milliseconds of a monotonic clock. */
  readonly since: number;
  readonly until: number;
  /** The compressed forms of the body, shared by all answers with these bytes. */
  readonly compressed: Representations;
}

/** An estimate of an entry's memory besides its body: the key, the headers and the map, in bytes. */
const ENTRY_BYTES = 2_048;

/**
 * The page cache of one machine. The machine has no other page cache, so a purge is complete. Bodies have a memory
 * limit; the least recently used entry is removed first.
 */
export class MachinePageCache {
  readonly #maxBytes: number;
  readonly #now: () => number;
  readonly #compressing: (key: string, answer: WorkerAnswer) => Representations;
  /** Entries from the least to the most recently used. */
  readonly #entries = new Map<string, CachedAnswer>();
  readonly #fills: Fills;
  #bytes = 0;

  constructor(
    maxBytes: number,
    compressing: (key: string, answer: WorkerAnswer) => Representations,
    now: () => number = () => performance.now(),
  ) {
    this.#maxBytes = maxBytes;
    this.#compressing = compressing;
    this.#now = now;
    this.#fills = new Fills(now);
  }

  get bytes(): number {
    return this.#bytes;
  }

  find(key: string): CachedAnswer | undefined {
    const found = this.#entries.get(key);
    if (!found) return undefined;
    if (found.until <= this.#now()) return void this.#remove(key);
    this.#entries.delete(key);
    this.#entries.set(key, found);
    return found;
  }

  /** Notes a lookup whose answer a worker will store. */
  awaitAnswer(key: string): void {
    this.#fills.begin(key);
  }

  /**
   * Stores an answer for `forMs` milliseconds. An answer larger than the whole cache is not stored, nor one that a purge
   * has overtaken.
   */
  store(key: string, answer: WorkerAnswer, forMs: number): void {
    this.#remove(key);
    if (!this.#fills.end(key) || forMs <= 0 || sizeOf(answer) > this.#maxBytes) return;
    const since = this.#now();
    const compressed = this.#compressing(key, answer);
    this.#entries.set(key, { ...answer, compressed, since, until: since + forMs });
    this.#bytes += sizeOf(answer);
    for (const [oldest] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#remove(oldest);
    }
  }

  /** Removes an answer, and those on their way. True if there was one. */
  purge(key: string): boolean {
    this.#fills.spoil(key);
    return this.#remove(key);
  }

  #remove(key: string): boolean {
    const found = this.#entries.get(key);
    if (found) this.#bytes -= sizeOf(found);
    return this.#entries.delete(key);
  }

  /** Seconds since the answer was stored. */
  ageOf({ since }: CachedAnswer): number {
    return Math.floor((this.#now() - since) / 1000);
  }
}

const sizeOf = ({ body }: Pick<WorkerAnswer, "body">): number => body.byteLength + ENTRY_BYTES;
