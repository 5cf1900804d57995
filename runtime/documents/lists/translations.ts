/** The pages that are translations of each other. Each lookup reads the few rows of one group, by an index. */
import { type Sql, first } from "../../powers/powers.ts";
import { OWN_MEMBERS } from "../content/ownMembers.ts";
import { IS_CURRENT, LATEST_CHANGE } from "../content/forever.ts";
import { inForce } from "./inForce.ts";
import { sameValues } from "./sameBody.ts";

const IN_FORCE = inForce();

/** A page of a group. `language` is null for a page that names none. */
export interface GroupPage {
  readonly id: string;
  readonly path: string;
  readonly title: string;
  readonly language: string | null;
  /** 1 for a page that lists and files show, below 0 for one that only its readers may find. */
  readonly listed: number;
  readonly date: string | null;
  /** The content type of an entry, or null. */
  readonly type: string | null;
}

/** A page of the draft with its place among translations. */
export interface DraftTranslation extends Omit<GroupPage, "listed" | "date" | "type"> {
  readonly translationOf: string | null;
  readonly version: number;
  readonly change: number;
  /** The page and version from which the translation was made, or null. */
  readonly madeFrom: string | null;
  readonly madeFromVersion: number | null;
}

const translatable = (table: string): string =>
  `json_remove(${table}.body, ${OWN_MEMBERS.map((name) => `'$.${name}'`).join(", ")})`;

/** The same without the values that all languages share. A patch with null takes a member away. */
const translatableEntry = (table: string): string =>
  `json_patch(${translatable(table)}, coalesce(
     (SELECT one.value FROM json_each(?2) AS one WHERE one.key = ${table}.body ->> 'type'), '{}'))`;

/** The patch for each type. */
const withoutFields = (shared: ReadonlyMap<string, readonly string[]>): string =>
  JSON.stringify(
    Object.fromEntries(
      [...shared].map(([type, names]) => [type, { values: Object.fromEntries(names.map((name) => [name, null])) }]),
    ),
  );

interface Placed {
  readonly language: string | null;
  readonly translationOf: string | null;
}

const DRAFT_COLUMNS = `id, path, title, language, translation_of AS translationOf, version, change,
  made_from AS madeFrom, made_from_version AS madeFromVersion`;
/** A teaser is in lists, and no file or search engine may know it. */
const LISTED = "CASE WHEN summary ->> 'teaser' THEN 0 ELSE listed END AS listed";
const COLUMNS = `id, path, title, language, ${LISTED}, date, summary ->> 'type' AS type`;

/** Orders the versions of one page, newest first. A page can have thousands, and each save looks for the newest. */
const NEWEST = "ORDER BY version DESC LIMIT 1";

/** The draft's pages of a group, by the versions that are current and no others. */
const ofDraft = (columns: string): string =>
  `SELECT ${columns} FROM (SELECT * FROM documents WHERE site = ? AND kind = 'page' AND id = ? AND ${IS_CURRENT} ${NEWEST})
     WHERE translation_of IS NULL AND deleted = 0
   UNION ALL SELECT ${columns} FROM documents INDEXED BY documents_translation
     WHERE site = ? AND translation_of = ? AND ${IS_CURRENT} AND deleted = 0`;

export class Translations {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** The id of a page's group at a moment. Undefined if the page did not exist then. */
  group(site: string, id: string, at: number): string | undefined {
    const query = `SELECT coalesce(translation_of, id) AS "group" FROM documents
      WHERE site = ? AND kind = 'page' AND id = ? AND ${IN_FORCE} AND deleted = 0 ${NEWEST}`;
    return first<{ group: string }>(this.#sql, query, site, id, at, at, at)?.group;
  }

  /** The facts of a page that its translations and links to it show. Undefined if the page did not exist at the moment. */
  place(site: string, id: string, at: number): (Placed & Pick<GroupPage, "title" | "listed" | "date">) | undefined {
    const query = `SELECT translation_of AS translationOf, language, title, ${LISTED}, date FROM documents
      WHERE site = ? AND kind = 'page' AND id = ? AND ${IN_FORCE} AND deleted = 0 ${NEWEST}`;
    return first(this.#sql, query, site, id, at, at, at);
  }

  /** The id of the page at a path at a moment. */
  idAtPath(site: string, path: string, at: number): string | undefined {
    const query = `SELECT id FROM documents WHERE site = ? AND path = ? AND ${IN_FORCE} AND deleted = 0`;
    return first<{ id: string }>(this.#sql, query, site, path, at, at, at)?.id;
  }

  /** The pages at paths at a moment. */
  atPaths(site: string, paths: readonly string[], at: number): GroupPage[] {
    const query = `SELECT ${COLUMNS} FROM documents WHERE site = ? AND path IN (SELECT value FROM json_each(?))
      AND ${IN_FORCE} AND deleted = 0`;
    return this.#sql.all<GroupPage & Record<string, string | number | null>>(
      query,
      site,
      JSON.stringify(paths),
      at,
      at,
      at,
    );
  }

  /** The pages of a group at a moment, the one that began it first. */
  pages(site: string, group: string, at: number): GroupPage[] {
    if (at === LATEST_CHANGE)
      return this.#sql.all<GroupPage & Record<string, string | number | null>>(
        ofDraft(COLUMNS),
        site,
        group,
        site,
        group,
      );
    return this.#sql.all<GroupPage & Record<string, string | number | null>>(
      `SELECT ${COLUMNS} FROM (SELECT * FROM documents
         WHERE site = ? AND kind = 'page' AND id = ? AND ${IN_FORCE} ${NEWEST}) WHERE translation_of IS NULL AND deleted = 0
       UNION ALL SELECT ${COLUMNS} FROM documents INDEXED BY documents_group
         WHERE site = ? AND translation_of = ? AND ${IN_FORCE} AND deleted = 0`,
      site,
      group,
      at,
      at,
      at,
      site,
      group,
      at,
      at,
      at,
    );
  }

  /** All pages at a moment that are in a group with others, by group. */
  all(site: string, at: number): Map<string, GroupPage[]> {
    const rows = this.#sql.all<GroupPage & { readonly group: string } & Record<string, string | number | null>>(
      `WITH member AS (SELECT id, translation_of AS "group" FROM documents INDEXED BY documents_group
           WHERE site = ? AND translation_of IS NOT NULL AND ${IN_FORCE} AND deleted = 0),
         named AS (SELECT id, "group" FROM member UNION SELECT "group", "group" FROM member)
       SELECT named."group", documents.id, path, title, language, ${LISTED}, date, summary ->> 'type' AS type FROM named CROSS JOIN documents
         ON site = ? AND kind = 'page' AND documents.id = named.id AND ${IN_FORCE} AND deleted = 0
           AND coalesce(translation_of, documents.id) = named."group" ORDER BY named."group", named.id <> named."group", path`,
      site,
      at,
      at,
      at,
      site,
      at,
      at,
      at,
    );
    return Map.groupBy(rows, ({ group }) => group);
  }

  /** All pages of the draft, ordered by path. */
  draft(site: string): DraftTranslation[] {
    const query = `SELECT ${DRAFT_COLUMNS} FROM documents WHERE site = ? AND path IS NOT NULL AND ${IS_CURRENT} AND deleted = 0 ORDER BY path`;
    return this.#sql.all<DraftTranslation & Record<string, string | number | null>>(query, site);
  }

  /** The translations of the draft that are entries of one of these types, with the page that each is made from. */
  draftOfTypes(site: string, types: readonly string[]): { readonly id: string; readonly translationOf: string }[] {
    const query = `SELECT id, translation_of AS translationOf FROM documents WHERE site = ? AND translation_of IS NOT NULL
      AND ${IS_CURRENT} AND deleted = 0 AND summary ->> 'type' IN (SELECT value FROM json_each(?)) ORDER BY path`;
    return this.#sql.all(query, site, JSON.stringify(types));
  }

  /** The pages of a group in the draft. */
  draftGroup(site: string, group: string): DraftTranslation[] {
    const query = ofDraft(DRAFT_COLUMNS);
    return this.#sql.all<DraftTranslation & Record<string, string | number | null>>(query, site, group, site, group);
  }

  /**
   * Ids of the draft's translations whose source has other content than the version from which they were made. `shared`
   * has the fields of each type that all languages share, which nobody translates.
   */
  outdated(site: string, shared: ReadonlyMap<string, readonly string[]>): Set<string> {
    const [now, before] = ["source", "was"].map(shared.size > 0 ? translatableEntry : translatable) as [string, string];
    const query = `SELECT made.id FROM documents AS made INDEXED BY documents_made_from CROSS JOIN documents AS source
        ON source.site = made.site AND source.kind = 'page' AND source.id = made.made_from
          AND source.version <> made.made_from_version AND source.${IS_CURRENT} AND source.deleted = 0
      LEFT JOIN documents AS was ON was.site = made.site AND was.kind = 'page' AND was.id = made.made_from
        AND was.version = made.made_from_version AND was.deleted = 0
      WHERE made.site = ?1 AND made.${IS_CURRENT} AND made.deleted = 0 AND made.made_from IS NOT NULL
        AND (was.version IS NULL OR NOT ${sameValues(now, before)})`;
    const values = shared.size > 0 ? [site, withoutFields(shared)] : [site];
    return new Set(this.#sql.all<{ id: string }>(query, ...values).map(({ id }) => id));
  }

  /** The language of the newest version of a page that has a body, even of a deleted one. */
  lastLanguage(site: string, id: string): Pick<GroupPage, "language"> | undefined {
    const query = `SELECT language FROM documents WHERE site = ? AND kind = 'page' AND id = ? AND deleted = 0
      ${NEWEST}`;
    return first(this.#sql, query, site, id);
  }

  /** Another page of the draft that has a written page's language in its group. */
  taken(site: string, id: string, { language, translationOf }: Placed): string | undefined {
    const query = `SELECT id FROM documents WHERE site = ? AND translation_of = ? AND language IS ? AND id <> ?
      AND ${IS_CURRENT} AND deleted = 0 AND translation_of IS NOT NULL`;
    return first<{ id: string }>(this.#sql, query, site, translationOf, language, id)?.id;
  }

  /** A page of the draft in a language whose group has a page without one: the two would have the same language. */
  beside(site: string, language: string): string | undefined {
    const query = `SELECT other.path FROM documents AS other JOIN documents AS page
        ON page.site = other.site AND page.kind = 'page' AND page.id = other.translation_of
      WHERE other.site = ? AND other.language = ? AND other.translation_of IS NOT NULL AND other.${IS_CURRENT}
        AND other.deleted = 0 AND page.language IS NULL AND page.${IS_CURRENT} AND page.deleted = 0 LIMIT 1`;
    return first<{ path: string }>(this.#sql, query, site, language)?.path;
  }

  /** Paths of the draft's pages at a prefix or below it whose language is none of two, as many as asked for. */
  pathsWithin(site: string, prefix: string, besides: readonly [string, string | null], limit: number): string[] {
    const query = `SELECT path FROM documents WHERE site = ? AND (path = ? OR path > ? AND path < ?)
      AND ${IS_CURRENT} AND deleted = 0 AND language IS NOT ? AND language IS NOT ? ORDER BY path LIMIT ?`;
    return this.#sql
      .all<{ path: string }>(query, site, prefix, `${prefix}/`, `${prefix}0`, ...besides, limit)
      .map(({ path }) => path);
  }
}
