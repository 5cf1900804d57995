/** Answers visitors' searches: a page of the site that shows searches, or one that the kernel makes. */
import { SEARCH_FILTERS_MAX, SEARCH_RESULT_PAGES_MAX, SEARCH_RESULTS_PAGE } from "../../../manifests/bounds/search.ts";
import type { Page } from "../../documents/content/content.ts";
import type { PublicPlace } from "../../documents/content/languageHosts.ts";
import { type LanguageSettings, languageAt, ownTag, tagOf } from "../../documents/content/languages.ts";
import { shownSections } from "../../documents/content/entry.ts";
import { eachSection } from "../../documents/content/sectionWalk.ts";
import { isSearchPath } from "../../documents/content/searchPath.ts";
import type { Documents } from "../../documents/documents.ts";
import type { PluginShelf } from "../../plugins/states/shelf.ts";
import type { Powers } from "../../powers/powers.ts";
import type { ReleaseRow } from "../../publishing/releases/releaseRow.ts";
import type { Releases } from "../../publishing/releases/releases.ts";
import { framesAnywhere } from "../../rendering/pagePolicy.ts";
import type { Renderer, SiteView } from "../../rendering/renderer.ts";
import { searchLabels } from "../../rendering/searching/labels.ts";
import type {
  SearchAnswer,
  SearchAsked,
  ShownFilter,
  ShownResult,
  ShownSearch,
} from "../../rendering/searching/shown.ts";
import { type LookupResult, bestHits, lookUp } from "../../search/lookup.ts";
import { markedText } from "../../search/marks.ts";
import type { PageDigest } from "../../search/pageDigest.ts";
import { passageIn } from "../../search/passage.ts";
import { TERM_TAGS, TYPE_TAGS, namedBy } from "../../search/tags.ts";
import { fold } from "../../search/words.ts";
import type { SectionDataStore } from "../../snapshots/store.ts";
import type { SiteRow, Sites } from "../../tenancy/sites.ts";
import type { StoredSummary } from "../../documents/lists/pageSummary.ts";
import { searchAsked, wordsAsked } from "./question.ts";
import { type SearchFrame, searchFrame, withSearch } from "./searchFrame.ts";
import { SearchLimit } from "./searchLimit.ts";
import { type KeptWords, SiteWords } from "./siteWords.ts";
import type { PublicTexts } from "./texts.ts";

/** The entries of pages in the public index. */
interface CopiedPages {
  aboutPages(
    site: string,
    pages: readonly string[],
  ): ReadonlyMap<string, { readonly path: string | null; readonly about: string }>;
}

interface SearchPagesParts {
  readonly powers: Pick<Powers, "now" | "newId">;
  readonly sites: Sites;
  readonly releases: Releases;
  readonly documents: Documents;
  readonly plugins: PluginShelf;
  readonly sectionData: SectionDataStore;
  readonly words: KeptWords;
  readonly publicTexts: PublicTexts;
  readonly publicInventory: CopiedPages;
  readonly published: {
    view(site: string): Promise<SiteView | undefined>;
    place(site: string): PublicPlace;
  };
}

/** A visitor's request at the address of a search. */
export interface SearchVisit {
  readonly site: string;
  readonly path: string;
  readonly query: string;
  /** The visitor's network address, for the limit. */
  readonly client: string;
  /** True if the site has a page at the path. */
  readonly isTaken: boolean;
}

export interface SearchPage {
  readonly html: string;
  readonly frames: string;
  readonly waitSeconds: number | undefined;
}

/** The state of the site that answers a search. */
interface SearchState {
  readonly row: SiteRow;
  readonly release: ReleaseRow;
  readonly settings: LanguageSettings;
  /** The language of the address. */
  readonly tag: string;
  readonly renderer: Renderer;
}

interface Shown {
  readonly id: string;
  readonly version: number;
  readonly page: Page;
}

type About = StoredSummary & PageDigest;

export class SearchPages {
  readonly #parts: SearchPagesParts;
  readonly #limit: SearchLimit;
  /** The pages around searches, for as long as a site is seen as it is: by language, page and version. */
  readonly #frames = new WeakMap<SiteView, Map<string, SearchFrame>>();

  constructor(parts: SearchPagesParts) {
    this.#parts = parts;
    this.#limit = new SearchLimit(parts.powers.now);
  }

  /** The page that answers a search. Undefined if the site's own answer at the address is right. */
  async answer(visit: SearchVisit): Promise<SearchPage | undefined> {
    const standing = visit.path.endsWith("/search") ? await this.#standing(visit) : undefined;
    if (!standing) return undefined;
    const asked = searchAsked(visit.query);
    const shown = this.#shown(standing, visit, asked !== undefined);
    return shown && this.#drawn(standing, shown, await this.#search(standing, visit, asked));
  }

  async #standing({ site, path }: SearchVisit): Promise<SearchState | undefined> {
    const { sites, releases, documents, plugins } = this.#parts;
    const row = sites.find(site);
    const release = row && releases.find(site, row.release);
    if (!release) return undefined;
    const settings = documents.only(site, "settings", release.change).body;
    if (!isSearchPath(path, settings)) return undefined;
    await plugins.prepare();
    const { renderer } = plugins.forSite(site, release.change);
    return { row, release, settings, tag: tagOf({ language: languageAt(settings, path)?.tag }, settings), renderer };
  }

  /** The page around the results. A page of the site without a section for them stays as it is. */
  #shown({ release, tag, settings, renderer }: SearchState, visit: SearchVisit, isAsked: boolean): Shown | undefined {
    const { site, path, isTaken } = visit;
    const types = renderer.searchTypes();
    const [type] = types;
    if (type === undefined) return undefined;
    if (!isTaken) {
      const sections = [{ id: "search", type, fields: {} }];
      const language = settings.languages ? { language: tag } : {};
      const page: Page = { path, title: searchLabels(tag).search, ...language, noindex: true, sections };
      return { id: "search", version: 0, page };
    }
    const id = isAsked ? this.#parts.releases.pagesAt(site, release.id, [path]).get(path) : undefined;
    const document = id === undefined ? undefined : this.#parts.documents.get(site, "page", id, release.change);
    const sections = document ? [...eachSection(shownSections(document.body))] : [];
    const isShown = sections.some(({ section }) => types.includes(section.type));
    return document && isShown ? { id: document.id, version: document.version, page: document.body } : undefined;
  }

  async #drawn(standing: SearchState, shown: Shown, search: ShownSearch): Promise<SearchPage | undefined> {
    const { published } = this.#parts;
    const { site } = standing.release;
    const view = await published.view(site);
    if (!view) return undefined;
    const frame = this.#frame(standing, shown, view);
    return {
      html: withSearch(frame, search),
      frames: framesAnywhere(frame.frames.join(" "), published.place(site)),
      waitSeconds: search.waitSeconds,
    };
  }

  #frame({ release, renderer, tag }: SearchState, { id, version, page }: Shown, view: SiteView): SearchFrame {
    const { powers, sectionData } = this.#parts;
    const kept = this.#frames.get(view) ?? new Map<string, SearchFrame>();
    this.#frames.set(view, kept);
    const name = JSON.stringify([tag, id, version]);
    const known = kept.get(name);
    if (known) return known;
    const data = sectionData.shown(release.site, id, release.id, renderer.dataNeeds(page));
    const made = searchFrame(powers.newId(), (search) =>
      renderer.page({ id, version, page, site: view, mode: "published", data, search }),
    );
    kept.set(name, made);
    return made;
  }

  async #search(standing: SearchState, visit: SearchVisit, asked: SearchAsked | undefined): Promise<ShownSearch> {
    if (!asked) return { query: "", page: 1 };
    const { allowed, waitSeconds } = this.#limit.spend(visit.site, visit.client);
    return allowed ? { ...asked, answer: await this.#answerTo(standing, asked) } : { ...asked, waitSeconds };
  }

  async #answerTo(standing: SearchState, asked: SearchAsked): Promise<SearchAnswer> {
    const { row, release, settings, tag } = standing;
    const words = wordsAsked(asked.query);
    const index = new SiteWords(row.site, this.#parts.words);
    const found = await lookUp(index, {
      words,
      language: settings.languages && { tag, isOwn: tag === ownTag(settings) },
      type: asked.type,
      term: asked.term,
      isToCome: (page) => this.#isToCome(release, page),
    });
    const best = bestHits(found.hits, (asked.page - 1) * SEARCH_RESULTS_PAGE, SEARCH_RESULTS_PAGE);
    const sought = [...words, ...[...found.instead.values()].flat()];
    const results = this.#results(
      standing,
      best.map(({ page }) => page),
      sought,
    );
    const total = found.hits.length - (best.length - results.length);
    return {
      total,
      pages: Math.min(SEARCH_RESULT_PAGES_MAX, Math.ceil(total / SEARCH_RESULTS_PAGE)),
      results,
      match: found.match,
      instead: [...found.instead],
      meant: meant(asked.query, found),
      types: this.#types(standing, found),
      terms: this.#terms(row.site, found),
      isPartial: index.left + index.cut > 0,
      isCut: !found.isWhole,
    };
  }

  #isToCome({ site, change }: ReleaseRow, page: string): boolean {
    const { documents, powers } = this.#parts;
    const about = this.#about(site, [page]).get(page);
    const of = about && { date: about.date, type: about.type ?? null };
    return of !== undefined && documents.lists.isToCome(site, of, change, powers.now());
  }

  #about(site: string, pages: readonly string[]): ReadonlyMap<string, About & { readonly path: string }> {
    if (pages.length === 0) return new Map();
    const rows = this.#parts.publicInventory.aboutPages(site, pages);
    return new Map(
      [...rows].flatMap(([id, { path, about }]) =>
        path === null ? [] : [[id, { ...(JSON.parse(about) as About), path }]],
      ),
    );
  }

  /** The pages with their titles and passages. A page that the release does not show any more is left out. */
  #results({ row, release, renderer }: SearchState, pages: readonly string[], words: readonly string[]): ShownResult[] {
    const { releases, publicTexts } = this.#parts;
    const about = this.#about(row.site, pages);
    const shown = releases.pagesAt(
      row.site,
      release.id,
      [...about.values()].map(({ path }) => path),
    );
    const texts = publicTexts.of(row.site, pages);
    return pages.flatMap((id) => {
      const page = about.get(id);
      if (!page || shown.get(page.path) !== id || this.#isHidden(row, release, id)) return [];
      const passage = passageIn(texts.get(id) ?? "", words) ?? page.excerpt;
      return {
        path: page.path,
        title: markedText(page.title, words),
        passage: markedText(passage, words),
        kind: page.type === undefined ? undefined : renderer.contentType(page.type)?.title,
        date: page.date ?? undefined,
      };
    });
  }

  /** Tells whether the owner has hidden a page since the index was made. */
  #isHidden({ site, refreshed, sequence }: SiteRow, { change }: ReleaseRow, id: string): boolean {
    if (refreshed >= sequence) return false;
    const { noindex, audience } = this.#parts.documents.get(site, "page", id, change)?.body ?? {};
    return noindex !== undefined || audience !== undefined;
  }

  #types({ renderer }: SearchState, { types }: LookupResult): ShownFilter[] {
    return mostFrequent(types).flatMap(([tag, count]) => {
      const value = namedBy(tag, TYPE_TAGS);
      const label = renderer.contentType(value)?.plural;
      return label === undefined ? [] : { value, label, count };
    });
  }

  #terms(site: string, { terms }: LookupResult): ShownFilter[] {
    const frequent = mostFrequent(terms);
    const about = this.#about(
      site,
      frequent.map(([tag]) => namedBy(tag, TERM_TAGS)),
    );
    return frequent.flatMap(([tag, count]) => {
      const value = namedBy(tag, TERM_TAGS);
      const label = about.get(value)?.title;
      return label === undefined ? [] : { value, label, count };
    });
  }
}

/** The most frequent of what was counted, as many as a search offers. */
export const mostFrequent = (counts: ReadonlyMap<string, number>): [string, number][] =>
  [...counts].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).slice(0, SEARCH_FILTERS_MAX);

/** The visitor's words with those that may have been meant. */
function meant(query: string, { meant: others }: LookupResult): string | undefined {
  if (others.size === 0) return undefined;
  return query
    .split(" ")
    .map((piece) => others.get(fold(piece)) ?? piece)
    .join(" ");
}
