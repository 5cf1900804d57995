import type { WorkerAnswer } from "./answer.ts";
import type { Representations } from "./representations.ts";

/** An answer as it is kept. */
export interface CachedAnswer extends WorkerAnswer {
  /** The time of storing and the time until which it holds, in milliseconds of a clock that only goes on. */
  readonly since: number;
  readonly until: number;
  /** The body compressed, made once for all answers with these bytes. */
  readonly compressed: Representations;
}

/** The bytes an entry takes besides its body: its key, its headers, and the map. */
const ENTRY_BYTES = 2_048;

/**
 * The page cache of one machine. It is the only one, so a purge reaches everything. Bodies have room in memory up to a
 * limit; what was asked for longest ago goes first.
 */
export class MachinePageCache {
  readonly #maxBytes: number;
  readonly #now: () => number;
  readonly #compressing: (key: string, answer: WorkerAnswer) => Representations;
  /** The answers in the order of their last use. */
  readonly #entries = new Map<string, CachedAnswer>();
  #bytes = 0;

  constructor(
    maxBytes: number,
    compressing: (key: string, answer: WorkerAnswer) => Representations,
    now: () => number = () => performance.now(),
  ) {
    this.#maxBytes = maxBytes;
    this.#compressing = compressing;
    this.#now = now;
  }

  get bytes(): number {
    return this.#bytes;
  }

  find(key: string): CachedAnswer | undefined {
    const found = this.#entries.get(key);
    if (!found) return undefined;
    if (found.until <= this.#now()) return void this.purge(key);
    this.#entries.delete(key);
    this.#entries.set(key, found);
    return found;
  }

  /** Keeps an answer for so many milliseconds, or not at all when it is larger than the cache. */
  store(key: string, answer: WorkerAnswer, forMs: number): void {
    this.purge(key);
    if (forMs <= 0 || sizeOf(answer) > this.#maxBytes) return;
    const since = this.#now();
    const compressed = this.#compressing(key, answer);
    this.#entries.set(key, { ...answer, compressed, since, until: since + forMs });
    this.#bytes += sizeOf(answer);
    for (const [oldest] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) return;
      this.purge(oldest);
    }
  }

  /** Tells whether there was an answer. */
  purge(key: string): boolean {
    const found = this.#entries.get(key);
    if (found) this.#bytes -= sizeOf(found);
    return this.#entries.delete(key);
  }

  /** Seconds since it was stored. */
  ageOf({ since }: CachedAnswer): number {
    return Math.floor((this.#now() - since) / 1000);
  }
}

const sizeOf = ({ body }: Pick<WorkerAnswer, "body">): number => body.byteLength + ENTRY_BYTES;
