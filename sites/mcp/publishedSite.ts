import { MCP_PAGES_KEPT, MCP_TEXTS_KEPT_BYTES } from "../../manifests/bounds/agents.ts";
import { REDIRECTS_MAX_ENTRIES } from "../../manifests/bounds/documents.ts";
import { SEARCH_PARTS_AT_ONCE } from "../../manifests/bounds/search.ts";
import type { Redirect } from "../../runtime/documents/content/content.ts";
import type { Catalogue } from "../../runtime/rendering/agents/catalogue.ts";
import { PublicPageIndex } from "../../runtime/agents/content/pageIndex.ts";
import type { SiteContent } from "../../runtime/agents/content/siteContent.ts";
import type { ChainedIndex, PublicIndex, PublicPage } from "../../runtime/search/publicIndex.ts";
import { indexKey } from "../../runtime/serving/publicKeys.ts";
import type { PageText } from "../../runtime/rendering/markdown/pageText.ts";
import type { RulesList } from "../../runtime/serving/rules/publicRules.ts";
import type { WordIndex } from "../../runtime/search/wordIndex.ts";
import { WeightedCache } from "./kept.ts";
import { PublishedWords } from "./publishedWords.ts";
import {
  type ContentOwner,
  type Pointer,
  type PublicReads,
  readDirectory,
  readIndex,
  readIndexPart,
  readRules,
  readText,
} from "./stored.ts";

/** Texts by digest, so a cached text is never out of date. */
const texts = new WeightedCache<PageText>(MCP_TEXTS_KEPT_BYTES);
/** An estimate of a text's memory: two bytes for each character, and the same again for its JSON. */
const weightOf = ({ markdown }: PageText): number => 2 * markdown.length + 1_000;

/** Lists of pages by the digest of their first part. The weight is the number of pages. */
const indexes = new WeightedCache<PublicPageIndex>(MCP_PAGES_KEPT);

/** Parts of such lists by digest. A publication reads only the parts that it changed. */
const indexParts = new WeightedCache<readonly PublicPage[]>(MCP_PAGES_KEPT);

/** Redirects that are too many for a catalogue, and their parts, by digest. The weight is their number. */
const rules = new WeightedCache<readonly Redirect[]>(2 * REDIRECTS_MAX_ENTRIES);

/** One publication of a site, from the public store. */
export class PublishedSite implements SiteContent {
  readonly catalogue: Catalogue;
  readonly place: ContentOwner;
  readonly hostname: string;
  readonly origin: string;
  readonly release: number;
  readonly publishedAt: string;
  readonly version: string;
  readonly #store: PublicReads;
  readonly #index: string;
  readonly #directory: string | undefined;
  #words: WordIndex | undefined;

  constructor(store: PublicReads, place: ContentOwner, pointer: Pointer, catalogue: Catalogue) {
    this.#store = store;
    this.#index = pointer.index;
    this.#directory = pointer.words;
    this.place = place;
    this.catalogue = catalogue;
    this.hostname = pointer.hostnames[0] ?? "";
    this.origin = pointer.origin;
    this.release = pointer.release;
    this.publishedAt = pointer.publishedAt;
    this.version = contentVersion(pointer);
  }

  now(): number {
    return Date.now();
  }

  async pages(): Promise<PublicPageIndex> {
    const name = `${this.place.tenant}/${this.#index}`;
    const known = indexes.get(name);
    if (known) return known;
    const read = await this.#read();
    indexes.set(name, read, read.all.length + 1);
    return read;
  }

  async redirects(): Promise<readonly Redirect[]> {
    const { redirects, rules: key } = this.catalogue;
    return key === undefined ? redirects : this.#rules(key);
  }

  /** Redirects by a key, or all of those whose keys it lists. A publication changes few of the parts. */
  async #rules(key: string): Promise<readonly Redirect[]> {
    const name = `${this.place.tenant}/${key}`;
    const known = rules.get(name);
    if (known) return known;
    const found = await readRules(this.#store, this.place.tenant, key);
    if (!found) throw new Error("the redirects are gone");
    const all = "parts" in found ? await this.#listedRules(found) : found;
    rules.set(name, all, all.length);
    return all;
  }

  async #listedRules({ parts }: RulesList): Promise<readonly Redirect[]> {
    const all: Redirect[] = [];
    for (let at = 0; at < parts.length; at += SEARCH_PARTS_AT_ONCE) {
      const some = parts.slice(at, at + SEARCH_PARTS_AT_ONCE).map((key) => this.#rules(key));
      for (const part of await Promise.all(some)) all.push(...part);
    }
    return all;
  }

  async words(): Promise<WordIndex | undefined> {
    if (this.#words || this.#directory === undefined) return this.#words;
    const directory = await readDirectory(this.#store, this.place.tenant, this.#directory);
    if (!directory) throw new Error("the index of texts is gone");
    return (this.#words = new PublishedWords(this.#store, this.place.tenant, directory));
  }

  async text({ key }: PublicPage): Promise<PageText | undefined> {
    const name = `${this.place.tenant}/${key}`;
    const known = texts.get(name);
    if (known) return known;
    const found = await readText(this.#store, this.place.tenant, key);
    if (found) texts.set(name, found, weightOf(found));
    return found;
  }

  async #read(): Promise<PublicPageIndex> {
    const index = await readIndex(this.#store, this.place.tenant, this.#index);
    // A partial list would look complete.
    if (!index) throw new Error("the index is gone");
    return new PublicPageIndex("parts" in index ? await this.#listed(index) : await this.#chained(index));
  }

  async #listed({ parts }: PublicIndex): Promise<PublicPage[]> {
    const pages: PublicPage[] = [];
    for (let at = 0; at < parts.length; at += SEARCH_PARTS_AT_ONCE) {
      const some = parts.slice(at, at + SEARCH_PARTS_AT_ONCE);
      pages.push(...(await Promise.all(some.map((name) => this.#part(indexKey(this.place.site, name))))).flat());
    }
    return pages;
  }

  async #part(key: string): Promise<readonly PublicPage[]> {
    const name = `${this.place.tenant}/${key}`;
    const known = indexParts.get(name);
    if (known) return known;
    const part = await readIndexPart(this.#store, this.place.tenant, key);
    if (!part) throw new Error("a part of the index is gone");
    indexParts.set(name, part.pages, part.pages.length + 1);
    return part.pages;
  }

  async #chained(index: ChainedIndex): Promise<PublicPage[]> {
    const pages = [...index.pages];
    for (let key = index.next; key !== null;) {
      const part = await readIndex(this.#store, this.place.tenant, key);
      if (!part || "parts" in part) throw new Error("a part of the index is gone");
      pages.push(...part.pages);
      key = part.next;
    }
    return pages;
  }
}

/** Two publications with the same content have the same version. */
export const contentVersion = ({ sequence, index, catalogue, words }: Pointer): string =>
  `${sequence}/${index}/${catalogue}/${words ?? ""}`;
