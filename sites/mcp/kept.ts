/** A cache with a bound on total weight. The least recently used value is removed first. */
export class WeightedCache<T> {
  readonly #most: number;
  readonly #values = new Map<string, { readonly value: T; readonly weight: number }>();
  #weight = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): T | undefined {
    const found = this.#values.get(key);
    if (!found) return undefined;
    this.#values.delete(key);
    this.#values.set(key, found);
    return found.value;
  }

  set(key: string, value: T, weight = 1): void {
    this.#remove(key);
    this.#values.set(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#values.keys()) {
      if (this.#weight <= this.#most) break;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    this.#weight -= this.#values.get(key)?.weight ?? 0;
    this.#values.delete(key);
  }
}
