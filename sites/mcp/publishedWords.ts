import { MCP_WORDS_KEPT_BYTES } from "../../manifests/bounds/agents.ts";
import { SEARCH_PARTS_AT_ONCE } from "../../manifests/bounds/search.ts";
import type { WordDirectory, WordIndex } from "../../runtime/search/wordIndex.ts";
import { WordPart } from "../../runtime/search/wordPart.ts";
import { WeightedCache } from "./kept.ts";
import { type PublicReads, readWords } from "./stored.ts";

/** Parts by digest, so a cached part is never out of date. */
const parts = new WeightedCache<WordPart>(MCP_WORDS_KEPT_BYTES);

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

  async each(visit: (part: WordPart, moved: ReadonlySet<string>) => void): Promise<void> {
    for (let at = 0; at < this.#parts.length; at += SEARCH_PARTS_AT_ONCE) {
      const some = this.#parts.slice(at, at + SEARCH_PARTS_AT_ONCE);
      const read = await Promise.all(some.map(async ({ key, moved }) => [await this.#part(key), moved] as const));
      for (const [part, moved] of read) visit(part, moved);
    }
  }

  async #part(key: string): Promise<WordPart> {
    const name = `${this.#tenant}/${key}`;
    const known = parts.get(name);
    if (known !== undefined) return known;
    const read = await readWords(this.#store, this.#tenant, key);
    // A partial index would answer "not found" for existing words.
    if (read === null) throw new Error("a part of the index of texts is gone");
    const part = new WordPart(read);
    parts.set(name, part, part.bytes);
    return part;
  }
}
