/** An answer as it is kept. */
export interface Kept {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  /** When it was stored and until when it holds, in milliseconds of a clock that only goes on. */
  readonly since: number;
  readonly until: number;
}

/** What an entry takes besides its body: its key, its headers, and the map. */
const ENTRY_BYTES = 2_048;

/**
 * The page cache of one machine. It is the only one, so a purge reaches everything. Its bodies have room in memory up to
 * a limit; what was asked for longest ago goes first.
 */
export class PageCache {
  readonly #maxBytes: number;
  readonly #now: () => number;
  /** The order is that of the last use. */
  readonly #entries = new Map<string, Kept>();
  #bytes = 0;

  constructor(maxBytes: number, now: () => number = () => performance.now()) {
    this.#maxBytes = maxBytes;
    this.#now = now;
  }

  get bytes(): number {
    return this.#bytes;
  }

  find(key: string): Kept | undefined {
    const found = this.#entries.get(key);
    if (!found) return undefined;
    if (found.until <= this.#now()) return void this.purge(key);
    this.#entries.delete(key);
    this.#entries.set(key, found);
    return found;
  }

  /** Keeps an answer for so many milliseconds, or not at all when it is larger than the cache. */
  store(key: string, answer: Omit<Kept, "since" | "until">, forMs: number): void {
    this.purge(key);
    if (forMs <= 0 || sizeOf(answer) > this.#maxBytes) return;
    const since = this.#now();
    this.#entries.set(key, { ...answer, since, until: since + forMs });
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

  ageOf({ since }: Kept): number {
    return Math.floor((this.#now() - since) / 1000);
  }
}

const sizeOf = ({ body }: Pick<Kept, "body">): number => body.byteLength + ENTRY_BYTES;
