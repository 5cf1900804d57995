/** The next moment at which the clock changes what a site's visitors see, such as midnight for a list of coming events. */
import { CLOCK_RELEASE_PAUSE_MS, CLOCK_STORED_REST_MS } from "../../../manifests/bounds/publishing.ts";
import type { ActivePlugin } from "../../contributions/installed.ts";
import type { Documents } from "../../documents/documents.ts";
import type { Timeline } from "../../documents/timeline.ts";
import { isTimed } from "../../documents/lists/pageQuery.ts";
import type { PluginShelf } from "../../plugins/states/shelf.ts";
import { type Powers, first } from "../../powers/powers.ts";
import { queryOfKey } from "../../snapshots/queryKeys.ts";
import { isStored } from "../../snapshots/reads.ts";
import { storageOfDependency } from "../../snapshots/storageDependency.ts";
import type { Sites } from "../../tenancy/sites.ts";
import type { Releases } from "../releases/releases.ts";
import type { Dependencies } from "./dependencies.ts";

export interface ClockParts {
  readonly powers: Powers;
  readonly documents: Documents;
  readonly timeline: Timeline;
  readonly dependencies: Dependencies;
  readonly sites: Pick<Sites, "get">;
  readonly releases: Pick<Releases, "find">;
  readonly plugins: Pick<PluginShelf, "forSite" | "isPrepared">;
}

interface Row {
  readonly site: string;
  readonly due: number;
}

interface Written {
  readonly due: number;
  readonly at: number;
  readonly ran: number | null;
}

/** The `due` of a site that the clock changes only if it is set back. */
const NEVER = Number.MAX_SAFE_INTEGER;

/** One row for each site whose release asks for the time. `at` is when the row was written, `ran` when the clock last ran. */
export class ClockMoments {
  readonly #parts: ClockParts;

  constructor(parts: ClockParts) {
    this.#parts = parts;
  }

  /**
   * Computes the moment again, after a publication. `ran` is the time of a run by the clock, if this follows one. A run
   * that was demanded meanwhile stays, because the publication may be of a time before the demand.
   */
  set(site: string, change: number, ran?: number): void {
    const { powers } = this.#parts;
    const [now, before] = [powers.now(), this.#written(site)];
    if (before && before.due <= before.at) return;
    const last = ran ?? before?.ran ?? null;
    // A recent run is kept, because a plugin may store something soon after it.
    const due = this.#next(site, change, now) ?? (isRecent(last, now) ? NEVER : undefined);
    if (due === undefined) return void powers.sql.all("DELETE FROM clock_moments WHERE site = ?", site);
    powers.sql.all(
      "INSERT OR REPLACE INTO clock_moments (site, due, at, ran) VALUES (?, ?, ?, ?)",
      site,
      last !== null && last <= now ? Math.max(due, last + CLOCK_RELEASE_PAUSE_MS) : due,
      now,
      last,
    );
  }

  /**
   * Lets the clock publish what visitors see again, if its pages may name other hostnames than the site has. These
   * are hostnames of languages, or an origin that it had. What visitors see decides, and not the draft.
   */
  soon(site: string): void {
    const { documents, powers, sites, releases } = this.#parts;
    const { origin, release } = sites.get(site);
    const shown = releases.find(site, release);
    if (!shown) return;
    const { languages = [] } = documents.only(site, "settings", shown.change).body;
    if (shown.origin === origin && !languages.some(({ hostname }) => hostname !== undefined)) return;
    const now = powers.now();
    const query = "INSERT OR REPLACE INTO clock_moments (site, due, at, ran) VALUES (?, ?, ?, ?)";
    powers.sql.all(query, site, now, now, this.#written(site)?.ran ?? null);
  }

  /**
   * Lets the clock publish pages again that show what a plugin has stored, if its sections want that. A short rest lets
   * one call write several times.
   */
  stored(site: string, plugin: string): void {
    const { powers, sites, releases } = this.#parts;
    if (!this.#redrawing(site).has(plugin) || !releases.find(site, sites.get(site).release)) return;
    const [now, before] = [powers.now(), this.#written(site)];
    const last = before?.ran ?? null;
    const due = Math.max(now + CLOCK_STORED_REST_MS, last !== null && last <= now ? last + CLOCK_RELEASE_PAUSE_MS : 0);
    if (before && before.at <= now && before.due <= due) return;
    const query = "INSERT OR REPLACE INTO clock_moments (site, due, at, ran) VALUES (?, ?, ?, ?)";
    powers.sql.all(query, site, due, now, last);
  }

  /** Delays a site whose publication was refused. */
  delay(site: string, until: number): void {
    this.#parts.powers.sql.all(
      "UPDATE clock_moments SET due = ?, at = ? WHERE site = ?",
      until,
      this.#parts.powers.now(),
      site,
    );
  }

  /** The sites that are due. After the clock was set back, a row of the future tells nothing, so its site is due. */
  due(): string[] {
    const now = this.#parts.powers.now();
    const query = "SELECT site FROM clock_moments WHERE due <= ? OR at > ? ORDER BY due";
    return this.#parts.powers.sql.all<{ site: string }>(query, now, now).map(({ site }) => site);
  }

  nextDue(): number | undefined {
    const query = `SELECT site, due FROM clock_moments WHERE due < ${NEVER} ORDER BY due LIMIT 1`;
    return first<Row>(this.#parts.powers.sql, query)?.due;
  }

  #written(site: string): Written | undefined {
    return first<Written>(this.#parts.powers.sql, "SELECT due, at, ran FROM clock_moments WHERE site = ?", site);
  }

  /** A site whose pages have no time ahead keeps a row, so that it is due after the clock was set back. */
  #next(site: string, change: number, now: number): number | undefined {
    const { documents, dependencies, timeline } = this.#parts;
    const asked = [...dependencies.queryResults(site).keys()].map(queryOfKey).filter(isTimed);
    const moments = asked.flatMap((query) => documents.lists.nextChange(site, query, change, now));
    const shown = timeline.nextShown(site, change, now);
    const stored = this.#isOutdated(site) ? now + CLOCK_STORED_REST_MS : undefined;
    const dated = documents.lists.nextDate(site, change, now);
    const all = [...moments, shown, dated, stored].filter((one) => one !== undefined);
    return all.length === 0 ? undefined : Math.min(NEVER, ...all);
  }

  /** Tells whether pages show an earlier state of a storage that they follow. */
  #isOutdated(site: string): boolean {
    const redrawing = this.#redrawing(site);
    if (redrawing.size === 0) return false;
    return this.#parts.dependencies
      .storage(site)
      .some(
        (read) =>
          redrawing.has(storageOfDependency(read)?.plugin ?? "") && !isStored(this.#parts.powers.sql, site, read),
      );
  }

  /** The active plugins whose sections are drawn again after a change of their storage. */
  #redrawing(site: string): ReadonlySet<string> {
    const { plugins } = this.#parts;
    if (!plugins.isPrepared) return new Set();
    return new Set(
      plugins
        .forSite(site)
        .resolution.active.filter(isRedrawn)
        .map(({ id }) => id),
    );
  }
}

const isRecent = (ran: number | null, now: number): boolean =>
  ran !== null && ran <= now && now - ran < CLOCK_RELEASE_PAUSE_MS;

const isRedrawn = ({ plugin }: ActivePlugin): boolean =>
  plugin.manifest.contributes.sections?.some(({ data }) => data?.redraw === true) === true;
