import { Refusal } from "../../manifests/refusals/refusal.ts";
import { SITE_MAX_PAGES } from "../../manifests/bounds/documents.ts";
import { bodyBefore } from "./content/beginnings.ts";
import type { DocumentBody, DocumentKind, Page } from "./content/content.ts";
import { FOREVER, IS_CURRENT, LATEST_CHANGE } from "./content/forever.ts";
import { inForce, publishedInForce } from "./lists/inForce.ts";
import { INDEX_COLUMNS, indexColumns, indexValues } from "./indexColumns.ts";
import { isNotFoundPath } from "./content/languages.ts";
import type { SiteSections } from "./lists/firstWords.ts";
import { LongBodies, type LongPart } from "./longBodies.ts";
import type { EntryIndex } from "./lists/entryIndex.ts";
import { MediaUses } from "./mediaUses.ts";
import type { PagelessTypes } from "./lists/pagelessTypes.ts";
import { type PageAt, pagePlace } from "./lists/pagePlace.ts";
import { PageLists } from "./lists/pageLists.ts";
import { SitePages } from "./lists/sitePages.ts";
import { RedirectRules } from "./redirectRules.ts";
import { SharedValues } from "./sharedValues.ts";
import { Translations } from "./lists/translations.ts";
import { UNNAMED_ZONE } from "./content/timeZone.ts";
import { type Latest, languageTaken, pathTaken, refuseTwice, stale, writtenTexts, versionOf } from "./writeChecks.ts";
import { type Sql, type SqlValue, first } from "../powers/powers.ts";
import type { Sites } from "../tenancy/sites.ts";

/** Id of documents of which a site has one. */
export const ONLY = "site";

export interface DocumentRef {
  readonly kind: DocumentKind;
  readonly id: string;
}

export interface StoredDocument<K extends DocumentKind = DocumentKind> extends DocumentRef {
  readonly kind: K;
  readonly version: number;
  readonly change: number;
  readonly body: DocumentBody<K>;
  /** The author of this version, and the time in milliseconds since the epoch. */
  readonly actor: string;
  readonly at: number;
}

/** A document at the version that a change builds on. `expected` is 0 if the document must not exist yet. */
export interface SeenDocument extends DocumentRef {
  readonly expected: number;
}

export interface DocumentWrite extends SeenDocument {
  /** The new body. Null deletes a page. */
  readonly body: DocumentBody<DocumentKind> | null;
  /** True if history must keep the replaced version, because this write undoes it. */
  readonly keepsReplaced?: boolean;
  /** The body of the version that this write builds on, if its command has read it in the same transaction. */
  readonly replaces?: DocumentBody<DocumentKind>;
}

export interface WriteContext {
  readonly site: string;
  readonly actor: string;
  readonly at: number;
}

interface Row {
  kind: DocumentKind;
  id: string;
  version: number;
  change: number;
  deleted: number;
  body: string;
  actor: string;
  at: number;
}

const COLUMNS = "kind, id, version, change, deleted, body, actor, at";

const IN_FORCE = inForce();

/** Orders a document's versions, newest first, because callers mostly want the newest. A page can have thousands. */
const NEWEST = "ORDER BY version DESC LIMIT 1";

const INSERT = `
  INSERT INTO documents (site, kind, id, version, change, until, deleted, body, ${INDEX_COLUMNS}, actor, at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

interface DocumentParts {
  readonly entries: EntryIndex;
  readonly pageless: PagelessTypes;
  readonly drawn: SiteSections;
  readonly bodies?: LongBodies;
}

/** All versions of all documents of a workspace's sites. */
export class Documents {
  readonly #sql: Sql;
  readonly #sites: Sites;
  readonly #mediaUses: MediaUses;
  readonly #entries: EntryIndex;
  readonly #bodies: LongBodies;
  readonly #drawn: SiteSections;
  readonly pageless: PagelessTypes;
  readonly lists: PageLists;
  readonly sitePages: SitePages;
  readonly redirects = new RedirectRules(this);
  readonly translations: Translations;
  readonly shared: SharedValues;

  constructor(sql: Sql, sites: Sites, { entries, pageless, drawn, bodies = new LongBodies(sql) }: DocumentParts) {
    this.#sql = sql;
    this.#sites = sites;
    this.#mediaUses = new MediaUses(sql);
    this.#entries = entries;
    this.#bodies = bodies;
    this.#drawn = drawn;
    this.pageless = pageless;
    this.translations = new Translations(sql);
    this.shared = new SharedValues(sql, entries, this.translations);
    this.lists = new PageLists(sql, sites, (site, at) => this.zoneAt(site, at), entries, pageless);
    this.sitePages = new SitePages(sql, entries);
  }

  /** The site's change counter. Its value names the draft as it is now. */
  change(site: string): number {
    return this.#sites.change(site);
  }

  /** The version at a moment of the change counter. Default: the draft's. */
  get<K extends DocumentKind>(site: string, kind: K, id: string, at = LATEST_CHANGE): StoredDocument<K> | undefined {
    const row = first<Row>(
      this.#sql,
      `SELECT ${COLUMNS} FROM documents WHERE site = ? AND kind = ? AND id = ? AND ${IN_FORCE} ${NEWEST}`,
      site,
      kind,
      id,
      at,
      at,
      at,
    );
    return row && !row.deleted ? this.#stored<K>(site, row, at) : undefined;
  }

  /** The version that is published at a moment, even of a page that visitors do not see yet, or no longer. */
  published<K extends DocumentKind>(site: string, kind: K, id: string, at: number): StoredDocument<K> | undefined {
    const row = first<Row>(
      this.#sql,
      `SELECT ${COLUMNS} FROM documents WHERE site = ? AND kind = ? AND id = ? AND ${publishedInForce()} AND deleted = 0 ${NEWEST}`,
      site,
      kind,
      id,
      at,
      at,
      at,
    );
    return row && this.#stored<K>(site, row, at);
  }

  /** The page that is published at a path at a moment, even one that visitors do not see yet, or no longer. */
  publishedAtPath(site: string, path: string, at: number): StoredDocument<"page"> | undefined {
    const row = first<Row>(
      this.#sql,
      `SELECT ${COLUMNS} FROM documents WHERE site = ? AND path = ? AND ${publishedInForce()} AND deleted = 0`,
      site,
      path,
      at,
      at,
      at,
    );
    return row && this.#stored(site, row, at);
  }

  /** The pages of the draft that no publication of everything takes. */
  heldBack(site: string): DocumentRef[] {
    const query = `SELECT id FROM documents INDEXED BY documents_held_back WHERE site = ? AND held_back = 1 AND ${IS_CURRENT} AND deleted = 0`;
    return this.#sql.all<{ id: string }>(query, site).map(({ id }) => ({ kind: "page", id }));
  }

  /** Tells whether any stored version of a page contains this JSON value, such as a section. */
  hasHeld(site: string, page: string, value: object): boolean {
    // Quotes inside texts are escaped, so only the value itself matches its JSON text.
    const which = "WHERE site = ? AND kind = 'page' AND id = ? AND instr(body, ?) > 0";
    return this.#count(which, site, page, JSON.stringify(value)) > 0;
  }

  /** The document of a kind of which the site has one. No command deletes it. Version 0 if nobody has written it yet. */
  only<K extends Exclude<DocumentKind, "page">>(site: string, kind: K, at?: number): StoredDocument<K> {
    return this.get(site, kind, ONLY, at) ?? unwritten(kind);
  }

  /** Pages at a moment, ordered by id, after the id `after`. */
  pages(site: string, at: number, after: string, limit: number): StoredDocument<"page">[] {
    return this.#sql
      .all<Row>(
        `SELECT ${COLUMNS} FROM documents
         WHERE site = ? AND kind = 'page' AND id > ? AND ${IN_FORCE} AND deleted = 0 ORDER BY id LIMIT ?`,
        site,
        after,
        at,
        at,
        at,
        limit,
      )
      .map((row) => this.#stored(site, row, at));
  }

  /** Counts the draft's pages. Without the hint, SQLite uses the index of all versions, not the small one on paths. */
  pageCount(site: string): number {
    const which = `INDEXED BY documents_path WHERE site = ? AND path IS NOT NULL AND deleted = 0 AND ${IS_CURRENT}`;
    return this.#count(which, site);
  }

  /** Path of a page at a moment. Undefined if the page did not exist then. */
  pathOf = (site: string, id: string, at: number): string | undefined => this.placeOf(site, id, at)?.path;

  /** The place of a page at a moment, as `pagePlace` says it. */
  placeOf = (site: string, id: string, at: number): PageAt | undefined => pagePlace(this.#sql, site, id, at);

  /** Reads a draft page's path and title, as lists show them; undefined if the page does not exist. */
  pageEntry(site: string, id: string): { readonly path: string; readonly title: string } | undefined {
    return first(
      this.#sql,
      `SELECT path, title FROM documents WHERE site = ? AND kind = 'page' AND id = ? AND ${IS_CURRENT} AND deleted = 0 ${NEWEST}`,
      site,
      id,
    );
  }

  /** The last path and title of a page, deleted or not. Undefined if no version of it is stored. */
  deletedPage(site: string, id: string): { readonly path: string; readonly title: string } | undefined {
    return first(
      this.#sql,
      `SELECT path, title FROM documents WHERE site = ? AND kind = 'page' AND id = ? AND deleted = 0 ${NEWEST}`,
      site,
      id,
    );
  }

  /** Version at a moment, or 0 without one. */
  versionAt(site: string, ref: DocumentRef, at: number): number {
    return this.#versionIn(site, ref, at)?.version ?? 0;
  }

  /** A text that names the version at a moment among all that the workspace ever stored. Undefined without a version. */
  stampAt(site: string, ref: DocumentRef, at: number): string | undefined {
    const found = this.#versionIn(site, ref, at);
    return found && `${found.version} ${found.at}`;
  }

  #versionIn(site: string, { kind, id }: DocumentRef, at: number): { version: number; at: number } | undefined {
    const query = `SELECT version, at FROM documents WHERE site = ? AND kind = ? AND id = ? AND ${IN_FORCE} AND deleted = 0 ${NEWEST}`;
    return first(this.#sql, query, site, kind, id, at, at, at);
  }

  /** The redirects at a moment, in parts. */
  redirectParts(site: string, at: number): readonly LongPart[] {
    const query = `SELECT body FROM documents WHERE site = ? AND kind = 'redirects' AND ${IN_FORCE} AND deleted = 0 ${NEWEST}`;
    const row = first<{ body: string }>(this.#sql, query, site, at, at, at);
    return row ? this.#bodies.partsOf(site, row.body) : [];
  }

  zoneAt(site: string, at: number): string {
    return this.only(site, "settings", at).body.timeZone ?? UNNAMED_ZONE;
  }

  pageAtPath(site: string, path: string, at: number): StoredDocument<"page"> | undefined {
    const draft = at >= this.change(site);
    const row = first<Row>(
      this.#sql,
      `SELECT ${COLUMNS} FROM documents WHERE site = ? AND path = ? AND ${draft ? IS_CURRENT : IN_FORCE} AND deleted = 0`,
      site,
      path,
      ...(draft ? [] : [at, at, at]),
    );
    return row && this.#stored(site, row, at);
  }

  /**
   * Writes several documents as one change. Throws if any write is refused; the caller's transaction then undoes all.
   * Returns the new versions in order.
   */
  write(context: WriteContext, writes: readonly DocumentWrite[]): number[] {
    refuseTwice(writes);
    const change = this.#sites.nextChange(context.site);
    const all = [...writes, ...this.shared.left(context.site, writes)];
    // Ends all old versions first, so that two pages can swap paths.
    const before = all.map((write) => this.#retire(context.site, write, change));
    const versions = all.map((write, index) =>
      this.#insert(context, this.shared.written(context.site, write, all), (before[index] ?? 0) + 1, change),
    );
    if (writes.some((write) => write.kind === "page" && write.expected === 0)) this.#checkPageCount(context.site);
    return versions.slice(0, writes.length);
  }

  /** Refuses a change that builds on a version other than the current one. */
  require(site: string, seen: SeenDocument): void {
    const current = this.#current(site, seen);
    if (versionOf(current) !== seen.expected) throw stale(seen, current);
  }

  /** Ends the version that a write builds on. Throws if it is not current. Returns the newest version number. */
  #retire(site: string, write: DocumentWrite, change: number): number {
    const { kind, id, expected } = write;
    if (write.keepsReplaced && expected > 0) {
      const row = "INSERT OR IGNORE INTO kept_versions (site, kind, id, version) VALUES (?, ?, ?, ?)";
      this.#sql.all(row, site, kind, id, expected);
    }
    if (expected > 0 && this.#end(site, write, expected, change, "AND deleted = 0")) return expected;
    const current = this.#current(site, write);
    if (versionOf(current) !== expected) throw stale({ kind, id }, current);
    if (current) this.#end(site, write, current.version, change);
    return current?.version ?? 0;
  }

  #end(site: string, { kind, id }: DocumentRef, version: number, change: number, more = ""): boolean {
    const ended = this.#sql.all(
      `UPDATE documents SET until = ? WHERE site = ? AND kind = ? AND id = ? AND version = ? AND ${IS_CURRENT} ${more} RETURNING version`,
      change,
      site,
      kind,
      id,
      version,
    );
    return ended.length > 0;
  }

  #insert(context: WriteContext, write: DocumentWrite, version: number, change: number): number {
    if (write.body === null && write.kind !== "page") throw new Refusal("INVALID_REQUEST", { kind: write.kind });
    const index = indexColumns(write, {
      isNotFound: (path) => this.#isNotFound(context.site, path),
      // Few writes need the types.
      types: { sectionType: (type) => this.#drawn(context.site).sectionType(type) },
    });
    const { row, naming } =
      write.kind === "redirects" ? this.#bodies.writtenTexts(context.site, write) : writtenTexts(write);
    const values = [
      context.site,
      write.kind,
      write.id,
      version,
      change,
      FOREVER,
      write.body === null ? 1 : 0,
      row,
      ...indexValues(index),
      context.actor,
      context.at,
    ];
    try {
      this.#sql.all(INSERT, ...values);
    } catch (error) {
      // The database refuses a second page at one path, or of one language in a group. Both are rare, so the queries
      // that explain it run only after the error.
      if (index.path !== null && this.pageAtPath(context.site, index.path, change)) throw pathTaken(index.path);
      const other = this.translations.taken(context.site, write.id, index);
      if (other !== undefined) throw languageTaken(index.language, other);
      throw error;
    }
    this.#mediaUses.record(context.site, write, version, naming);
    if (write.kind !== "page") return version;
    const page = write.body as DocumentBody<"page"> | null;
    this.#entries.record(context.site, write.id, version, page);
    this.pageless.rememberOf(context.site, page?.type);
    return version;
  }

  #stored<K extends DocumentKind>(site: string, row: Row, at: number): StoredDocument<K> {
    const { kind, id, version, change, actor, at: time } = row;
    const body = this.#bodies.read(site, kind, row.body);
    const shown = kind === "page" ? this.shared.shown(site, body as Page, at) : body;
    return { kind, id, version, change, actor, at: time, body: shown } as StoredDocument<K>;
  }

  /** Reads the newest version, even of a deleted document, whose numbering continues. */
  #current(site: string, ref: DocumentRef): Latest | undefined {
    return first(
      this.#sql,
      `SELECT version, deleted, actor, at FROM documents WHERE site = ? AND kind = ? AND id = ? AND ${IS_CURRENT} ${NEWEST}`,
      site,
      ref.kind,
      ref.id,
    );
  }

  #isNotFound(site: string, path: string): boolean {
    const settings = path.endsWith("/404") ? this.get(site, "settings", ONLY)?.body : undefined;
    return settings !== undefined && isNotFoundPath(path, settings);
  }

  #checkPageCount(site: string): void {
    if (this.pageCount(site) > SITE_MAX_PAGES) throw new Refusal("TOO_LARGE", { pages: SITE_MAX_PAGES });
  }

  #count(which: string, ...values: SqlValue[]): number {
    return first<{ n: number }>(this.#sql, `SELECT count(*) AS n FROM documents ${which}`, ...values)?.n ?? 0;
  }
}

function unwritten<K extends Exclude<DocumentKind, "page">>(kind: K): StoredDocument<K> {
  const body: DocumentBody<K> | undefined = bodyBefore(kind);
  if (body === undefined) throw new Refusal("NOT_FOUND", { kind });
  return { kind, id: ONLY, version: 0, change: 0, body, actor: "system:site", at: 0 };
}
