import {
  REVISIONS_KEPT,
  SITTING_MAX_MS,
  SITTING_PAUSE_MS,
  SITTINGS_ROWS,
  VERSIONS_RAW_MS,
} from "../../manifests/bounds/documents.ts";
import type { DocumentKind } from "./content.ts";
import type { DocumentRef } from "./documents.ts";
import { FOREVER } from "./documents.ts";
import { MediaUses } from "./mediaUses.ts";
import type { Sql } from "../powers/powers.ts";
import { first } from "../powers/powers.ts";

/** Versions that something names: a moment made by a choice, or a restored version that came after them. */
const UNNAMED = `NOT EXISTS (SELECT 1 FROM held WHERE held.site = documents.site AND held.kind = documents.kind
    AND held.id = documents.id AND held.version = documents.version)
  AND NOT EXISTS (SELECT 1 FROM kept_versions AS kept WHERE kept.site = documents.site AND kept.kind = documents.kind
    AND kept.id = documents.id AND kept.version = documents.version)`;

const inForceFor = (table: string, state: string): string => `NOT EXISTS (SELECT 1 FROM ${table} AS shown
  WHERE shown.site = documents.site AND ${state} AND shown.change >= documents.change AND shown.change < documents.until)`;

/** Versions that no restorable release and no waiting schedule has. */
const UNSEEN = `${inForceFor("releases", "shown.state <> 'failed'")}
  AND ${inForceFor("schedules", "shown.state IN ('waiting', 'publishing')")}`;

/** The oldest of the newest versions of a document, as many as the parameter says; none if it has fewer. */
const NEWEST = `(SELECT version FROM documents AS newest
  WHERE newest.site = documents.site AND newest.kind = documents.kind AND newest.id = documents.id
  ORDER BY version DESC LIMIT 1 OFFSET ? - 1)`;

/** The version before one, if the same member wrote both within one sitting and nothing but history needs it. */
const MERGED = `
  DELETE FROM documents WHERE site = ?1 AND kind = ?2 AND id = ?3 AND deleted = 0 AND actor = ?5
    AND version = (SELECT max(version) FROM documents AS earlier
      WHERE earlier.site = ?1 AND earlier.kind = ?2 AND earlier.id = ?3 AND earlier.version < ?4)
    AND at BETWEEN ?6 AND ?7
    AND ${UNNAMED} AND ${UNSEEN} RETURNING version`;

interface Written extends DocumentRef {
  readonly kind: DocumentKind;
  readonly version: number;
  readonly change: number;
  readonly deleted: number;
  readonly actor: string;
  readonly at: number;
}

/** Decides which versions of documents the history keeps. */
export class Retention {
  readonly #sql: Sql;
  readonly #mediaUses: MediaUses;

  constructor(sql: Sql) {
    this.#sql = sql;
    this.#mediaUses = new MediaUses(sql);
  }

  /**
   * Forgets versions that were written before a time. It keeps versions that a release from this moment of the draft on
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
    this.#mediaUses.prune(site);
  }

  /**
   * Forgets the versions that no restorable release and no schedule has, except the newest `kept` of each document. A
   * deleted document keeps its last version, so that its numbering continues.
   */
  forgetUnseen(site: string, kept: number): void {
    this.#sql.all(`DELETE FROM kept_versions WHERE site = ?`, site);
    this.#sql.all(
      `DELETE FROM documents WHERE site = ? AND until < ${FOREVER} AND version < ${NEWEST} AND ${UNNAMED} AND ${UNSEEN}`,
      site,
      kept,
    );
    this.#mediaUses.prune(site);
  }

  /**
   * Merges the versions of past sittings, so that a history has an entry a sitting and not one for each pause in
   * typing. Young versions stay, because an edit may still name the one it saw. True if there may be more to merge.
   */
  gatherSittings(site: string, now: number): boolean {
    const written = this.#nextWritten(site);
    // A clock that was set back makes a version look as if it came later than now; it is an old one.
    const old = written.filter(({ at }) => Math.abs(now - at) >= VERSIONS_RAW_MS);
    const until =
      old.length < written.length ? Math.min(...written.filter((one) => !old.includes(one)).map(changeOf)) : Infinity;
    const settled = old.filter(({ change }) => change < until);
    const merged = settled.filter((version) => this.#mergeInto(site, version));
    const last = settled.at(-1);
    if (last) this.#sql.all("INSERT OR REPLACE INTO sittings (site, change) VALUES (?, ?)", site, last.change);
    if (merged.length > 0) this.#mediaUses.prune(site);
    return last !== undefined && settled.length === written.length;
  }

  /** The versions that follow the last merged ones, of whole commands, in the order in which they were written. */
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
    // A deletion says nothing of what was there, so the version before it stays.
    if (deleted) return false;
    const earliest = Math.max(at - SITTING_PAUSE_MS, Math.floor(at / SITTING_MAX_MS) * SITTING_MAX_MS);
    return this.#sql.all(MERGED, site, kind, id, version, actor, earliest, at).length > 0;
  }
}

const changeOf = ({ change }: Written): number => change;
