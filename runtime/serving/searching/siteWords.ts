import { SEARCH_INDEX_KEPT_BYTES } from "../../../manifests/bounds/search.ts";
import { WeighedMap } from "../../../manifests/memory/weighedMap.ts";
import type { WordDirectory, WordIndex } from "../../search/wordIndex.ts";
import { WordPart } from "../../search/wordPart.ts";

/** The index of a site as its workspace keeps it. */
export interface KeptWords {
  directory(site: string): WordDirectory;
  /** A part by its key, from the rows. `isWritten` is false if its pages have changed since the key was made. */
  partOf(site: string, key: string): { readonly text: string; readonly isWritten: boolean };
}

/** Parts by their keys, which have the digest of the text. Several workspaces of an isolate share this memory. */
const parts = new WeighedMap<string, WordPart>(SEARCH_INDEX_KEPT_BYTES, ({ bytes }) => bytes);

/** The search index of a site for its visitors: the same parts as agents have in the public store. */
export class SiteWords implements WordIndex {
  readonly left: number;
  readonly cut: number;
  readonly #site: string;
  readonly #words: KeptWords;
  readonly #directory: WordDirectory;

  constructor(site: string, words: KeptWords) {
    this.#site = site;
    this.#words = words;
    this.#directory = words.directory(site);
    this.left = this.#directory.left;
    this.cut = this.#directory.cut;
  }

  async each(visit: (part: WordPart, moved: ReadonlySet<string>) => void): Promise<void> {
    const { parts: keys, moved = {} } = this.#directory;
    keys.forEach((key, place) => visit(this.#part(key), new Set(moved[String(place)])));
  }

  #part(key: string): WordPart {
    const known = parts.get(key);
    if (known) return known;
    const { text, isWritten } = this.#words.partOf(this.#site, key);
    const made = new WordPart(text);
    if (isWritten) parts.set(key, made);
    return made;
  }
}
