import { CHANGES_LISTED } from "../../manifests/bounds/documents.ts";
import type { DocumentBody, DocumentKind, Page, Theme } from "./content/content.ts";
import { BEGINNINGS } from "./content/beginnings.ts";
import type { DocumentRef } from "./documents.ts";
import { FOREVER } from "./content/forever.ts";
import { LongBodies } from "./longBodies.ts";
import { publishedInForce } from "./lists/inForce.ts";
import { sameBody } from "./lists/sameBody.ts";
import { type Sql, first } from "../powers/powers.ts";

/** A version of a page, without its content. */
export interface Revision {
  readonly version: number;
  readonly deleted: boolean;
  readonly path: string | null;
  readonly title: string | null;
  readonly changedBy: string;
  /** Milliseconds since the epoch. */
  readonly changedAt: number;
}

type AnyBody = DocumentBody<DocumentKind>;

/** The author of a version, and the time. */
export type Author = Pick<Revision, "changedBy" | "changedAt">;

export interface StoredVersion extends Author {
  readonly version: number;
  readonly body: AnyBody;
}

/** A document written since a moment. `version` is 0 if it is now deleted. */
export interface ChangedDocument extends DocumentRef {
  readonly version: number;
  readonly changedBy: string;
  readonly changedAt: number;
}

/** A prefix of a language, and the moments between which the draft had it. */
export interface PrefixInForce {
  readonly prefix: string;
  readonly change: number;
  readonly until: number;
}

/** A page of the draft with its body. */
export interface DraftPage {
  readonly id: string;
  readonly path: string;
  readonly version: number;
  readonly body: Page;
}

/** A page that visitors see, with its body. */
interface PublishedPage extends Omit<DraftPage, "version"> {
  readonly title: string;
}

interface RevisionRow extends Omit<Revision, "deleted"> {
  readonly deleted: number;
  readonly body: string;
}

/**
 * The documents written since a moment. Each half of the UNION uses an index; one combined condition would scan the
 * site.
 */
const WRITTEN = `WITH written AS (
  SELECT kind, id FROM documents WHERE site = ?1 AND change > ?2 AND until = ${FOREVER}
  UNION SELECT kind, id FROM held WHERE site = ?1 AND moment = ?2)`;

const LATEST = `FROM written CROSS JOIN documents AS latest ON latest.site = ?1 AND latest.kind = written.kind
    AND latest.id = written.id AND latest.until = ${FOREVER}`;

/** A document that was absent has changed, unless it is again as it was before its first version. */
const BEGUN = Object.entries(BEGINNINGS)
  .map(([kind, body]) => `WHEN '${kind}' THEN latest.body <> '${JSON.stringify(body)}'`)
  .join(" ");

/**
 * The written documents whose content differs from the moment's. What an edit and its undo have written does not, nor
 * does a page that was made and deleted since.
 */
const CHANGED = `${LATEST}
  LEFT JOIN documents AS before ON before.site = ?1 AND before.kind = written.kind AND before.id = written.id
    AND before.deleted = 0 AND before.version = (
      SELECT version FROM documents AS earlier
      WHERE earlier.site = ?1 AND earlier.kind = written.kind AND earlier.id = written.id AND ${publishedInForce("earlier", "?2")}
      ORDER BY version DESC LIMIT 1)
  WHERE CASE WHEN latest.deleted = 1 THEN before.version IS NOT NULL
    WHEN before.version IS NULL THEN CASE latest.kind ${BEGUN} ELSE 1 END ELSE NOT ${sameBody("latest", "before")} END`;

const LISTED = `SELECT latest.kind, latest.id, CASE latest.deleted WHEN 1 THEN 0 ELSE latest.version END AS version,
    latest.actor AS changedBy, latest.at AS changedAt`;
const LAST_FIRST = "ORDER BY latest.change DESC, latest.kind, latest.id LIMIT ?3";

const REVISION = "version, deleted, path, title, actor AS changedBy, at AS changedAt";

/** The history of documents, read only: every stored version with its author and time. */
export class History {
  readonly #sql: Sql;
  readonly #bodies: LongBodies;

  constructor(sql: Sql, bodies = new LongBodies(sql)) {
    this.#sql = sql;
    this.#bodies = bodies;
  }

  /** Pages that are published at a moment and contain a text, by path. */
  publishedWith(site: string, text: string, at: number, limit: number): PublishedPage[] {
    return this.#sql
      .all<{ id: string; path: string; title: string; body: string }>(
        `SELECT id, path, title, body FROM documents WHERE site = ? AND kind = 'page' AND ${publishedInForce()}
         AND deleted = 0 AND instr(body, ?) > 0 ORDER BY path LIMIT ?`,
        site,
        at,
        at,
        at,
        text,
        limit,
      )
      .map(({ body, ...page }) => ({ ...page, body: JSON.parse(body) as Page }));
  }

  /** The highest version that a document ever had, or 0. */
  latestVersion(site: string, kind: DocumentKind, id: string): number {
    const row = first<{ version: number | null }>(
      this.#sql,
      "SELECT max(version) AS version FROM documents WHERE site = ? AND kind = ? AND id = ?",
      site,
      kind,
      id,
    );
    return row?.version ?? 0;
  }

  /** Lists versions below `before`, newest first. */
  revisions(site: string, { kind, id }: DocumentRef, before: number, limit: number): Revision[] {
    return this.#sql
      .all<RevisionRow>(
        `SELECT ${REVISION} FROM documents WHERE site = ? AND kind = ? AND id = ? AND version < ? ORDER BY version DESC LIMIT ?`,
        site,
        kind,
        id,
        before,
        limit,
      )
      .map((row) => ({ ...row, deleted: row.deleted === 1 }));
  }

  /** A version of a page with its body. Undefined if it is not stored or is a deletion. */
  revision(site: string, page: string, version: number): (Revision & { body: Page }) | undefined {
    const row = this.#row(site, { kind: "page", id: page }, version);
    return row && { ...row, deleted: false, body: JSON.parse(row.body) as Page };
  }

  /** A version of any document with its body. */
  stored(site: string, ref: DocumentRef, version: number): StoredVersion | undefined {
    const row = this.#row(site, ref, version);
    if (!row) return undefined;
    const { changedBy, changedAt, body } = row;
    return { version, changedBy, changedAt, body: this.#bodies.read(site, ref.kind, body) };
  }

  /** The last stored version of the site's theme document that used a theme. */
  lastTheme(site: string, theme: string): Theme | undefined {
    const query = `SELECT body FROM documents WHERE site = ? AND kind = 'theme' AND json_extract(body, '$.theme') = ?
       ORDER BY version DESC LIMIT 1`;
    const row = first<{ body: string }>(this.#sql, query, site, theme);
    return row && (JSON.parse(row.body) as Theme);
  }

  /** The prefixes that a language has had in the site's stored settings, the last ones first. Null stands for none. */
  languagePrefixes(site: string, tag: string): (string | null)[] {
    const query = `SELECT one.value ->> 'prefix' AS prefix FROM documents, json_each(documents.body, '$.languages') AS one
       WHERE site = ? AND kind = 'settings' AND deleted = 0 AND one.value ->> 'tag' = ? GROUP BY 1 ORDER BY max(version) DESC`;
    return this.#sql.all<{ prefix: string | null }>(query, site, tag).map(({ prefix }) => prefix);
  }

  /** The prefixes of the languages that had a hostname in the site's stored settings, the last ones first, and when. */
  prefixesAtHost(site: string, hostname: string): PrefixInForce[] {
    const query = `SELECT one.value ->> 'prefix' AS prefix, min(change) AS change, max(until) AS until
       FROM documents, json_each(documents.body, '$.languages') AS one
       WHERE site = ? AND kind = 'settings' AND deleted = 0 AND one.value ->> 'hostname' = ?
         AND one.value ->> 'prefix' IS NOT NULL GROUP BY 1 ORDER BY max(version) DESC`;
    return this.#sql.all<PrefixInForce & Record<string, string | number>>(query, site, hostname);
  }

  /** Lists the authors of a document after a version, each with their last time, the most recent first. */
  authors(site: string, { kind, id }: DocumentRef, after: number, limit: number): Author[] {
    return this.#sql.all<Author>(
      `SELECT actor AS changedBy, max(at) AS changedAt FROM documents
       WHERE site = ? AND kind = ? AND id = ? AND version > ? GROUP BY actor ORDER BY max(version) DESC LIMIT ?`,
      site,
      kind,
      id,
      after,
      limit,
    );
  }

  #row(site: string, { kind, id }: DocumentRef, version: number): RevisionRow | undefined {
    return first<RevisionRow>(
      this.#sql,
      `SELECT ${REVISION}, body FROM documents WHERE site = ? AND kind = ? AND id = ? AND version = ? AND deleted = 0`,
      site,
      kind,
      id,
      version,
    );
  }

  /** Documents whose content differs from a moment's, the last change first. */
  changedSince(site: string, change: number, limit: number): ChangedDocument[] {
    return this.#sql.all<ChangedDocument>(`${WRITTEN} ${LISTED} ${CHANGED} ${LAST_FIRST}`, site, change, limit);
  }

  /**
   * Counts the documents whose content differs from a moment's. Of more than CHANGES_LISTED written documents, each one
   * counts: no list shows them all, and every page of the editor asks for this number.
   */
  countChangedSince(site: string, change: number): number {
    const written = this.countWrittenSince(site, change);
    if (written > CHANGES_LISTED) return written;
    const query = `${WRITTEN} SELECT count(*) AS n ${CHANGED}`;
    return first<{ n: number }>(this.#sql, query, site, change)?.n ?? 0;
  }

  countWrittenSince(site: string, change: number): number {
    return first<{ n: number }>(this.#sql, `${WRITTEN} SELECT count(*) AS n FROM written`, site, change)?.n ?? 0;
  }

  /** Documents with another version than at a moment, also those whose content is the same again. */
  writtenSince(site: string, change: number, limit: number): ChangedDocument[] {
    return this.#sql.all<ChangedDocument>(`${WRITTEN} ${LISTED} ${LATEST} ${LAST_FIRST}`, site, change, limit);
  }

  /** Pages of the draft with their bodies, ordered by path, after the path `after`. */
  bodies(site: string, after: string, limit: number): DraftPage[] {
    return this.#sql
      .all<{ id: string; path: string; version: number; body: string }>(
        `SELECT id, path, version, body FROM documents
         WHERE site = ? AND path > ? AND path IS NOT NULL AND until = ${FOREVER} AND deleted = 0 ORDER BY path LIMIT ?`,
        site,
        after,
        limit,
      )
      .map((row) => ({ ...row, body: JSON.parse(row.body) as Page }));
  }
}
