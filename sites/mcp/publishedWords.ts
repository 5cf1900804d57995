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
  readonly #parts: readonly { readonly key: string; readonly moved: ReadonlySet<string> }[];

  constructor(store: PublicReads, tenant: string, { parts: keys, moved = {}, left, cut }: WordDirectory) {
    this.#store = store;
    this.#tenant = tenant;
    this.#parts = keys.map((key, place) => ({ key, moved: new Set(moved[String(place)]) }));
    this.left = left;
    this.cut = cut;
  }

  async each(visit: (part: string, moved: ReadonlySet<string>) => void): Promise<void> {
    for (let at = 0; at < this.#parts.length; at += SEARCH_PARTS_AT_ONCE) {
      const some = this.#parts.slice(at, at + SEARCH_PARTS_AT_ONCE);
      const texts = await Promise.all(some.map(({ key }) => this.#part(key)));
      some.forEach(({ moved }, place) => visit(texts[place] ?? "", moved));
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
