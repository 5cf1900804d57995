import { MCP_WORDS_KEPT_BYTES } from "../../manifests/bounds/agents.ts";
import { SEARCH_PARTS_AT_ONCE } from "../../manifests/bounds/search.ts";
import type { WordDirectory, WordIndex } from "../../runtime/search/wordIndex.ts";
import { WeightedCache } from "./kept.ts";
import { type PublicReads, readWords } from "./stored.ts";

/** Parts by digest, so a cached part is never out of date. */
const parts = new WeightedCache<string>(MCP_WORDS_KEPT_BYTES);
/** V8 stores one byte for each character, or two if the text has any outside of Latin-1. */
const weightOf = (part: string): number => (/^[\0-\xff]*$/.test(part) ? 1 : 2) * part.length;

/** The search index of one publication, from the public store. */
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
    // A partial index would answer "not found" for existing words.
    if (read === null) throw new Error("a part of the index of texts is gone");
    parts.set(name, read, weightOf(read));
    return read;
  }
}
