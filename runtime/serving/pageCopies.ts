import { utf8Length } from "../../manifests/json/utf8.ts";
import type { PageSummary } from "../documents/content/content.ts";
import type { Documents, StoredDocument } from "../documents/documents.ts";
import { isNotFoundPath } from "../documents/content/languages.ts";
import { summaryOf } from "../documents/lists/pageSummary.ts";
import type { PluginShelf } from "../plugins/states/shelf.ts";
import type { Powers } from "../powers/powers.ts";
import type { Releases } from "../publishing/releases/releases.ts";
import { readableText } from "../search/plainText.ts";
import { bodyOf, digestPage } from "../search/pageDigest.ts";
import { tagsOf } from "../search/tags.ts";
import { type WordList, wordListOf } from "../search/wordList.ts";
import { searchWords } from "../search/words.ts";
import type { PageText } from "../rendering/markdown/pageText.ts";
import { termsOf } from "./searching/terms.ts";
import type { PublicTexts } from "./searching/texts.ts";
import type { SiteRow } from "../tenancy/sites.ts";
import type { CarriedPage, PublicInventory } from "./publicInventory.ts";
import { pageKey } from "./publicKeys.ts";
import type { PublicLeaves } from "./publicLeaves.ts";
import type { PublicWords } from "./publicWords.ts";
import type { Published } from "./published.ts";

export interface PageCopyParts {
  readonly powers: Powers;
  readonly documents: Documents;
  readonly plugins: PluginShelf;
  readonly releases: Releases;
  readonly published: Published;
  readonly words: PublicWords;
  readonly leaves: PublicLeaves;
  readonly publicInventory: PublicInventory;
  readonly publicTexts: PublicTexts;
}

/** A page as the store had it, and as it should have it. Without `now`, it should have none. */
export interface PageCopy {
  readonly id: string;
  readonly before: CarriedPage | undefined;
  readonly now?: { readonly carried: CarriedPage; readonly value: string; readonly searched: Searched | undefined };
}

/** The parts of a page that a search needs. */
interface Searched {
  readonly list: WordList;
  readonly text: string;
}

type Value = readonly [key: string, value: string];

/** The pages of a publication, on their way to the public store. */
export class PageCopies {
  readonly #parts: PageCopyParts;

  constructor(parts: PageCopyParts) {
    this.#parts = parts;
  }

  async make(row: SiteRow, id: string): Promise<PageCopy> {
    const { powers, plugins, releases, published, publicInventory, words } = this.#parts;
    const before = publicInventory.page(row.site, id);
    const page = this.#publicPage(row, id);
    const text = page && (await published.text(row.site, id));
    if (!page || !text) return { id, before };
    const { change } = releases.requireReady(row.site, row.release);
    const value = JSON.stringify(text);
    const digest = await powers.digest(value);
    const about = JSON.stringify({
      ...summaryOf(page.body, plugins.forSite(row.site, change).renderer),
      ...(page.body.language === undefined ? {} : { language: page.body.language }),
      ...(page.body.translationOf === undefined ? {} : { translationOf: page.body.translationOf }),
      ...this.#values(row, page),
      ...digestPage(text, powers.timestamp(page.at)),
    });
    const isSame = digest === before?.digest && about === before.about && words.has(row.site, id);
    const searched = isSame ? undefined : this.#searched(row, page, text);
    const carried = { page: id, path: page.body.path, digest, about, bytes: utf8Length(value) };
    return { id, before, now: { carried, value, searched } };
  }

  #searched({ site, release }: SiteRow, { body }: StoredDocument<"page">, text: PageText): Searched {
    const { documents, releases, powers } = this.#parts;
    const { title, description = "", path, language, type, date = null } = body;
    const [headings, main] = [text.outline.map((one) => one.text).join(" "), bodyOf(text)];
    const { change } = releases.requireReady(site, release);
    const tags = tagsOf({
      language,
      type,
      terms: type === undefined ? [] : termsOf(documents.lists.entryType(site, type), body.values ?? {}),
      titleWords: new Set(searchWords(title)).size,
      isToCome: documents.lists.isToCome(site, { date, type: type ?? null }, change, powers.now()),
    });
    return {
      list: wordListOf(main, { title, headings, description, path }, tags),
      text: readableText(text.markdown.slice(text.sections[0]?.start ?? 0)),
    };
  }

  /** The indexed values of an entry. Throws while the index is being made, and the message is delivered again. */
  #values({ site, release }: SiteRow, { id, version, body }: StoredDocument<"page">): Pick<PageSummary, "values"> {
    if (body.type === undefined) return {};
    const { lists } = this.#parts.documents;
    lists.entryType(site, body.type);
    const { change } = this.#parts.releases.requireReady(site, release);
    const values = lists.entryValues(site, [{ id, version }], change).get(id);
    return values ? { values: values as NonNullable<PageSummary["values"]> } : {};
  }

  /** Records a copy, and returns the text with its key if the store may lack it. The caller holds the transaction. */
  record(site: string, copy: PageCopy): readonly Value[] {
    const { id, before, now } = copy;
    for (const path of placesOf(before, now?.carried)) this.#parts.leaves.touch(site, path);
    if (before && before.digest !== now?.carried.digest)
      this.#parts.publicInventory.retire(site, pageKey(site, id, before.digest), before.bytes);
    return now ? this.#keep(site, copy, now) : this.#drop(site, id);
  }

  #drop(site: string, id: string): readonly Value[] {
    this.#parts.publicInventory.dropPage(site, id);
    this.#parts.words.remove(site, id);
    this.#parts.publicTexts.remove(site, id);
    return [];
  }

  #keep(site: string, { id, before }: PageCopy, now: Required<PageCopy>["now"]): readonly Value[] {
    const { words, publicTexts, publicInventory } = this.#parts;
    const { carried, value, searched } = now;
    const key = pageKey(site, id, carried.digest);
    if (searched) {
      words.set(site, id, searched.list);
      publicTexts.set(site, id, searched.text);
    }
    publicInventory.setPage(site, carried);
    if (carried.digest === before?.digest && !publicInventory.isUnsure(site, key)) return [];
    publicInventory.claim(site, key);
    return [[key, value]];
  }

  /** A page of the release, if machines may list it. */
  #publicPage(row: SiteRow, id: string): StoredDocument<"page"> | undefined {
    const release = this.#parts.releases.requireReady(row.site, row.release);
    const page = this.#parts.documents.get(row.site, "page", id, release.change);
    if (!page || page.body.noindex || page.body.audience) return undefined;
    const settings = this.#parts.documents.only(row.site, "settings", release.change).body;
    return isNotFoundPath(page.body.path, settings) ? undefined : page;
  }
}

/** The paths whose parts of the index change. None if the index says the same of the page. */
function placesOf(before: CarriedPage | undefined, now: CarriedPage | undefined): string[] {
  const isSame = before?.path === now?.path && before?.about === now?.about && before?.digest === now?.digest;
  return isSame ? [] : [before?.path, now?.path].filter((path) => typeof path === "string");
}
