import {
  REVISIONS_KEPT,
  SITTING_MAX_MS,
  SITTING_PAUSE_MS,
  SITTINGS_ROWS,
  VERSIONS_RAW_MS,
} from "../../manifests/bounds/documents.ts";
import type { DocumentKind } from "./content/content.ts";
import type { DocumentRef } from "./documents.ts";
import { FOREVER } from "./content/forever.ts";
import { LongBodies } from "./longBodies.ts";
import { MediaUses } from "./mediaUses.ts";
import { pruneEntryIndex } from "./lists/entryIndex.ts";
import { type Powers, type Sql, first } from "../powers/powers.ts";

/** Selects versions to which no chosen moment, restored version or translation refers. */
const UNNAMED = `NOT EXISTS (SELECT 1 FROM held WHERE held.site = documents.site AND held.kind = documents.kind
    AND held.id = documents.id AND documents.version IN (held.version, held.waiting))
  AND NOT EXISTS (SELECT 1 FROM kept_versions AS kept WHERE kept.site = documents.site AND kept.kind = documents.kind
    AND kept.id = documents.id AND kept.version = documents.version)
  AND NOT EXISTS (SELECT 1 FROM documents AS made INDEXED BY documents_made_from
    WHERE made.site = documents.site AND made.made_from = documents.id AND made.made_from_version = documents.version
      AND made.until = ${FOREVER} AND made.deleted = 0 AND documents.kind = 'page')`;

/**
 * Builds the SQL condition that a release or a schedule needs a site's draft of a moment. The moments are those from
 * `from` up to, and without, `until`. Each argument is SQL.
 */
export type IsInUse = (site: string, from: string, until: string) => string;

export interface RetentionParts {
  readonly powers: Powers;
  readonly isInUse: IsInUse;
}

/** The lowest of the newest versions of a document, of a number given as parameter. NULL if the document has fewer. */
const NEWEST = `(SELECT version FROM documents AS newest
  WHERE newest.site = documents.site AND newest.kind = documents.kind AND newest.id = documents.id
  ORDER BY version DESC LIMIT 1 OFFSET ? - 1)`;

/** Deletes the version before a given one, if the same member wrote both in one sitting and only history needs it. */
const merged = (unseen: string): string => `
  DELETE FROM documents WHERE site = ?1 AND kind = ?2 AND id = ?3 AND deleted = 0 AND actor = ?5
    AND version = (SELECT max(version) FROM documents AS earlier
      WHERE earlier.site = ?1 AND earlier.kind = ?2 AND earlier.id = ?3 AND earlier.version < ?4)
    AND at BETWEEN ?6 AND ?7
    AND ${UNNAMED} AND ${unseen} RETURNING version`;

interface Written extends DocumentRef {
  readonly kind: DocumentKind;
  readonly version: number;
  readonly change: number;
  readonly deleted: number;
  readonly actor: string;
  readonly at: number;
}

/** Decides which versions of documents stay in the history. */
export class Retention {
  readonly #parts: RetentionParts;
  readonly #sql: Sql;
  readonly #mediaUses: MediaUses;

  constructor(parts: RetentionParts) {
    this.#parts = parts;
    this.#sql = parts.powers.sql;
    this.#mediaUses = new MediaUses(this.#sql);
  }

  /** Selects versions that no restorable release and no waiting schedule contains. */
  get #unseen(): string {
    return `NOT ${this.#parts.isInUse("documents.site", "documents.change", "documents.until")}`;
  }

  /**
   * Deletes versions that were written before a time. It keeps those that a release from the moment `neededFrom` on
   * shows, and the newest REVISIONS_KEPT of each document. A deleted document keeps its last version, so that its
   * numbering continues.
   */
  prune(site: string, neededFrom: number, before = Number.MAX_SAFE_INTEGER): void {
    this.#sql.all(
      `DELETE FROM documents WHERE site = ? AND until <= ? AND at < ? AND version < ${NEWEST} AND ${UNNAMED}`,
      site,
      neededFrom,
      before,
      REVISIONS_KEPT,
    );
    this.#sql.all(
      `DELETE FROM kept_versions WHERE site = ? AND kept_versions.version < (SELECT min(version) FROM documents
         WHERE documents.site = kept_versions.site AND documents.kind = kept_versions.kind AND documents.id = kept_versions.id)`,
      site,
    );
    this.#pruned(site);
  }

  /** Removes what is known of versions that are no longer stored. */
  #pruned(site: string): void {
    this.#mediaUses.prune(site);
    new LongBodies(this.#sql).prune(site);
    pruneEntryIndex(this.#sql, site);
  }

  /**
   * Deletes versions that no restorable release and no schedule contains, except the newest `kept` of each document. A
   * deleted document keeps its last version, so that its numbering continues.
   */
  forgetUnseen(site: string, kept: number): void {
    this.#sql.all(`DELETE FROM kept_versions WHERE site = ?`, site);
    this.#sql.all(
      `DELETE FROM documents WHERE site = ? AND until < ${FOREVER} AND version < ${NEWEST} AND ${UNNAMED} AND ${this.#unseen}`,
      site,
      kept,
    );
    this.#pruned(site);
  }

  /**
   * Merges the versions of past sittings, so that history has one entry for each sitting and not for each pause in
   * typing. Recent versions stay, because an edit may still build on them. True if there may be more to merge.
   */
  gatherSittings(site: string, now: number): boolean {
    const written = this.#nextWritten(site);
    // After the clock was set back, a version seems to come from the future. It counts as old.
    const old = written.filter(({ at }) => Math.abs(now - at) >= VERSIONS_RAW_MS);
    const until =
      old.length < written.length ? Math.min(...written.filter((one) => !old.includes(one)).map(changeOf)) : Infinity;
    const settled = old.filter(({ change }) => change < until);
    const merged = settled.filter((version) => this.#mergeInto(site, version));
    const last = settled.at(-1);
    if (last) this.#sql.all("INSERT OR REPLACE INTO sittings (site, change) VALUES (?, ?)", site, last.change);
    if (merged.length > 0) this.#pruned(site);
    return last !== undefined && settled.length === written.length;
  }

  /** The versions after the last merged ones, oldest first, and all versions of each command. */
  #nextWritten(site: string): Written[] {
    const query = "SELECT change FROM sittings WHERE site = ?";
    const after = first<{ change: number }>(this.#sql, query, site)?.change ?? 0;
    return this.#sql.all<Written & Record<string, string | number>>(
      `SELECT kind, id, version, change, deleted, actor, at FROM documents
       WHERE site = ?1 AND change > ?2 AND version > 1 AND change <= coalesce((SELECT change FROM documents
         WHERE site = ?1 AND change > ?2 AND version > 1 ORDER BY change LIMIT 1 OFFSET ${SITTINGS_ROWS - 1}), ?3)
       ORDER BY change, version`,
      site,
      after,
      FOREVER,
    );
  }

  #mergeInto(site: string, { kind, id, version, actor, at, deleted }: Written): boolean {
    // The version before a deletion stays, because the deletion itself has no content.
    if (deleted) return false;
    const earliest = Math.max(at - SITTING_PAUSE_MS, Math.floor(at / SITTING_MAX_MS) * SITTING_MAX_MS);
    return this.#sql.all(merged(this.#unseen), site, kind, id, version, actor, earliest, at).length > 0;
  }
}

const changeOf = ({ change }: Written): number => change;
