/**
 * A map of at most `most` entries. A further entry evicts the one that was set longest ago. Setting a key again makes
 * it the newest.
 */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #most: number;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  override set(key: Key, value: Value): this {
    this.delete(key);
    const oldest = this.size >= this.#most ? this.keys().next() : undefined;
    if (oldest && !oldest.done) this.delete(oldest.value);
    return super.set(key, value);
  }
}
