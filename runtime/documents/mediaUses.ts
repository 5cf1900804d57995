import { FOREVER } from "./content/forever.ts";
import { MEDIA_USES_LISTED } from "../../manifests/bounds/media.ts";
import type { DocumentKind } from "./content/content.ts";
import { inForce } from "./lists/inForce.ts";
import { type Sql, first } from "../powers/powers.ts";

export interface MediaUse {
  readonly kind: DocumentKind;
  readonly id: string;
  /** The path. Null if the document is not a page. */
  readonly path: string | null;
  readonly title: string | null;
  readonly draft: boolean;
  /** True if visitors see the file there now. */
  readonly published: boolean;
}

interface Row {
  kind: DocumentKind;
  id: string;
  path: string | null;
  title: string | null;
  draft: number;
  published: number;
  total: number;
}

const END = `
  UPDATE media_uses SET ended = ?
  WHERE site = ? AND kind = ? AND id = ? AND ended = ${FOREVER} AND digest IN (SELECT value FROM json_each(?))`;
const BEGIN = `
  INSERT INTO media_uses (digest, site, kind, id, version, ended) SELECT value, ?, ?, ?, ?, ? FROM json_each(?)`;

const DURING = "documents.version >= media_uses.version AND documents.version < media_uses.ended";

const PUBLISHED = inForce("documents", "?3");

/** Selects the documents that use a file. Parameters: the site, the file's digest, and the published moment. */
const SHOWN = `
  FROM media_uses JOIN documents USING (site, kind, id)
  WHERE ${DURING} AND digest = ?2 AND site = ?1 AND deleted = 0 AND (until = ${FOREVER} OR ${PUBLISHED})`;

/** SQL that is true if a stored version of any document uses a file. `digest` is the SQL of the file's digest. */
export const isUsed = (digest: string): string =>
  `EXISTS (SELECT 1 FROM media_uses WHERE media_uses.digest = ${digest})`;

/** Selects every used file. Parameters: the site, and the published moment. */
const USED = `SELECT DISTINCT digest ${SHOWN.replace("AND digest = ?2 ", "").replaceAll("?3", "?2")}`;

/** Finds a file's URL anywhere in a document: in a field, in Markdown, or in a setting of a later version. */
const NAMED = /\/media\/([0-9a-f]{64})\//g;

/** The digests of the files that a text names. */
export const filesNamedIn = (text: string): Set<string> =>
  new Set(text.includes("/media/") ? [...text.matchAll(NAMED)].map(([, digest]) => digest ?? "") : []);

const notIn = (others: ReadonlySet<string>, digests: ReadonlySet<string>): string[] =>
  [...digests].filter((digest) => !others.has(digest));

/**
 * The uses of files by documents. A row names a document, a file, and a range of versions. It is written with the
 * document, so that a look-up reads no document. Most changes keep a document's files and write no row.
 */
export class MediaUses {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Records the uses in a new version. `text` is its JSON. */
  record(
    site: string,
    { kind, id }: { readonly kind: DocumentKind; readonly id: string },
    version: number,
    text: string,
  ): void {
    const named = filesNamedIn(text);
    const before = new Set(this.#openOf(site, kind, id));
    const [ended, begun] = [notIn(named, before), notIn(before, named)];
    if (ended.length > 0) this.#sql.all(END, version, site, kind, id, JSON.stringify(ended));
    if (begun.length > 0) this.#sql.all(BEGIN, site, kind, id, version, FOREVER, JSON.stringify(begun));
  }

  #openOf(site: string, kind: DocumentKind, id: string): string[] {
    const query = `SELECT digest FROM media_uses WHERE site = ? AND kind = ? AND id = ? AND ended = ${FOREVER}`;
    return this.#sql.all<{ digest: string }>(query, site, kind, id).map(({ digest }) => digest);
  }

  /** Removes uses of versions that are no longer stored. */
  prune(site: string): void {
    this.#sql.all(
      `DELETE FROM media_uses WHERE site = ?1 AND NOT EXISTS (
         SELECT 1 FROM documents WHERE documents.site = ?1 AND documents.kind = media_uses.kind
           AND documents.id = media_uses.id AND ${DURING})`,
      site,
    );
  }

  /** Lists a file's uses in the draft and at the published moment. */
  of(site: string, digest: string, published: number): { uses: MediaUse[]; total: number } {
    const rows = this.#sql.all<Row>(
      `SELECT kind, id, path, title, max(draft) AS draft, max(published) AS published, count(*) OVER () AS total FROM (
         SELECT kind, id, path, title, until = ${FOREVER} AS draft, ${PUBLISHED} AS published
         ${SHOWN} ORDER BY documents.version)
       GROUP BY kind, id ORDER BY path, kind, id LIMIT ${MEDIA_USES_LISTED}`,
      site,
      digest,
      published,
    );
    return { uses: rows.map(useOf), total: rows[0]?.total ?? 0 };
  }

  /** The documents of the draft that use a file. */
  inDraft(site: string, digest: string, most: number): { readonly kind: DocumentKind; readonly id: string }[] {
    return this.#sql.all(
      `SELECT DISTINCT kind, id FROM media_uses WHERE digest = ? AND site = ? AND ended = ${FOREVER} ORDER BY kind, id LIMIT ?`,
      digest,
      site,
      most,
    );
  }

  /** All documents that use a file at the published moment, with the paths of pages. */
  published(site: string, digest: string, published: number): { readonly id: string; readonly path: string | null }[] {
    return this.#sql.all(`SELECT DISTINCT id, path ${SHOWN} AND ${PUBLISHED}`, site, digest, published);
  }

  /** Lists the files that any document uses. */
  used(site: string, published: number): string[] {
    return this.#sql.all<{ digest: string }>(USED, site, published).map(({ digest }) => digest);
  }

  /** Counts the documents that use a file. */
  count(site: string, digest: string, published: number): number {
    const query = `SELECT count(*) AS total FROM (SELECT DISTINCT kind, id ${SHOWN})`;
    return first<{ total: number }>(this.#sql, query, site, digest, published)?.total ?? 0;
  }
}

const useOf = ({ kind, id, path, title, draft, published }: Row): MediaUse => ({
  kind,
  id,
  path,
  title,
  draft: draft === 1,
  published: published === 1,
});
