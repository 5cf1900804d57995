import type { DocumentKind } from "./content/content.ts";
import type { DocumentRef } from "./documents.ts";
import { inForce, publishedInForce } from "./lists/inForce.ts";
import { draftSpans, hasSpans, isShownAt, type SpannedPage, spansAt } from "./spans.ts";
import { sameBody } from "./lists/sameBody.ts";
import type { Sql } from "../powers/powers.ts";
import type { Sites } from "../tenancy/sites.ts";

/** The version at a moment, a deletion included. NULL without one. */
const versionAt = (at: string, isInForce = inForce): string => `(
  SELECT version FROM documents
  WHERE documents.site = ?1 AND documents.kind = touched.kind AND documents.id = touched.id AND ${isInForce("documents", at)}
  ORDER BY version DESC LIMIT 1)`;

const TOUCHED = `
  WITH touched AS (
    SELECT kind, id FROM documents WHERE site = ?1 AND change > ?2 AND change <= ?3
    UNION SELECT kind, id FROM held WHERE site = ?1 AND moment IN (?2, ?3))`;

/** Also those of which visitors see the same as before, because another version waits for its time. */
const OTHER_VERSION = `${TOUCHED}
  SELECT kind, id FROM touched WHERE ${versionAt("?2")} IS NOT ${versionAt("?3")}
    OR ${versionAt("?2", publishedInForce)} IS NOT ${versionAt("?3", publishedInForce)}`;

/** The documents of which another version is published at `?2` than at the moment `?3`, which no choice made. */
const UNPUBLISHED = `${TOUCHED}
  SELECT kind, id, coalesce(${versionAt("?2", publishedInForce)}, 0) AS before, coalesce(${versionAt("?3")}, 0) AS now FROM touched
  WHERE ${versionAt("?2", publishedInForce)} IS NOT ${versionAt("?3")}`;

/** Joins a document's content at a moment. It is absent before its creation and after its deletion. */
const contentAt = (table: string, at: string): string =>
  `LEFT JOIN documents AS ${table} ON ${table}.site = ?1 AND ${table}.kind = touched.kind AND ${table}.id = touched.id
    AND ${table}.deleted = 0 AND ${table}.version = ${versionAt(at)}`;

const OTHER_CONTENT = `${TOUCHED}
  SELECT touched.kind, touched.id FROM touched ${contentAt("before", "?2")} ${contentAt("after", "?3")}
  WHERE CASE WHEN before.version IS NULL OR after.version IS NULL THEN before.version IS NOT after.version
    ELSE before.version <> after.version AND NOT ${sameBody("before", "after")} END`;

/** A document whose published version differs from the draft's. 0 stands for no version. */
interface Difference extends DocumentRef {
  readonly before: number;
  readonly now: number;
}

/** A document with another version at a moment than the change counter says. See the comment on `held` in tables.ts. */
interface HeldVersion extends DocumentRef {
  readonly version: number;
  readonly waiting: number | null;
}

/** A moment made by a choice of documents or by the clock. */
export interface ChosenMoment {
  readonly moment: number;
  readonly held: readonly HeldVersion[];
}

/** The parts of a moment: the chosen documents as in the draft at `now`, and all others as published at `base`. */
export interface Choosing {
  readonly base: number;
  readonly now: number;
  readonly isChosen: (ref: DocumentRef) => boolean;
  /** The time in milliseconds since the epoch, at which visitors see a page or do not. */
  readonly time: number;
}

/**
 * The moments at which a site can be read. Each value of the change counter is one. A choice of documents makes
 * another: chosen documents are as in the draft, all others as at an earlier moment. A page is absent there if visitors
 * do not see it at the time. Its number lies between two values of the counter, so it never equals the draft's.
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
    return this.#sql.all<{ kind: DocumentKind; id: string }>(OTHER_VERSION, site, after, upTo);
  }

  /** Lists documents whose content differs between two moments. */
  changedBetween(site: string, after: number, upTo: number): DocumentRef[] {
    return this.#sql.all<{ kind: DocumentKind; id: string }>(OTHER_CONTENT, site, after, upTo);
  }

  /** Makes a moment. If the result equals `now` or `base`, it returns that one, which costs no rows. */
  choose(site: string, { base, now, isChosen, time }: Choosing): ChosenMoment {
    const differences = this.#sql.all<Difference & Record<string, string | number>>(UNPUBLISHED, site, base, now);
    const taken = new Map(differences.map((one) => [documentName(one), isChosen(one) ? one.now : one.before]));
    const isTaken = ({ id, version }: SpannedPage): boolean =>
      version === (taken.get(documentName({ kind: "page", id })) ?? version);
    const absent = this.#spans(site, base).filter((one) => isTaken(one) && !isShownAt(one, time));
    const hidden = new Map(absent.map(({ id, version }) => [documentName({ kind: "page", id }), version]));
    const left = differences
      .map((one) => ({ ...one, version: taken.get(documentName(one)) ?? 0 }))
      .filter((one) => one.version !== one.now && !hidden.has(documentName(one)))
      .map(({ kind, id, version }) => ({ kind, id, version, waiting: null }));
    const waiting = absent.map(({ id, version }) => ({ kind: "page", id, version: 0, waiting: version }) as const);
    const held: HeldVersion[] = [...left, ...waiting];
    if (held.length === 0) return { moment: now, held };
    if (!differences.some(isChosen) && sameNames(hidden, this.#waiting(site, base))) return { moment: base, held: [] };
    return this.#sql.atomically(() => {
      const made = { moment: this.#sites.leaveOutChange(site), held };
      this.hold(site, made);
      return made;
    });
  }

  /**
   * The next time at which visitors see another set of published pages. It is `time` itself if they should see another
   * one already, and Infinity if no page that has a time will change. Undefined if no page has one.
   */
  nextShown(site: string, moment: number, time: number): number | undefined {
    const spans = spansAt(this.#sql, site, moment);
    const waiting = this.#waiting(site, moment);
    const isWrong = (span: SpannedPage): boolean =>
      isShownAt(span, time) === waiting.has(documentName({ kind: "page", id: span.id }));
    if (spans.some(isWrong)) return time;
    const ahead = spans.flatMap(({ from, until }) => [from, until ?? 0]).filter((one) => one > time);
    return spans.length === 0 ? undefined : Math.min(Number.POSITIVE_INFINITY, ...ahead);
  }

  /** Tells whether any stored version of a page has a time in which visitors see it. */
  hasTimes(site: string): boolean {
    return hasSpans(this.#sql, site);
  }

  /** The versions that have a time, of the draft and of what is published. */
  #spans(site: string, base: number): SpannedPage[] {
    const all = [...draftSpans(this.#sql, site), ...spansAt(this.#sql, site, base)];
    return [...new Map(all.map((one) => [`${one.id} ${one.version}`, one])).values()];
  }

  #waiting(site: string, moment: number): Map<string, number> {
    const query =
      "SELECT id, waiting FROM held WHERE site = ? AND moment = ? AND kind = 'page' AND waiting IS NOT NULL";
    const rows = this.#sql.all<{ id: string; waiting: number }>(query, site, moment);
    return new Map(rows.map(({ id, waiting }) => [documentName({ kind: "page", id }), waiting]));
  }

  /** Stores the rows of a chosen moment, which can then be read until it is dropped. */
  hold(site: string, { moment, held }: ChosenMoment): void {
    for (const { kind, id, version, waiting } of held) {
      const row = "INSERT INTO held (site, moment, kind, id, version, waiting) VALUES (?, ?, ?, ?, ?, ?)";
      this.#sql.all(row, site, moment, kind, id, version, waiting);
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
}

const sameNames = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean =>
  one.size === other.size && [...one].every(([name, version]) => other.get(name) === version);

export const documentName = ({ kind, id }: DocumentRef): string => `${kind} ${id}`;
