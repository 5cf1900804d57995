import { MCP_WORDS_KEPT_BYTES } from "../../../manifests/bounds/agents.ts";
import { SEARCH_PARTS_AT_ONCE } from "../../../manifests/bounds/search.ts";
import type { WordDirectory, WordIndex } from "../../../runtime/search/wordIndex.ts";
import { WeightedCache } from "./kept.ts";
import type { PublicReads } from "./stored.ts";
import { readWords } from "./stored.ts";

/** Parts are named by their digest, so a cached one is never out of date. */
const parts = new WeightedCache<string>(MCP_WORDS_KEPT_BYTES);
/** V8 keeps one byte a character, or two if any character is outside Latin-1. */
const weightOf = (part: string): number => (/^[\0-\xff]*$/.test(part) ? 1 : 2) * part.length;

/** The words of one publication, as the public store has them. */
export class PublishedWords implements WordIndex {
  readonly left: number;
  readonly cut: number;
  readonly #store: PublicReads;
  readonly #tenant: string;
  readonly #parts: readonly string[];

  constructor(store: PublicReads, tenant: string, { parts: keys, left, cut }: WordDirectory) {
    this.#store = store;
    this.#tenant = tenant;
    this.#parts = keys;
    this.left = left;
    this.cut = cut;
  }

  async each(visit: (part: string) => void): Promise<void> {
    for (let at = 0; at < this.#parts.length; at += SEARCH_PARTS_AT_ONCE) {
      const some = await Promise.all(this.#parts.slice(at, at + SEARCH_PARTS_AT_ONCE).map((key) => this.#part(key)));
      some.forEach(visit);
    }
  }

  async #part(key: string): Promise<string> {
    const name = `${this.#tenant}/${key}`;
    const known = parts.get(name);
    if (known !== undefined) return known;
    const read = await readWords(this.#store, this.#tenant, key);
    // Half an index would answer "not found" for words that are there.
    if (read === null) throw new Error("a part of the index of texts is gone");
    parts.set(name, read, weightOf(read));
    return read;
  }
}
