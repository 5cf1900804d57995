import {
  VISIT_DAYS,
  VISIT_HOSTS_A_DAY,
  VISIT_PATHS_A_DAY,
  VISITS_LISTED,
} from "../../manifests/bounds/publicContent.ts";
import { DAY_MS, dayText, numberOfDay } from "../../manifests/shapes/calendar.ts";
import { furtherParts } from "../../manifests/shapes/furtherAddress.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import { type Documents, ONLY } from "../documents/documents.ts";
import { UNNAMED_ZONE, dayAt } from "../documents/content/timeZone.ts";
import type { Powers } from "../powers/powers.ts";
import type { Releases } from "../publishing/releases/releases.ts";
import type { HostAnswers } from "../serving/hostAnswers.ts";
import type { Sites } from "../tenancy/sites.ts";
import type { StorageQuota } from "../tenancy/storageQuota.ts";
import { type VisitCounts, type VisitsView, visitCounts } from "./views.ts";

export interface VisitParts {
  readonly powers: Pick<Powers, "sql" | "now">;
  readonly sites: Sites;
  readonly documents: Documents;
  readonly releases: Releases;
  readonly hostAnswers: HostAnswers;
  readonly storageQuota: Pick<StorageQuota, "isForStrangers">;
}

/** The part of a row's key that says what its name is. */
type Sort = "path" | "from";

const MOST: Readonly<Record<Sort, number>> = { path: VISIT_PATHS_A_DAY, from: VISIT_HOSTS_A_DAY };

interface Counting {
  readonly counting: VisitsView["counting"];
  readonly timeZone: string;
  /** The current release; 0 without one. */
  readonly release: number;
}

/** The numbers of visits of each site. They name pages, days and referring hosts, and nothing of a visitor. */
export class Visits {
  readonly #parts: VisitParts;

  constructor(parts: VisitParts) {
    this.#parts = parts;
  }

  /** Adds visits, if the published site counts in this way and the workspace has room. Answers how many it took. */
  count(site: string, sent: VisitCounts): number {
    const read = visitCounts.safeParse(sent);
    if (!read.success) throw new Refusal("INVALID_REQUEST", { reason: "No counts of visits." });
    const { counting, timeZone, release } = this.#counting(site);
    const { hostname, notice, paths, from } = read.data;
    if (counting !== notice || !this.#parts.storageQuota.isForStrangers) return 0;
    const known = paths.flatMap(([asked, times]): [string, number][] => {
      const path = asked === "" ? "" : this.#parts.hostAnswers.pathAsked(site, asked, hostname);
      return path !== undefined && (notice === "server" || this.#isPage(site, release, path)) ? [[path, times]] : [];
    });
    if (known.length === 0) return 0;
    const { sql, now } = this.#parts.powers;
    const day = dayAt(now(), timeZone);
    sql.atomically(() => {
      this.#add(site, day, "path", known);
      this.#add(site, day, "from", from);
    });
    return known.reduce((sum, [, times]) => sum + times, 0);
  }

  /** The numbers of the last days, today included. */
  list(site: string, days: number): VisitsView {
    const { counting, timeZone } = this.#counting(site);
    const last = dayAt(this.#parts.powers.now(), timeZone);
    const first = dayText((numberOfDay(last) ?? 0) - days + 1);
    const { sql } = this.#parts.powers;
    const shown = sql.all<{ day: string; times: number }>(
      "SELECT day, sum(times) AS times FROM visits WHERE site = ? AND sort = 'path' AND day BETWEEN ? AND ? GROUP BY day ORDER BY day",
      site,
      first,
      last,
    );
    const named = (sort: Sort): { name: string; times: number }[] =>
      sql.all<{ name: string; times: number }>(
        "SELECT name, sum(times) AS times FROM visits WHERE site = ? AND sort = ? AND day BETWEEN ? AND ? GROUP BY name ORDER BY times DESC, name LIMIT ?",
        site,
        sort,
        first,
        last,
        VISITS_LISTED,
      );
    return {
      counting,
      first,
      last,
      total: shown.reduce((sum, { times }) => sum + times, 0),
      days: shown.map(({ day, times }) => ({ day, times })),
      paths: named("path").map(({ name, times }) => ({ path: name, times })),
      hosts: named("from").map(({ name, times }) => ({ host: name, times })),
    };
  }

  /** The rows of the days from one on, the oldest first, and the day after them that has rows. */
  rows(site: string, from: string, days: number): { rows: VisitRow[]; next: string | null } {
    const { sql } = this.#parts.powers;
    const named = sql.all<{ day: string }>(
      "SELECT DISTINCT day FROM visits WHERE site = ? AND day >= ? ORDER BY day LIMIT ?",
      site,
      from,
      days + 1,
    );
    const next = named[days]?.day ?? null;
    const rows = sql.all<VisitRow & Record<string, string | number>>(
      "SELECT day, sort, name, times FROM visits WHERE site = ? AND day >= ? AND day < ? ORDER BY day, sort DESC, times DESC, name",
      site,
      from,
      next ?? AFTER_ALL_DAYS,
    );
    return { rows, next };
  }

  sweep(now: number): void {
    const oldest = dayText(Math.floor(now / DAY_MS) - VISIT_DAYS);
    this.#parts.powers.sql.all("DELETE FROM visits WHERE day < ?", oldest);
  }

  #counting(site: string): Counting {
    const { sites, releases, documents } = this.#parts;
    const row = sites.get(site);
    const change = releases.find(site, row.release)?.change;
    const settings = change === undefined ? undefined : documents.get(site, "settings", ONLY, change)?.body;
    return {
      counting: change === undefined ? "off" : (settings?.visits ?? "server"),
      timeZone: settings?.timeZone ?? UNNAMED_ZONE,
      release: row.release,
    };
  }

  /** A script may report any address, so only those of pages count, and those below lists. */
  #isPage(site: string, release: number, path: string): boolean {
    const isShown = (at: string): boolean => this.#parts.releases.shown(site, release, at)?.blob != null;
    return isShown(path) || furtherParts(path).some(({ list }) => isShown(list));
  }

  /** Adds counts by name. When a day has named enough, further names are counted together. */
  #add(site: string, day: string, sort: Sort, counts: readonly (readonly [string, number])[]): void {
    const { sql } = this.#parts.powers;
    const known = new Set(
      sql
        .all<{ name: string }>("SELECT name FROM visits WHERE site = ? AND day = ? AND sort = ?", site, day, sort)
        .map(({ name }) => name),
    );
    known.delete("");
    const sums = new Map<string, number>();
    for (const [asked, times] of counts) {
      const name = known.has(asked) || known.size < MOST[sort] ? asked : "";
      if (name !== "") known.add(name);
      sums.set(name, (sums.get(name) ?? 0) + times);
    }
    for (const [name, times] of sums)
      sql.all(
        `INSERT INTO visits (site, day, sort, name, times) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (site, day, sort, name) DO UPDATE SET times = times + excluded.times`,
        site,
        day,
        sort,
        name,
        times,
      );
  }
}

export interface VisitRow {
  readonly day: string;
  readonly sort: Sort;
  readonly name: string;
  readonly times: number;
}

/** Texts of days begin with a digit. */
const AFTER_ALL_DAYS = "~";
