import type { ListDraft } from "./comparing/listAddresses.ts";
import { normalPath } from "../../manifests/shapes/normalPath.ts";
import { DRAFT_SEARCH_PAGES_READ } from "../../manifests/bounds/agents.ts";
import { ownTag } from "../documents/content/languages.ts";
import { UNNAMED_ZONE } from "../documents/content/timeZone.ts";
import { LIST_MAX_ROWS, LIST_ROWS } from "../../manifests/bounds/api.ts";
import { CHANGE_VALUES_LISTED, LINK_TARGETS_ROWS, LINKED_PAGES_READ } from "../../manifests/bounds/documents.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { SiteKind, Theme } from "../documents/content/content.ts";
import { type DocumentRef, ONLY } from "../documents/documents.ts";
import { takes, writtenSince } from "../publishing/choice.ts";
import type { PublishedAnswer } from "../serving/publishedAnswer.ts";
import { chosenOf, scheduledNow } from "../publishing/scheduleCommands.ts";
import type { Publications } from "../publishing/publications.ts";
import type { ReleaseRow } from "../publishing/releases/releaseRow.ts";
import type { ScheduleRow, Schedules } from "../publishing/schedules.ts";
import { type StatusParts, siteStatus } from "./status.ts";
import { reachOf } from "../documents/unreachable.ts";
import { catalogueOf } from "./catalogue.ts";
import { changesOf, publishedChange } from "./comparing/changes.ts";
import { type PublicationParts, publicationOf } from "./comparing/publication.ts";
import { framedPage } from "./draft.ts";
import { documentChange, valuesOf } from "./comparing/documentChange.ts";
import type { History } from "../documents/history.ts";
import type { PageIndex } from "../documents/pageIndex.ts";
import { type LinkedPage, backLinks, linkedPages, linkTarget, sectionTitles } from "./links.ts";
import { type EntryExportPart, type ExportAsked, entryExport } from "./entryExport.ts";
import { type EntriesAsked, typeEntries } from "./entryList.ts";
import { type PagesWanted, listPages } from "./pageList.ts";
import { searchPages } from "./search.ts";
import type { ChangesView, DifferenceView, DocumentChangeView, PublicationView } from "./comparing/views.ts";
import type {
  BackLinksView,
  CatalogueView,
  ContextView,
  DocumentView,
  DraftHitsView,
  LinkTargetsView,
  PageSourcesView,
  PagesView,
  OutcomeView,
  PageView,
  ReleasesView,
  RestorationView,
  RevisionsView,
  RevisionView,
  SchedulesView,
} from "./views.ts";

export interface ReadParts extends StatusParts, Pick<PublicationParts, "mediaFiles" | "mediaObjects"> {
  readonly history: History;
  readonly pageIndex: PageIndex;
  readonly schedules: Schedules;
  readonly publications: Publications;
}

/** Reads a site for its members. An id of another site gets the same answer as an id that does not exist. */
export class EditingReads {
  readonly #parts: ReadParts;

  constructor(parts: ReadParts) {
    this.#parts = parts;
  }

  context(site: string): Omit<ContextView, "review"> {
    const { documents, sites, history, plugins } = this.#parts;
    const row = sites.get(site);
    const { name, language, timeZone = UNNAMED_ZONE } = documents.only(site, "settings").body;
    const { release, sequence, refreshed, building, pages, plugins: resolved } = siteStatus(this.#parts, row);
    return {
      tenant: row.tenant,
      site,
      name,
      language,
      timeZone,
      origin: row.origin,
      hostnames: [...row.hostnames],
      change: documents.change(site),
      unpublished: history.countChangedSince(site, publishedChange(this.#parts, site)),
      release,
      sequence,
      refreshed,
      building,
      pages,
      versions: this.#versions(site),
      plugins: { active: [...resolved.active], skipped: [...resolved.skipped], missing: [...resolved.missing] },
      loader: { available: plugins.loader.available, reason: plugins.loader.reason ?? null },
      room: this.#parts.storageQuota.view,
    };
  }

  catalogue(site: string, language?: string): CatalogueView {
    this.#parts.sites.get(site);
    return catalogueOf(this.#parts.plugins.forSite(site), language);
  }

  /** Lists the pages that match the filters. `cursor` is `next` of the previous answer. */
  pages(site: string, wanted: PagesWanted, cursor: string | null, limit: number | null): PagesView {
    const published = publishedChange(this.#parts, site);
    const only = wanted.language === undefined ? undefined : this.#inLanguage(site, wanted.language);
    const asked = { site, published, ...wanted, only };
    const { items, ...rest } = listPages(this.#parts.pageIndex, asked, cursor ?? "", rows(limit));
    const pageless = this.#parts.documents.pageless.at(site);
    return { items: items.map(({ type, ...one }) => ({ ...one, ...reachOf(one.path, type, pageless) })), ...rest };
  }

  /** Ids of the draft's pages in a language. Pages that name none have the language of the site. */
  #inLanguage(site: string, language: string): ReadonlySet<string> {
    const settings = this.#parts.documents.only(site, "settings").body;
    return this.#parts.pageIndex.inLanguage(site, language, language === ownTag(settings));
  }

  /** Lists all pages of the draft, each with what an import has noted about it. */
  pageSources(site: string, cursor: string | null, limit: number | null, deleted = false): PageSourcesView {
    this.#parts.sites.get(site);
    const size = rows(limit);
    const index = this.#parts.pageIndex;
    const found = index[deleted ? "deletedSources" : "sources"](site, cursor ?? "", size + 1);
    const last = found[size - 1];
    const next = last && (deleted ? last.id : last.path);
    return { items: found.slice(0, size), next: found.length > size ? (next ?? null) : null };
  }

  /** Lists the entries of a content type that match the filters. */
  entries(site: string, asked: Omit<EntriesAsked, "size">, limit: number | null): PagesView {
    return typeEntries(this.#parts, site, publishedChange(this.#parts, site), { ...asked, size: rows(limit) });
  }

  /** Exports one part of the entries that match the filters, as CSV. */
  exportEntries(site: string, { versions = false, ...asked }: ExportAsked): EntryExportPart {
    const { contentTypes, inactiveTypes } = this.catalogue(site);
    const type = [...contentTypes, ...inactiveTypes].find((one) => one.type === asked.type);
    if (!type) throw new Refusal("NOT_FOUND", { type: asked.type });
    const listed = this.entries(site, { ...asked, values: "all" }, LIST_MAX_ROWS);
    return entryExport(
      { documents: this.#parts.documents, site, type, versions, isFirst: asked.cursor === "" },
      listed,
    );
  }

  /** Lists the documents that link or refer to a page of the draft. */
  backLinks(site: string, id: string): BackLinksView {
    this.#parts.sites.get(site);
    const entry = this.#parts.documents.pageEntry(site, id);
    if (!entry) throw new Refusal("NOT_FOUND", { page: id });
    return backLinks(this.#parts.pageIndex, site, { id, path: entry.path }, this.catalogue(site));
  }

  /** The targets of the first LINKED_PAGES_READ links. */
  linkedPages(site: string, links: readonly string[]): LinkedPage[] {
    this.#parts.sites.get(site);
    const types = sectionTitles(this.catalogue(site));
    return linkedPages(this.#draftOf(site), links.slice(0, LINKED_PAGES_READ), types);
  }

  #draftOf(site: string): ListDraft {
    const { documents, plugins } = this.#parts;
    return { documents, renderer: plugins.forSite(site).renderer, site };
  }

  /** The page that a link leads to, as a list of link targets. Empty if the link leads to no page. */
  linkTargetOf(site: string, link: string): LinkTargetsView {
    const types = sectionTitles(this.catalogue(site));
    const [found] = linkedPages(this.#draftOf(site), [link], types);
    return { items: found?.page ? [linkTarget(this.#parts.documents, site, found.page, types)] : [], next: null };
  }

  /** Lists the pages that visitors may get as link targets, filtered by words in title or path. */
  linkTargets(site: string, text: string, cursor: string | null): LinkTargetsView {
    const [{ documents, pageIndex }, catalogue] = [this.#parts, this.catalogue(site)];
    const entries = documents.sitePages.entriesOf(site, documents.pageless.at(site), documents.change(site));
    const asked = { site, published: 0, text, order: "title", without: new Set(entries.map(({ id }) => id)) } as const;
    const { items, next } = listPages(pageIndex, asked, cursor ?? "", LINK_TARGETS_ROWS);
    return { items: items.map((item) => linkTarget(documents, site, item, sectionTitles(catalogue))), next };
  }

  /** Reads a page by id or path. An id never begins with a slash. */
  page(site: string, named: string): PageView {
    this.#parts.sites.get(site);
    const { documents } = this.#parts;
    const found = named.startsWith("/")
      ? documents.pageAtPath(site, normalPath(named), documents.change(site))
      : documents.get(site, "page", named);
    if (!found) throw new Refusal("NOT_FOUND", { page: named });
    const { id, version, body, actor, at } = found;
    const { renderer } = this.#parts.plugins.forSite(site);
    return {
      id,
      version,
      changedBy: actor,
      changedAt: at,
      body,
      ...reachOf(body.path, body.type ?? null, documents.pageless.at(site)),
      unavailable: renderer.checkPage(body).unknown.map((missing) => ({ ...missing })),
    };
  }

  /** The version of a page that visitors see. */
  publishedVersion(site: string, page: string): { readonly version: number } {
    this.#parts.sites.get(site);
    const shown = publishedChange(this.#parts, site);
    const version = this.#parts.documents.versionAt(site, { kind: "page", id: page }, shown);
    if (version === 0) throw new Refusal("NOT_FOUND", { page, reason: "No such page is published." });
    return { version };
  }

  /** Searches the draft's pages, ordered by path. `cursor` is `next` of the previous answer. */
  search(site: string, text: string, cursor: string | null): DraftHitsView {
    this.#parts.sites.get(site);
    return searchPages(this.#parts.history.bodies(site, cursor ?? "", DRAFT_SEARCH_PAGES_READ), text);
  }

  /** Lists versions, newest first, even of a deleted page. */
  revisions(site: string, ref: DocumentRef, cursor: number | null, limit: number | null): RevisionsView {
    this.#parts.sites.get(site);
    const size = rows(limit);
    const found = this.#parts.history.revisions(site, ref, cursor ?? Number.MAX_SAFE_INTEGER, size + 1);
    if (found.length === 0 && cursor === null) throw new Refusal("NOT_FOUND", { [ref.kind]: ref.id });
    return page(found, size, ({ version }) => version);
  }

  revision(site: string, id: string, version: number): RevisionView {
    this.#parts.sites.get(site);
    const found = this.#parts.history.revision(site, id, version);
    if (!found) throw new Refusal("NOT_FOUND", { page: id, version });
    return found;
  }

  documentRevision<K extends SiteKind>(site: string, kind: K, version: number): DocumentView<K> {
    this.#parts.sites.get(site);
    const found = this.#parts.history.stored(site, { kind, id: ONLY }, version);
    if (!found) throw new Refusal("NOT_FOUND", { kind, version });
    return found as DocumentView<K>;
  }

  /** Compares one document with its published version. */
  change(site: string, ref: DocumentRef): DocumentChangeView {
    this.#parts.sites.get(site);
    return documentChange(this.#parts, site, ref);
  }

  /** Inspects a publication before it happens. */
  publication(site: string, chosen?: Parameters<typeof publicationOf>[2]): PublicationView {
    this.#parts.sites.get(site);
    return publicationOf(this.#parts, site, chosen);
  }

  /** The page at a path in a release, for a frame of the editor. */
  releasePage(site: string, release: number, path: string): PublishedAnswer {
    const { id } = this.#parts.releases.requireReady(site, release);
    const shown = this.#parts.releases.shownToMembers(site, id, path);
    if (shown?.body == null) throw new Refusal("NOT_FOUND", { release, path });
    return framedPage(shown.body, shown.frames);
  }

  /** The differences between two versions of a document. */
  difference(site: string, ref: DocumentRef, from: number, to: number): DifferenceView {
    this.#parts.sites.get(site);
    const [before, after] = [from, to].map((version) => {
      const found = this.#parts.history.stored(site, ref, version);
      if (!found) throw new Refusal("NOT_FOUND", { [ref.kind]: ref.id, version });
      return found.body;
    });
    const found = [...valuesOf(ref.kind, before, after)];
    return { values: found.slice(0, CHANGE_VALUES_LISTED), total: found.length };
  }

  document<K extends SiteKind>(site: string, kind: K): DocumentView<K> {
    this.#parts.sites.get(site);
    const { version, body, actor, at } = this.#parts.documents.only(site, kind);
    return { version, changedBy: actor, changedAt: at, body } as DocumentView<K>;
  }

  changes(site: string): ChangesView {
    return changesOf(this.#parts, site);
  }

  /** Lists releases, newest first. */
  releases(site: string, cursor: number | null, limit: number | null): ReleasesView {
    const { release: current } = this.#parts.sites.get(site);
    const size = rows(limit);
    const found = this.#parts.releases.list(site, cursor ?? Number.MAX_SAFE_INTEGER, size + 1);
    return page(
      found.map((row) => releaseView(row, current)),
      size,
      ({ release }) => release,
    );
  }

  /** Paths that differ between a release and another one. Default: the published one. */
  restoration(site: string, release: number, other?: number): RestorationView {
    const { sites, releases } = this.#parts;
    const shown = other === undefined ? sites.get(site).release : releases.requireReady(site, other).id;
    const { id } = releases.requireReady(site, release);
    const paths = releases.addressesBetween(site, id, shown, LIST_ROWS + 1);
    const open = releases.addressesOpened(site, id, shown, LIST_ROWS + 1);
    const more = { more: paths.length > LIST_ROWS, moreOpened: open.length > LIST_ROWS };
    return { release: id, shown, paths: paths.slice(0, LIST_ROWS), opened: open.slice(0, LIST_ROWS), ...more };
  }

  /** A release, compared with the one that visitors saw before it. */
  outcome(site: string, release: number): OutcomeView {
    const { sites, releases, publications } = this.#parts;
    const { release: current } = sites.get(site);
    const row = releases.find(site, release);
    if (!row) throw new Refusal("NOT_FOUND", { release });
    const before = releases.find(site, publications.shownBefore(site, release));
    const isComparable = row.state === "ready" && before?.state === "ready";
    return {
      item: releaseView(row, current),
      since: isComparable ? this.restoration(site, before.id, release) : null,
    };
  }

  schedules(site: string): SchedulesView {
    this.#parts.sites.get(site);
    return { items: this.#parts.schedules.list(site).map((row) => this.#schedule(row)) };
  }

  /** The site's own values of a theme when the draft last had it. Null if the history knows none. */
  lastTokens(site: string, theme: string): Theme["tokens"] | null {
    this.#parts.sites.get(site);
    return this.#parts.history.lastTheme(site, theme)?.tokens ?? null;
  }

  /** Ids of failed schedules, as long as visitors still lack a change that such a schedule should have published. */
  failedSchedules(site: string): string[] {
    const { history, schedules } = this.#parts;
    const failed = schedules.failed(site);
    if (failed.length === 0) return [];
    const lacking = history.changedSince(site, publishedChange(this.#parts, site), Number.MAX_SAFE_INTEGER);
    const isLacking = (row: ScheduleRow): boolean => lacking.some(takes(scheduledNow(this.#parts, row)));
    return failed.filter(isLacking).map(({ id }) => id);
  }

  #schedule(row: ScheduleRow): SchedulesView["items"][number] {
    const { site, id, at, label, state, actor, createdAt, finishedAt, release, problem } = row;
    const { documents } = this.#parts;
    const { named, isExcept } = chosenOf(row);
    const selection = scheduledNow(this.#parts, row);
    const changed = state === "waiting" ? writtenSince(this.#parts, site, row.change, selection).changed : [];
    const titled = named.map((ref) => ({ ...ref, title: documents.pageEntry(site, ref.id)?.title ?? null }));
    return {
      schedule: id,
      at,
      label,
      state,
      createdBy: actor,
      createdAt,
      finishedAt,
      release: state === "waiting" ? null : release,
      problem: evidence(problem),
      willRun: state === "publishing" || (state === "waiting" && changed.length === 0),
      only: isExcept ? null : titled,
      except: isExcept ? titled : [],
      changed: [...changed],
    };
  }

  #versions(site: string): ContextView["versions"] {
    const version = (kind: SiteKind): number => this.#parts.documents.only(site, kind).version;
    return {
      navigation: version("navigation"),
      redirects: version("redirects"),
      theme: version("theme"),
      settings: version("settings"),
      types: version("types"),
    };
  }
}

function releaseView(row: ReleaseRow, current: number): ReleasesView["items"][number] {
  const { id, state, createdAt, finishedAt, done, total, changed, bytes, problem, notices } = row;
  return {
    release: id,
    current: id === current,
    state,
    createdBy: row.actor,
    joined: [...row.joined],
    createdAt,
    finishedAt,
    done,
    total,
    changed,
    bytes,
    problem: evidence(problem),
    notices: [...notices],
  };
}

const evidence = (problem: string | null) => JSON.parse(problem ?? "null") as Record<string, unknown> | null;

const rows = (limit: number | null): number => Math.min(Math.max(limit ?? LIST_ROWS, 1), LIST_MAX_ROWS);

/** Cuts a list to its size. It was read with one extra row, which tells whether there are more. */
function page<T, N>(found: readonly T[], size: number, cursorOf: (item: T) => N): { items: T[]; next: N | null } {
  const items = found.slice(0, size);
  const last = items.at(-1);
  return { items, next: found.length > size && last !== undefined ? cursorOf(last) : null };
}
