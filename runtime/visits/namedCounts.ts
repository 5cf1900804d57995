/** The count of a name. The part that it took over from the name before it in its place is `taken`. */
export interface NamedCount {
  readonly times: number;
  readonly taken: number;
}

/** The name under which all others are counted together. */
const OTHERS = "";

/**
 * Counts by name, for at most so many names. A new name takes the place of the rarest, and inherits its count as `taken`.
 * What was counted of the rarest goes to the others. So of n counts, each name with more than n / most of them stays
 * (Metwally and others, "Space-Saving", 2005).
 */
export class NamedCounts {
  readonly #most: number;
  readonly #named: Map<string, NamedCount>;
  #others = 0;

  constructor(most: number, known: Iterable<readonly [name: string, count: NamedCount]> = []) {
    [this.#most, this.#named] = [most, new Map(known)];
    this.#others = this.#named.get(OTHERS)?.times ?? 0;
    this.#named.delete(OTHERS);
  }

  add(name: string, times: number): void {
    if (name === OTHERS) this.#others += times;
    else {
      const known = this.#named.get(name) ?? this.#place();
      this.#named.set(name, { ...known, times: known.times + times });
    }
  }

  get(name: string): NamedCount | undefined {
    return name === OTHERS ? this.#rest() : this.#named.get(name);
  }

  /** All names with their counts. The last one is empty and stands for the others, if there are any. */
  *[Symbol.iterator](): Generator<[name: string, count: NamedCount]> {
    yield* this.#named;
    const rest = this.#rest();
    if (rest) yield [OTHERS, rest];
  }

  #rest(): NamedCount | undefined {
    return this.#others > 0 ? { times: this.#others, taken: 0 } : undefined;
  }

  /** Frees the place of the rarest name if all are taken. The count is what a new name inherits. */
  #place(): NamedCount {
    if (this.#named.size < this.#most) return { times: 0, taken: 0 };
    let [rarest, least]: [string, NamedCount] = [OTHERS, { times: Infinity, taken: 0 }];
    for (const [name, count] of this.#named) if (count.times < least.times) [rarest, least] = [name, count];
    this.#named.delete(rarest);
    this.#others += least.times - least.taken;
    return { times: least.times, taken: least.times };
  }
}
