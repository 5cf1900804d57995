/**
 * A map whose values together weigh at most `most`. A further value evicts those that were wanted longest ago. A value
 * that alone weighs more is not kept.
 */
export class WeighedMap<Key, Value> {
  readonly #most: number;
  readonly #weigh: (value: Value) => number;
  readonly #kept = new Map<Key, Value>();
  #weight = 0;

  constructor(most: number, weigh: (value: Value) => number) {
    this.#most = most;
    this.#weigh = weigh;
  }

  get(key: Key): Value | undefined {
    const known = this.#kept.get(key);
    if (known === undefined) return undefined;
    // A Map lists its keys in the order in which they were set.
    this.#kept.delete(key);
    this.#kept.set(key, known);
    return known;
  }

  set(key: Key, value: Value): void {
    this.#drop(key);
    const weight = this.#weigh(value);
    if (weight > this.#most) return;
    this.#kept.set(key, value);
    this.#weight += weight;
    for (const oldest of this.#kept.keys()) {
      if (this.#weight <= this.#most) return;
      this.#drop(oldest);
    }
  }

  #drop(key: Key): void {
    const known = this.#kept.get(key);
    if (known === undefined) return;
    this.#kept.delete(key);
    this.#weight -= this.#weigh(known);
  }
}
