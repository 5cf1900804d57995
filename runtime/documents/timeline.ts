import type { DocumentKind } from "./content/content.ts";
import type { DocumentRef } from "./documents.ts";
import { inForce } from "./lists/inForce.ts";
import { sameBody } from "./sameBody.ts";
import type { Sql } from "../powers/powers.ts";
import type { Sites } from "../tenancy/sites.ts";

/** The version at a moment, a deletion included. NULL without one. */
const versionAt = (at: string): string => `(
  SELECT version FROM documents
  WHERE documents.site = ?1 AND documents.kind = touched.kind AND documents.id = touched.id AND ${inForce("documents", at)}
  ORDER BY version DESC LIMIT 1)`;

const TOUCHED = `
  WITH touched AS (
    SELECT kind, id FROM documents WHERE site = ?1 AND change > ?2 AND change <= ?3
    UNION SELECT kind, id FROM held WHERE site = ?1 AND moment IN (?2, ?3))`;

const OTHER_VERSION = `${TOUCHED}
  SELECT kind, id, coalesce(${versionAt("?2")}, 0) AS before FROM touched
  WHERE ${versionAt("?2")} IS NOT ${versionAt("?3")}`;

/** Joins a document's content at a moment. It is absent before its creation and after its deletion. */
const contentAt = (table: string, at: string): string =>
  `LEFT JOIN documents AS ${table} ON ${table}.site = ?1 AND ${table}.kind = touched.kind AND ${table}.id = touched.id
    AND ${table}.deleted = 0 AND ${table}.version = ${versionAt(at)}`;

const OTHER_CONTENT = `${TOUCHED}
  SELECT touched.kind, touched.id FROM touched ${contentAt("before", "?2")} ${contentAt("after", "?3")}
  WHERE CASE WHEN before.version IS NULL OR after.version IS NULL THEN before.version IS NOT after.version
    ELSE before.version <> after.version AND NOT ${sameBody("before", "after")} END`;

/** A document that differs between two moments, with its version at the first, or 0. */
interface Difference extends DocumentRef {
  readonly before: number;
}

/** A moment made by a choice of documents, with the documents that have their earlier version there. */
export interface ChosenMoment {
  readonly moment: number;
  readonly held: readonly Difference[];
}

/**
 * The moments at which a site can be read. Each value of the change counter is one. A choice of documents makes
 * another: chosen documents are as in the draft, all others as at an earlier moment. Its number lies between two values
 * of the counter, so it never equals the draft's.
 */
export class Timeline {
  readonly #sql: Sql;
  readonly #sites: Sites;

  constructor(sql: Sql, sites: Sites) {
    this.#sql = sql;
    this.#sites = sites;
  }

  /** Lists documents whose version differs between two moments. */
  writtenBetween(site: string, after: number, upTo: number): DocumentRef[] {
    return this.#differences(site, after, upTo).map(({ kind, id }) => ({ kind, id }));
  }

  /** Lists documents whose content differs between two moments. */
  changedBetween(site: string, after: number, upTo: number): DocumentRef[] {
    return this.#sql.all<{ kind: DocumentKind; id: string }>(OTHER_CONTENT, site, after, upTo);
  }

  /**
   * Makes the moment at which chosen documents are as in the draft at `now`, and all others as at `base`. If the result
   * equals `now` or `base`, it returns that one, which costs no rows.
   */
  choose(site: string, base: number, now: number, chosen: readonly DocumentRef[]): ChosenMoment {
    const names = new Set(chosen.map(documentName));
    const differences = this.#differences(site, base, now);
    const held = differences.filter((one) => !names.has(documentName(one)));
    if (held.length === 0) return { moment: now, held };
    if (held.length === differences.length) return { moment: base, held: [] };
    return this.#sql.atomically(() => {
      const made = { moment: this.#sites.leaveOutChange(site), held };
      this.hold(site, made);
      return made;
    });
  }

  /** Stores the rows of a chosen moment, which can then be read until it is dropped. */
  hold(site: string, { moment, held }: ChosenMoment): void {
    for (const { kind, id, before } of held) {
      const row = "INSERT INTO held (site, moment, kind, id, version) VALUES (?, ?, ?, ?, ?)";
      this.#sql.all(row, site, moment, kind, id, before);
    }
  }

  /**
   * Deletes a chosen moment that no release uses. A moment without rows of its own may belong to another release, and
   * stays.
   */
  drop(site: string, { moment, held }: ChosenMoment): void {
    if (held.length > 0) this.#sql.all("DELETE FROM held WHERE site = ? AND moment = ?", site, moment);
  }

  /** Deletes chosen moments that no release can use any more. */
  forgetBefore(site: string, moment: number): void {
    this.#sql.all("DELETE FROM held WHERE site = ? AND moment < ?", site, moment);
  }

  #differences(site: string, after: number, upTo: number): Difference[] {
    return this.#sql.all<{ kind: DocumentKind; id: string; before: number }>(OTHER_VERSION, site, after, upTo);
  }
}

export const documentName = ({ kind, id }: DocumentRef): string => `${kind} ${id}`;
