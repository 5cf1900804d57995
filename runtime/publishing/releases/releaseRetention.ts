import { RELEASES_KEPT, RELEASES_SLACK, RELEASES_SPARED } from "../../../manifests/bounds/publishing.ts";
import type { Timeline } from "../../documents/timeline.ts";
import { type Powers, type Sql, first } from "../../powers/powers.ts";
import type { SectionDataStore } from "../../snapshots/store.ts";
import type { Sites } from "../../tenancy/sites.ts";
import { sweepBlobs } from "../blobs/pageBlobs.ts";

/** Files that visitors' requests have derived from releases. */
export interface ForgetfulFiles {
  /** Deletes the files of one release. */
  forget(site: string, release: number): void;
  /** Deletes the files of all releases before one. */
  forgetBefore(site: string, release: number): void;
}

export interface ReleaseRetentionParts {
  readonly powers: Powers;
  readonly timeline: Timeline;
  readonly sites: Sites;
  readonly sectionData: SectionDataStore;
  readonly derivedFiles: ForgetfulFiles;
}

interface Weight {
  readonly id: number;
  /** Bytes that the release added to the database. */
  readonly bytes: number;
}

/** Decides which releases stay, and deletes the others with everything that only they showed. */
export class ReleaseRetention {
  readonly #parts: ReleaseRetentionParts;
  readonly #sql: Sql;

  constructor(parts: ReleaseRetentionParts) {
    this.#parts = parts;
    this.#sql = parts.powers.sql;
  }

  /**
   * Deletes releases beyond the newest RELEASES_KEPT, and the oldest ones while all after them added more than
   * `maxBytes`. The current release stays. A run takes time proportional to the site, so it waits until several
   * releases can go. Returns the earliest moment that is still needed. Undefined if nothing was deleted.
   */
  prune(site: string, current: number, maxBytes = Infinity): number | undefined {
    const ready = this.#ready(site);
    const isMany = ready.length >= RELEASES_KEPT + RELEASES_SLACK;
    const kept = Math.min(isMany ? RELEASES_KEPT : ready.length, lightEnough(ready, maxBytes));
    const oldest = ready[kept - 1];
    if (kept === ready.length || !oldest) return undefined;
    return this.#forgetBefore(site, Math.min(oldest.id, current));
  }

  /**
   * Deletes the oldest releases of a site but the newest `kept`. The current and the newest release stay, and an
   * unfinished one.
   */
  forgetOldest(site: string, kept: number): void {
    const current = this.#parts.sites.find(site)?.release ?? 0;
    const ids = this.#ready(site).map(({ id }) => id);
    const going = ids.slice(Math.max(1, kept)).filter((id) => id !== current);
    if (going.length === 0) return;
    const earlier = going.filter((id) => id < current);
    if (earlier.length > 0) this.#forgetBefore(site, Math.min(...ids.filter((id) => !earlier.includes(id))));
    const later = going.filter((id) => id > current);
    for (const id of later) this.#withdraw(site, id);
    if (later.length > 0) this.#sweep(site);
  }

  /** Deletes one release, which visitors must not see at the moment. */
  forget(site: string, id: number): void {
    this.#withdraw(site, id);
    this.#sweep(site);
    this.#forgetMoments(site);
  }

  /** Deletes the releases before one, and returns the earliest moment that is still needed. */
  #forgetBefore(site: string, keepFrom: number): number | undefined {
    this.#sql.all("DELETE FROM releases WHERE site = ? AND id < ?", site, keepFrom);
    this.#parts.derivedFiles.forgetBefore(site, keepFrom);
    this.#sql.all("DELETE FROM assets WHERE site = ? AND release < ?", site, keepFrom);
    this.#pruneEntries(site, keepFrom);
    this.#sweep(site);
    const earliest = this.#forgetMoments(site);
    this.#parts.sectionData.prune(site, keepFrom, earliest ?? 0);
    return earliest;
  }

  /** Deletes chosen moments before every stored release. Returns the earliest moment that is still needed. */
  #forgetMoments(site: string): number | undefined {
    const earliest = this.#earliestChange(site);
    if (earliest !== undefined) this.#parts.timeline.forgetBefore(site, earliest);
    return earliest;
  }

  /** Takes one release out of the row of releases. The next one takes over what it still shows. */
  #withdraw(site: string, id: number): void {
    const next = this.#neighbour(site, id, "min(id)", ">");
    this.#withdrawEntries(site, id, next);
    if (next === undefined) this.#parts.sectionData.forget(site, id);
    else this.#parts.sectionData.passOn(site, id, next);
    const before = this.#neighbour(site, id, "max(id)", "<");
    if (before === undefined) this.#sql.all("DELETE FROM assets WHERE site = ? AND release = ?", site, id);
    else this.#sql.all("UPDATE assets SET release = ? WHERE site = ? AND release = ?", before, site, id);
    this.#parts.derivedFiles.forget(site, id);
    this.#sql.all("DELETE FROM releases WHERE site = ? AND id = ?", site, id);
  }

  #withdrawEntries(site: string, id: number, next: number | undefined): void {
    if (next === undefined) {
      this.#sql.all("DELETE FROM entries WHERE site = ? AND release = ?", site, id);
      return;
    }
    this.#sql.all(
      `DELETE FROM entries WHERE site = ? AND release = ? AND EXISTS (
         SELECT 1 FROM entries AS newer WHERE newer.site = entries.site AND newer.release = ? AND newer.path = entries.path)`,
      site,
      id,
      next,
    );
    this.#sql.all("UPDATE entries SET release = ? WHERE site = ? AND release = ?", next, site, id);
  }

  /** The stored release next to one, of those that have rows. */
  #neighbour(site: string, id: number, which: "min(id)" | "max(id)", side: ">" | "<"): number | undefined {
    const query = `SELECT ${which} AS id FROM releases WHERE site = ? AND id ${side} ? AND state <> 'failed'`;
    return first<{ id: number | null }>(this.#sql, query, site, id)?.id ?? undefined;
  }

  /** The releases that can be restored, newest first. */
  #ready(site: string): Weight[] {
    return this.#sql.all<Weight & Record<string, number>>(
      "SELECT id, bytes FROM releases WHERE site = ? AND state = 'ready' ORDER BY id DESC",
      site,
    );
  }

  /**
   * The earliest moment of a stored release. It need not be the oldest release's, because a release made again for
   * another origin shows an earlier draft.
   */
  #earliestChange(site: string): number | undefined {
    return (
      first<{ change: number | null }>(
        this.#sql,
        "SELECT min(change) AS change FROM releases WHERE site = ? AND state <> 'failed'",
        site,
      )?.change ?? undefined
    );
  }

  #pruneEntries(site: string, keepFrom: number): void {
    this.#sql.all(
      `DELETE FROM entries WHERE site = ? AND release < ? AND EXISTS (
         SELECT 1 FROM entries AS newer
         WHERE newer.site = entries.site AND newer.path = entries.path AND newer.release > entries.release AND newer.release <= ?)`,
      site,
      keepFrom,
      keepFrom,
    );
  }

  #sweep(site: string): void {
    this.#sql.all(
      "DELETE FROM stylesheets WHERE site = ? AND digest NOT IN (SELECT stylesheet FROM releases WHERE site = ?)",
      site,
      site,
    );
    sweepBlobs(this.#sql);
  }
}

/**
 * The number of releases that stay, newest first, when those after the oldest of them may have added `maxBytes`. If it
 * is exceeded, more go than must, because deleting takes time.
 */
function lightEnough(ready: readonly Weight[], maxBytes: number): number {
  const most = (limit: number): number => {
    let [kept, bytes] = [0, 0];
    while (kept < ready.length && bytes <= limit) bytes += ready[kept++]?.bytes ?? 0;
    return kept;
  };
  return most(maxBytes) === ready.length ? ready.length : most(maxBytes * RELEASES_SPARED);
}
