import { RELEASES_KEPT, RELEASES_SLACK, RELEASES_SPARED } from "../../../manifests/bounds/publishing.ts";
import type { Timeline } from "../../documents/timeline.ts";
import { type Powers, type Sql, first } from "../../powers/powers.ts";
import type { SectionDataStore } from "../../snapshots/store.ts";
import type { Sites } from "../../tenancy/sites.ts";
import { sweepBlobs } from "../blobs/pageBlobs.ts";
import { CLOCK_NAME } from "./clockActor.ts";

/** Files that visitors' requests have derived from releases. */
export interface ForgetfulFiles {
  /** Deletes the files of one release. */
  forget(site: string, release: number): void;
  /** Deletes the files of all releases before one. */
  forgetBefore(site: string, release: number): void;
}

/** The releases that visitors saw, one after the other. */
interface ShownReleases {
  since(site: string, sequence: number): readonly number[];
}

export interface ReleaseRetentionParts {
  readonly powers: Powers;
  readonly timeline: Timeline;
  readonly sites: Sites;
  readonly publications: ShownReleases;
  readonly sectionData: SectionDataStore;
  readonly derivedFiles: ForgetfulFiles;
}

interface Weight {
  readonly id: number;
  /** Bytes that the release added to the database. */
  readonly bytes: number;
  /** The member or system that made it, as `actorName` writes it. */
  readonly actor: string;
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
   * Deletes members' releases beyond the newest RELEASES_KEPT, and the oldest ones while all after them added more than
   * `maxBytes`. The current release stays. A run takes time proportional to the site, so it waits until several
   * releases can go. Returns the earliest moment that is still needed. Undefined if nothing was deleted.
   */
  prune(site: string, current: number, maxBytes = Infinity): number | undefined {
    const isHeavy = lightEnough(this.#ready(site), maxBytes) > 0;
    const neededFrom = this.#withdrawReplaced(site, isHeavy ? 1 : RELEASES_SLACK);
    const ready = this.#ready(site);
    const keepFrom = Math.min(current, Math.max(fewEnough(ready), lightEnough(ready, maxBytes)));
    return ready.some(({ id }) => id < keepFrom) ? this.#forgetBefore(site, keepFrom) : neededFrom;
  }

  /**
   * Deletes the oldest releases of a site but those from the newest `kept` of members on. The current and the newest
   * release stay, and an unfinished one.
   */
  forgetOldest(site: string, kept: number): void {
    this.#withdrawReplaced(site, 1);
    const current = this.#parts.sites.find(site)?.release ?? 0;
    const ready = this.#ready(site);
    const keepFrom = oldestOf(ready, Math.max(1, kept));
    const ids = ready.map(({ id }) => id);
    const going = ids.slice(1).filter((id) => id < keepFrom && id !== current);
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

  /**
   * Deletes releases by the clock that the next one by the clock replaced. Visitors of a plugin may cause one each
   * minute, and would otherwise displace those of members. It waits until there are so many. Returns the earliest
   * moment that is still needed. Undefined if nothing was deleted.
   */
  #withdrawReplaced(site: string, atLeast: number): number | undefined {
    const ids = this.#replaced(site);
    if (ids.length < atLeast) return undefined;
    for (const id of ids) this.#withdraw(site, id);
    this.#sweep(site);
    return this.#forgetMoments(site);
  }

  /** Without those of which visitors may see pages: the current one, and those whose pages the page cache may have. */
  #replaced(site: string): number[] {
    const ready = this.#ready(site);
    const replaced = ready.filter((one, at) => isByClock(one) && ready.slice(at - 1, at).some(isByClock));
    const shown = replaced.length === 0 ? new Set<number>() : this.#shown(site);
    return replaced.map(({ id }) => id).filter((id) => !shown.has(id));
  }

  #shown(site: string): ReadonlySet<number> {
    const row = this.#parts.sites.get(site);
    const since = this.#parts.publications.since(site, row.refreshed);
    return new Set([row.release, ...since]);
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
    return this.#sql.all<Weight & Record<string, number | string>>(
      "SELECT id, bytes, actor FROM releases WHERE site = ? AND state = 'ready' ORDER BY id DESC",
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

const isByClock = ({ actor }: Weight): boolean => actor === CLOCK_NAME;

/** The oldest release from which so many of members are left. 0 if there are no more. */
function oldestOf(ready: readonly Weight[], kept: number): number {
  return ready.filter((one) => !isByClock(one))[kept - 1]?.id ?? 0;
}

/** The oldest release that stays for the number of members' releases. 0 if all do. */
function fewEnough(ready: readonly Weight[]): number {
  const isMany = oldestOf(ready, RELEASES_KEPT + RELEASES_SLACK) > 0;
  return isMany ? oldestOf(ready, RELEASES_KEPT) : 0;
}

/**
 * The oldest release that stays when those after it may have added `maxBytes`. 0 if all do. If it is exceeded, more go
 * than must, because deleting takes time.
 */
function lightEnough(ready: readonly Weight[], maxBytes: number): number {
  const most = (limit: number): number => {
    let [kept, bytes] = [0, 0];
    while (kept < ready.length && bytes <= limit) bytes += ready[kept++]?.bytes ?? 0;
    return kept;
  };
  return most(maxBytes) === ready.length ? 0 : (ready[most(maxBytes * RELEASES_SPARED) - 1]?.id ?? 0);
}
