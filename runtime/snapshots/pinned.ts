import type {
  DocumentKind,
  ListFact,
  MonthCount,
  Navigation,
  Page,
  PageQuery,
  PageSummary,
  Theme,
  DocumentBody,
} from "../documents/content/content.ts";
import type { Settings } from "../documents/content/settings.ts";
import { QUERY_RESULTS_KEPT } from "../../manifests/bounds/documents.ts";
import { BoundedMap } from "../../manifests/memory/boundedMap.ts";
import { shownSections } from "../documents/content/entry.ts";
import { isTimed } from "../documents/lists/pageQuery.ts";
import { eachSection } from "../documents/content/sectionWalk.ts";
import { type DocumentRef, type Documents, type StoredDocument, ONLY } from "../documents/documents.ts";
import { ENGINE_VERSION } from "../../manifests/manifest/engine.ts";
import { FORM_SCRIPT_DIGEST } from "../forms/script.ts";
import { storedReader } from "../plugins/storage/storedReader.ts";
import type { Powers } from "../powers/powers.ts";
import type { DataNeed } from "../rendering/dataNeeds.ts";
import type { HoldingPage, SiteView, TranslatedPage } from "../rendering/renderer.ts";
import { type PublicPlace, publicPlace } from "../documents/content/languageHosts.ts";
import { teased, withUrls } from "../documents/lists/pageSummary.ts";
import type { GroupPage } from "../documents/lists/translations.ts";
import { type LanguagesAt, languagesAt, groupMember } from "./languages.ts";
import { pathOfPage } from "../documents/lists/pagelessTypes.ts";
import { KeptPages, menuPlace } from "./keptPages.ts";
import { PlacedEntries } from "./placedEntries.ts";
import { NEXT_DATE, queryKey, queryOfKey } from "./queryKeys.ts";
import { pagesLinked, pluginOf, sharedPlugins } from "./shared.ts";
import { type SiteSheet, sheetOf } from "./sheets.ts";
import { RENDERING_VERSION } from "../rendering/renderingVersion.ts";
import type { PictureSize } from "../templates/image.ts";
import type { SitePlugins } from "../plugins/states/shelf.ts";
import type { SiteRow } from "../tenancy/sites.ts";

/** The path of a style sheet. It contains the digest, so its content never changes. */
export const stylesheetPath = (digest: string): string => `/_assets/${digest}.css`;

export interface PinnedParts {
  readonly powers: Powers;
  readonly documents: Documents;
  /** Knows the size of a site's picture by its path. The path names the bytes, so the size never changes. */
  readonly mediaFiles: { pictureSize(site: string, path: string): PictureSize | undefined };
}

/** A page's view of its site, which records all reads as dependencies. */
export interface RecordingView {
  readonly view: SiteView;
  readonly dependencies: Set<string>;
}

/** One site at one moment, with its plugins: the complete input of a publication. Later edits do not affect it. */
export class Pinned {
  readonly site: SiteRow;
  readonly change: number;
  /** The time of this state in milliseconds since the epoch, for queries that ask for it. */
  readonly now: number;
  readonly plugins: SitePlugins;
  /** Digest of everything that all pages share. If it changes, every page must be rendered again. */
  readonly chrome: string;
  readonly stylesheet: SiteSheet;
  readonly #documents: Documents;
  readonly #shared: SiteView;
  readonly #paths = new Map<string, string | undefined>();
  readonly #groupOf = new BoundedMap<string, string>(QUERY_RESULTS_KEPT);
  readonly #groups = new BoundedMap<string, readonly TranslatedPage[]>(QUERY_RESULTS_KEPT);
  readonly #results = new BoundedMap<string, unknown>(QUERY_RESULTS_KEPT);
  #isTimed = false;
  #nextDate: { readonly at: number | undefined } | undefined;
  /** The content types whose entries have no page at this moment. */
  readonly pageless: ReadonlySet<string>;
  /** The origins of its addresses. */
  readonly place: PublicPlace;
  readonly kept: KeptPages;
  readonly #placed: PlacedEntries;
  /** Pages in the menus. They are part of `chrome`, so pages need not depend on them. */
  readonly #menuPages: ReadonlySet<string>;

  private constructor(
    documents: Documents,
    site: SiteRow,
    change: number,
    now: number,
    plugins: SitePlugins,
    made: Made,
  ) {
    this.#documents = documents;
    this.site = site;
    this.change = change;
    this.now = now;
    this.plugins = plugins;
    this.chrome = made.chrome;
    this.stylesheet = made.stylesheet;
    this.#menuPages = made.menuPages;
    this.pageless = made.pageless;
    this.place = made.place;
    this.#placed = made.placed;
    this.kept = new KeptPages({ documents, site: site.site, change, pageless: made.pageless });
    const { regions } = made.documents.navigation;
    this.#shared = {
      ...made.documents,
      ...made.languages?.view,
      ...(made.languages && {
        translations: (id) => this.#translations(id),
        allTranslations: () => this.#allTranslations(),
        pageAt: (path) => this.pageAt(path),
      }),
      ...made.place,
      firstOrigin: site.firstOrigin,
      stylesheet: stylesheetPath(made.stylesheet.digest),
      link: (id) => this.link(id),
      query: (query) => this.query(query),
      count: (query) => this.#fact(query, "count") as number,
      months: (query, field) => this.#fact(query, `months:${field}`) as readonly MonthCount[],
      holding: (types) => this.#holding(types),
      placed: (page) => this.placed(page),
      ...(regions && { region: (name, language) => this.#placed.region(regions[name], language) }),
      ...made.reads,
    };
  }

  static async at(
    { powers, documents, mediaFiles }: PinnedParts,
    plugins: SitePlugins,
    site: SiteRow,
    change: number,
    now = powers.now(),
  ): Promise<Pinned> {
    const theme = documents.only(site.site, "theme", change);
    const settings = documents.only(site.site, "settings", change);
    const navigation = documents.only(site.site, "navigation", change);
    const pageless = documents.pageless.among(site.site, plugins.entryTypes);
    const languages = languagesAt(documents, { site: site.site, change, pageless }, settings.body, navigation.body);
    const place = publicPlace(settings.body, site);
    const menuPages = pagesLinked(navigation.body, ...(languages?.menus ?? []));
    const at = { documents, site: site.site, change, settings: settings.body, types: plugins.renderer.placing };
    const placed = new PlacedEntries(at);
    const inRegions = Object.values(navigation.body.regions ?? {}).flatMap((links) => links ?? []);
    const stylesheet = await sheetOf(powers, plugins.renderer, theme.body);
    const chrome = await powers.digest(
      JSON.stringify([
        ENGINE_VERSION,
        RENDERING_VERSION,
        site.origin,
        theme.version,
        settings.version,
        navigation.version,
        stylesheet.digest,
        FORM_SCRIPT_DIGEST,
        [...menuPages].map((id) => menuPlace(id, documents.placeOf(site.site, id, change), pageless)),
        sharedPlugins(plugins, theme.body),
        ...(plugins.renderer.challengeKey === "" ? [] : [plugins.renderer.challengeKey]),
        ...(languages ? [languages.shared([...menuPages])] : []),
        ...(place.hosts ? [place.hosts] : []),
        ...(pageless.size === 0 ? [] : [[...pageless].toSorted()]),
        ...(inRegions.length === 0 ? [] : [[placed.stamps(inRegions), plugins.digests]]),
      ]),
    );
    const bodies = { theme: theme.body, settings: settings.body, navigation: navigation.body };
    const pictureSize = (path: string): PictureSize | undefined => mediaFiles.pictureSize(site.site, path);
    const reads = { pictureSize, stored: storedReader(powers.sql, site.site) };
    const made = { chrome, stylesheet, menuPages, documents: bodies, languages, pageless, place, placed, reads };
    return new Pinned(documents, site, change, now, plugins, made);
  }

  /** Tells whether a site still has the addresses that this state names. */
  isAt(now: SiteRow): boolean {
    return JSON.stringify(publicPlace(this.#shared.settings, now)) === JSON.stringify(this.place);
  }

  link(id: string): string | undefined {
    if (!this.#paths.has(id)) this.#paths.set(id, this.pathAt(id, this.change));
    return this.#paths.get(id);
  }

  /** The path that visitors had of a page at another moment, whose types had pages as those of this one. */
  pathAt(id: string, change: number): string | undefined {
    return pathOfPage(this.#documents.placeOf(this.site.site, id, change), this.pageless);
  }

  /** The site as a page shows it. */
  viewOf = (page: Pick<Page, "audience">): SiteView => this.kept.viewOf(this.#shared, page);

  /** Tells whether a page of the draft is one for visitors, too, and no entry that lives in lists alone. */
  readonly hasPage = ({ type }: { readonly type?: string | null | undefined }): boolean =>
    type == null || !this.pageless.has(type);

  /** The pages of a page's group at this moment, each in the language that its site gives it. */
  #translations(id: string): readonly TranslatedPage[] {
    const known = this.#groups.get(id);
    if (known) return known;
    const { translations } = this.#documents;
    const { site } = this.site;
    const pages = translations.pages(site, this.group(id), this.change).flatMap((page) => this.#translated(page));
    this.#groups.set(id, pages);
    return pages;
  }

  #translated(page: GroupPage): TranslatedPage[] {
    if (!this.hasPage(page) || page.listed < 0) return [];
    const isLater = this.#documents.lists.isToCome(this.site.site, page, this.change, this.now);
    this.#isTimed ||= isLater;
    return [groupMember(page, this.#shared.settings, isLater)];
  }

  #allTranslations(): ReadonlyMap<string, readonly TranslatedPage[]> {
    const groups = [...this.#documents.translations.all(this.site.site, this.change).values()];
    const pages = groups.map((group) => group.flatMap((page) => this.#translated(page)));
    return new Map(pages.flatMap((group) => group.map(({ id }) => [id, group] as const)));
  }

  /** The page that visitors have at a path. */
  pageAt(path: string): { readonly id: string } | undefined {
    const id = this.#documents.translations.idAtPath(this.site.site, path, this.change);
    return id === undefined || this.link(id) === undefined ? undefined : { id };
  }

  /** The id of a page's group at this moment. */
  group(id: string): string {
    const known = this.#groupOf.get(id);
    if (known !== undefined) return known;
    const group = this.#documents.translations.group(this.site.site, id, this.change) ?? id;
    this.#groupOf.set(id, group);
    return group;
  }

  /** True if a page shows values that its source keeps for all languages. */
  isSharing(page: DocumentBody<"page">): boolean {
    return this.#documents.shared.isSharing(this.site.site, page, this.change);
  }

  /** A page with the entries that its sections show. */
  placed(page: Page): Page {
    return this.#placed.in(page);
  }

  /** The data that plugins must compute for a page and the entries that it shows. */
  dataNeeds(page: Page): readonly DataNeed[] {
    return this.plugins.renderer.dataNeeds(this.placed(page));
  }

  /** The version of a document at this moment, or 0. */
  version(document: DocumentRef): number {
    return this.#documents.versionAt(this.site.site, document, this.change);
  }

  /** True if a query has asked for the time, so that this state is outdated a minute later. */
  get isTimed(): boolean {
    return this.#isTimed;
  }

  /** The next time at which lists show a page that has a date of the future. */
  get nextDate(): number | undefined {
    return (this.#nextDate ??= { at: this.#documents.lists.nextDate(this.site.site, this.change, this.now) }).at;
  }

  query(query: PageQuery): readonly PageSummary[] {
    return this.answer(query) as readonly PageSummary[];
  }

  /** Answers a query: with the pages of a list, or with another fact of it. */
  answer(asked: PageQuery): unknown {
    this.#isTimed ||= isTimed(asked) || this.nextDate !== undefined;
    const key = queryKey(asked);
    if (this.#results.has(key)) return this.#results.get(key);
    const { lists } = this.#documents;
    const { site, origin } = this.site;
    const query = { ...asked, pageless: this.pageless };
    const found = query.tells
      ? lists.fact(site, query, query.tells, this.change, this.now)
      : withUrls(lists.query(site, origin, query, this.change, this.now).map(teased), this.place);
    this.#results.set(key, found);
    return found;
  }

  readonly #fact = (query: PageQuery, tells: ListFact): unknown => this.answer({ ...query, tells });

  #holding(types: readonly string[]): HoldingPage[] {
    const { site } = this.site;
    return this.#documents.sitePages.holding(site, types, this.change).flatMap((id) => {
      const found = this.#documents.get(site, "page", id, this.change);
      return found && !found.body.audience && this.hasPage(found.body)
        ? [{ id, version: found.version, page: found.body }]
        : [];
    });
  }

  /** A view that records no dependencies, for files that are rendered for every release anyway. */
  get view(): SiteView {
    return this.#shared;
  }

  recording(page: Pick<Page, "audience">): RecordingView {
    const shown = this.viewOf(page);
    const dependencies = new Set<string>();
    const record = (query: PageQuery): void => {
      dependencies.add(queryDependency(query));
      // The type's plugin decides what its fields mean.
      if (query.type !== undefined) dependencies.add(pluginDependency(pluginOf(query.type)));
    };
    const view: SiteView = {
      ...shown,
      link: (id) => {
        if (!this.#menuPages.has(id)) dependencies.add(pageDependency(id));
        return shown.link(id);
      },
      ...(this.#shared.translations && {
        translations: (id) => {
          if (!this.#menuPages.has(id)) for (const one of [id, this.group(id)]) dependencies.add(pageDependency(one));
          const pages = this.#translations(id);
          if (pages.some(({ isToCome }) => isToCome)) dependencies.add(NEXT_DATE_DEPENDENCY);
          return pages;
        },
        showsTitlesOf: (id) => void dependencies.add(titlesDependency(this.group(id))),
        pageAt: (path) => {
          dependencies.add(addressDependency(path));
          return this.pageAt(path);
        },
      }),
      query: (query) => {
        record(query);
        return this.query(query);
      },
      count: (query) => {
        record({ ...query, tells: "count" });
        // The time may exchange entries of later pages, which are no dependencies, and leave their number as it was.
        if (isTimed(query)) record({ ...query, tells: "ids" });
        return this.#shared.count(query);
      },
      months: (query, field) => {
        record({ ...query, tells: `months:${field}` });
        return this.#shared.months(query, field);
      },
      placed: (page) => {
        for (const id of this.#placed.read(page)) {
          dependencies.add(documentDependency({ kind: "page", id }));
          if (this.#shared.settings.languages) dependencies.add(pageDependency(id));
        }
        return this.placed(page);
      },
    };
    return { view, dependencies };
  }

  document(kind: "redirects"): StoredDocument<"redirects"> | undefined {
    return this.#documents.get(this.site.site, kind, ONLY, this.change);
  }
}

interface Made {
  readonly chrome: string;
  readonly stylesheet: SiteSheet;
  readonly menuPages: ReadonlySet<string>;
  readonly languages: LanguagesAt | undefined;
  readonly pageless: ReadonlySet<string>;
  readonly place: PublicPlace;
  readonly placed: PlacedEntries;
  readonly reads: Pick<SiteView, "pictureSize" | "stored">;
  readonly documents: { readonly theme: Theme; readonly settings: Settings; readonly navigation: Navigation };
}

/** The digest of a query's result. It changes if the result does. */
export const resultDigest = (powers: Powers, pinned: Pinned, key: string): Promise<string> =>
  powers.digest(JSON.stringify(key === NEXT_DATE ? (pinned.nextDate ?? null) : pinned.answer(queryOfKey(key))));

const QUERY = "query:";
/** A dependency on the next date of the future, for files: their lists change when it comes. */
export const NEXT_DATE_DEPENDENCY = QUERY + NEXT_DATE;
export const pageDependency = (id: string): string => `page:${id}`;
/** A dependency on whether a page is at a path, and which one. */
export const addressDependency = (path: string): string => `address:${path}`;
/** A dependency on the titles of a group's pages. `pageDependency` is not about titles. */
export const titlesDependency = (group: string): string => `titles:${group}`;
export const pluginDependency = (id: string): string => `plugin:${id}`;
export const queryDependency = (query: PageQuery): string => QUERY + queryKey(query);
export const queryKeyOf = (dependency: string): string | undefined =>
  dependency.startsWith(QUERY) ? dependency.slice(QUERY.length) : undefined;

export const dependencyOfKey = (key: string): string => QUERY + key;

const DOCUMENT = "document:";
/** A dependency on a document's version. `pageDependency` is only about a page's path. */
export const documentDependency = ({ kind, id }: DocumentRef): string => `${DOCUMENT}${kind}:${id}`;
/** A dependency on all documents of the site. */
export const ANY_CONTENT = `${DOCUMENT}*`;
/** The document of a dependency. Undefined for ANY_CONTENT. */
export function documentOfDependency(dependency: string): DocumentRef | undefined {
  const [kind, id] = dependency.startsWith(DOCUMENT) ? dependency.slice(DOCUMENT.length).split(":") : [];
  return kind === undefined || id === undefined ? undefined : { kind: kind as DocumentKind, id };
}

/** Ids of the plugins of a page's section types, even inactive ones. */
export function pluginsUsed(page: DocumentBody<"page">): Set<string> {
  return new Set([...eachSection(shownSections(page))].map(({ section }) => pluginOf(section.type)));
}
