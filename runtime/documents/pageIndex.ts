import { FOREVER } from "./content/forever.ts";
import { publishedInForce } from "./lists/inForce.ts";
import { sameBody } from "./lists/sameBody.ts";
import type { DocumentKind } from "./content/content.ts";
import type { Sql } from "../powers/powers.ts";

/** The way in which a page of the draft differs from what visitors see. */
export type PageState = "published" | "changed" | "new" | "deleted";

/** The facts by which lists filter and order pages. One index contains them all, so no page body is read. */
export interface PageEntry {
  readonly id: string;
  readonly path: string;
  readonly title: string;
  readonly collection: string | null;
  /** The value of the change counter at which this version was written. */
  readonly change: number;
}

/** A page in a list. `published` is the version that visitors see, or null. */
export interface ListedPage {
  readonly id: string;
  readonly path: string;
  readonly title: string;
  readonly collection: string | null;
  /** The version. For a deleted page, the last one with a body. */
  readonly version: number;
  readonly published: number | null;
  readonly state: PageState;
  /** Number of pages whose paths begin with this page's path. */
  readonly below: number;
  readonly changedBy: string;
  readonly changedAt: number;
  /** True if a publication of everything leaves the page out. */
  readonly held: boolean;
  /** The time in which visitors see the page, in milliseconds since the epoch. */
  readonly from: number | null;
  readonly until: number | null;
  /** The content type of an entry, or null. */
  readonly type: string | null;
}

/** A page of the draft, and where an import took it from. */
export interface PageSource {
  readonly id: string;
  readonly path: string;
  readonly version: number;
  readonly source: string | null;
  /** The digest of the page as the import wrote it. */
  readonly imported: string | null;
}

/** The position of a deleted page in the list of deleted pages. */
export interface Deletion {
  readonly change: number;
  readonly id: string;
}

/** A document that contains a text, as lists show it. */
export interface NamingDocument {
  readonly kind: DocumentKind;
  readonly id: string;
  /** Null unless the document is a page. */
  readonly path: string | null;
  readonly title: string | null;
}

/** The condition on the draft's pages, exactly as in their partial index. */
const DRAFT = `path IS NOT NULL AND until = ${FOREVER} AND deleted = 0`;

/** The version of a page that a release has, even while it waits for its time. `?1` is the site, `?2` the release's moment. */
const shownOf = (page: string): string =>
  `FROM documents AS shown WHERE shown.site = ?1 AND shown.kind = 'page' AND shown.id = ${page}.id
      AND ${publishedInForce("shown", "?2")} AND shown.deleted = 0`;

const publishedOf = (page: string): string => `(SELECT shown.version ${shownOf(page)})`;

/** 1 if a release shows the draft's content, 0 if it shows other content, NULL if it does not show the page. */
const IS_SHOWN = `(SELECT shown.version = draft.version OR ${sameBody("shown", "draft")} ${shownOf("draft")})`;
const STATE = `CASE ${IS_SHOWN} WHEN 1 THEN 'published' WHEN 0 THEN 'changed' ELSE 'new' END`;

const SHOWN = `
  SELECT id, path, title, collection, version, actor AS changedBy, at AS changedAt,
    held_back AS held, shown_from AS "from", shown_until AS until, summary ->> 'type' AS type, ${publishedOf("draft")} AS published,
    ${STATE} AS state,
    (SELECT count(*) FROM documents AS lower WHERE lower.site = ?1 AND lower.path > draft.path || '/' AND lower.path < draft.path || '0'
       AND lower.path IS NOT NULL AND lower.until = ${FOREVER} AND lower.deleted = 0) AS below
  FROM documents AS draft`;

interface ListedRow extends Omit<ListedPage, "held"> {
  readonly held: number;
}

/** `from` is 0 in a row that has an end alone. */
const listedOf = ({ held, from, ...row }: ListedRow): ListedPage => ({
  ...row,
  held: held === 1,
  from: from === 0 ? null : from,
});

/** Queries for lists of the draft's pages. */
interface ContainingPage {
  readonly id: string;
  readonly path: string;
  readonly title: string;
  readonly body: string;
}

export class PageIndex {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** All pages of the draft, ordered by path. */
  entries(site: string): PageEntry[] {
    return this.#sql.all<PageEntry & Record<string, string | number | null>>(
      `SELECT id, path, title, collection, change FROM documents INDEXED BY documents_listing
       WHERE site = ? AND ${DRAFT} ORDER BY path`,
      site,
    );
  }

  /** Ids of the draft's pages in a language, with those that name none if it is the language of the site. */
  inLanguage(site: string, language: string, isOwn: boolean): Set<string> {
    const query = `SELECT id FROM documents WHERE site = ? AND ${DRAFT} AND (language = ? OR ? AND language IS NULL)`;
    return new Set(this.#sql.all<{ id: string }>(query, site, language, isOwn ? 1 : 0).map(({ id }) => id));
  }

  /** The pages of the draft and their sources, ordered by path, after the path `after`. */
  sources(site: string, after: string, limit: number): PageSource[] {
    return this.#sql.all<PageSource & Record<string, string | number | null>>(
      `SELECT id, path, version, json_extract(body, '$.source') AS source, json_extract(body, '$.imported') AS imported
       FROM documents INDEXED BY documents_listing WHERE site = ? AND path > ? AND ${DRAFT} ORDER BY path LIMIT ?`,
      site,
      after,
      limit,
    );
  }

  /** Deleted pages of the draft that an import had made, ordered by id, after the id `after`. */
  deletedSources(site: string, after: string, limit: number): PageSource[] {
    return this.#sql.all<PageSource & Record<string, string | number | null>>(
      `SELECT gone.id, last.path, gone.version, json_extract(last.body, '$.source') AS source,
         json_extract(last.body, '$.imported') AS imported
       FROM documents AS gone JOIN documents AS last ON last.site = gone.site AND last.kind = gone.kind AND last.id = gone.id
         AND last.version = (SELECT max(version) FROM documents AS earlier WHERE earlier.site = gone.site
           AND earlier.kind = gone.kind AND earlier.id = gone.id AND earlier.deleted = 0)
       WHERE gone.site = ?1 AND gone.kind = 'page' AND gone.id > ?2 AND gone.until = ${FOREVER} AND gone.deleted = 1
         AND json_extract(last.body, '$.source') IS NOT NULL
       ORDER BY gone.id LIMIT ?3`,
      site,
      after,
      limit,
    );
  }

  /**
   * The states of those pages of the draft that were written since a release, or that it shows in an older version.
   * All others are published.
   */
  statesOf(
    site: string,
    published: number,
    entries: readonly Pick<PageEntry, "id" | "change">[],
  ): Map<string, PageState> {
    const held = this.#held(site, published);
    const written = entries.filter(({ change, id }) => change > published || held.has(id));
    return this.#states(
      site,
      published,
      written.map(({ id }) => id),
    );
  }

  /** The states of the given pages of the draft, compared with the release of the moment `published`. */
  #states(site: string, published: number, pages: readonly string[]): Map<string, PageState> {
    const rows = this.#sql.all<{ id: string; state: PageState }>(
      `SELECT draft.id, ${STATE} AS state FROM json_each(?3) AS named CROSS JOIN documents AS draft
         ON draft.site = ?1 AND draft.kind = 'page' AND draft.id = named.value AND draft.until = ${FOREVER}`,
      site,
      published,
      JSON.stringify(pages),
    );
    return new Map(rows.map(({ id, state }) => [id, state]));
  }

  /**
   * Pages that a release of the moment `published` shows in an older version, because its choice left their change out.
   */
  #held(site: string, published: number): Set<string> {
    const query = "SELECT id FROM held WHERE site = ? AND moment = ? AND kind = 'page'";
    return new Set(this.#sql.all<{ id: string }>(query, site, published).map(({ id }) => id));
  }

  /** Pages of the draft after a path, ordered by path, each compared with the release of the moment `published`. */
  after(site: string, published: number, after: string, limit: number): ListedPage[] {
    return this.#listed(`path > ?3 AND ${DRAFT} ORDER BY path LIMIT ?4`, site, published, after, limit);
  }

  /** The pages at these paths, in the given order. */
  at(site: string, published: number, paths: readonly string[]): ListedPage[] {
    const place = new Map(paths.map((path, index) => [path, index]));
    const found = this.#listed(
      `path IN (SELECT value FROM json_each(?3)) AND ${DRAFT}`,
      site,
      published,
      JSON.stringify(paths),
    );
    return found.toSorted((one, other) => (place.get(one.path) ?? 0) - (place.get(other.path) ?? 0));
  }

  /** The pages with these ids, in the given order. */
  named(site: string, published: number, ids: readonly string[]): ListedPage[] {
    const place = new Map(ids.map((id, index) => [id, index]));
    const found = this.#listed(
      `kind = 'page' AND id IN (SELECT value FROM json_each(?3)) AND ${DRAFT}`,
      site,
      published,
      JSON.stringify(ids),
    );
    return found.toSorted((one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0));
  }

  /** Deleted pages with their last body, the last deletion first. */
  deleted(
    site: string,
    published: number,
    after: Deletion,
    limit: number,
  ): { readonly listed: ListedPage; readonly change: number }[] {
    const rows = this.#sql.all<ListedRow & Deletion & Record<string, string | number | null>>(
      `SELECT gone.id, last.path, last.title, last.collection, last.version, 'deleted' AS state, 0 AS below,
         last.held_back AS held,
         last.shown_from AS "from", last.shown_until AS until, last.summary ->> 'type' AS type, gone.change, gone.actor AS changedBy, gone.at AS changedAt, ${publishedOf("gone")} AS published
       FROM documents AS gone JOIN documents AS last ON last.site = gone.site AND last.kind = gone.kind AND last.id = gone.id
         AND last.version = (SELECT max(version) FROM documents AS earlier WHERE earlier.site = gone.site
           AND earlier.kind = gone.kind AND earlier.id = gone.id AND earlier.deleted = 0)
       WHERE gone.site = ?1 AND gone.change <= ?3 AND (gone.change < ?3 OR gone.id > ?4)
         AND gone.until = ${FOREVER} AND gone.deleted = 1
       ORDER BY gone.change DESC, gone.id LIMIT ?5`,
      site,
      published,
      after.change,
      after.id,
      limit,
    );
    return rows.map(({ change, ...row }) => ({ listed: listedOf(row), change }));
  }

  /** Pages of the draft whose paths begin with this path, ordered by path. */
  below(site: string, path: string, limit: number): { readonly id: string; readonly path: string }[] {
    return this.#sql.all<{ id: string; path: string }>(
      `SELECT id, path FROM documents INDEXED BY documents_listing
       WHERE site = ? AND path > ? || '/' AND path < ? || '0' AND ${DRAFT} ORDER BY path LIMIT ?`,
      site,
      path,
      path,
      limit,
    );
  }

  /**
   * Documents of the draft that contain one of these texts: pages by path, then the others. Each text contains one of
   * `roots`. Most documents contain neither, so two cheap searches exclude them.
   */
  naming(site: string, roots: readonly [string, string], texts: readonly string[], limit: number): NamingDocument[] {
    return this.#sql.all<NamingDocument & Record<string, string | null>>(
      `SELECT kind, id, path, title FROM documents
       WHERE site = ?1 AND until = ${FOREVER} AND deleted = 0 AND (instr(body, ?4) > 0 OR instr(body, ?5) > 0)
         AND EXISTS (SELECT 1 FROM json_each(?2) AS wanted WHERE instr(body, wanted.value) > 0)
       ORDER BY kind <> 'page', path, kind LIMIT ?3`,
      site,
      JSON.stringify(texts),
      limit,
      ...roots,
    );
  }

  /** Pages of the draft whose bodies contain a text, by path after a path. A page's own id is not in its body. */
  containing(site: string, text: string, after: string, limit: number): ContainingPage[] {
    return this.#sql.all<ContainingPage & Record<string, string>>(
      `SELECT id, path, title, body FROM documents
       WHERE site = ? AND kind = 'page' AND path > ? AND until = ${FOREVER} AND deleted = 0 AND instr(body, ?) > 0
       ORDER BY path LIMIT ?`,
      site,
      after,
      text,
      limit,
    );
  }

  #listed(where: string, ...values: (string | number)[]): ListedPage[] {
    const query = `${SHOWN} WHERE site = ?1 AND ${where}`;
    return this.#sql.all<ListedRow & Record<string, string | number | null>>(query, ...values).map(listedOf);
  }
}
