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
import { bareHost } from "./bareHost.ts";
import { type NamedCount, NamedCounts } from "./namedCounts.ts";
import { type TakenVisits, type VisitCounts, type VisitsView, visitCounts } from "./views.ts";

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

  /** Adds visits, if the published site counts in this way and the workspace has room. Answers those that it took. */
  count(site: string, sent: VisitCounts): TakenVisits {
    const read = visitCounts.safeParse(sent);
    if (!read.success) throw new Refusal("INVALID_REQUEST", { reason: "No counts of visits." });
    const { counting, timeZone, release } = this.#counting(site);
    const { hostname, notice, paths, from } = read.data;
    const { powers, hostAnswers, storageQuota } = this.#parts;
    if (counting !== notice || !storageQuota.isForStrangers) return NOTHING_TAKEN;
    const known = paths.flatMap(([asked, times]): [string, number][] => {
      const path = asked === "" ? "" : hostAnswers.pathAsked(site, asked, hostname);
      return path !== undefined && (notice === "server" || this.#isPage(site, release, path)) ? [[path, times]] : [];
    });
    if (known.length === 0) return NOTHING_TAKEN;
    const hostnames = new Set(hostAnswers.hostnames(site).map(bareHost));
    const others = from.filter(([host]) => !hostnames.has(host));
    const { sql, now } = powers;
    const day = dayAt(now(), timeZone);
    sql.atomically(() => {
      this.#add(site, day, "path", known);
      this.#add(site, day, "from", others);
    });
    return { paths: known, from: others };
  }

  /** The numbers of the last days, today included. */
  list(site: string, days: number): VisitsView {
    const { counting, timeZone } = this.#counting(site);
    const last = dayAt(this.#parts.powers.now(), timeZone);
    const first = dayText((numberOfDay(last) ?? 0) - days + 1);
    const { sql } = this.#parts.powers;
    const shown = sql.all<{ day: string; times: number }>(
      "SELECT day, sum(times - taken) AS times FROM visits WHERE site = ? AND sort = 'path' AND day BETWEEN ? AND ? GROUP BY day ORDER BY day",
      site,
      first,
      last,
    );
    const named = (sort: Sort): { name: string; times: number }[] =>
      sql.all<{ name: string; times: number }>(
        "SELECT name, sum(times - taken) AS times FROM visits WHERE site = ? AND sort = ? AND day BETWEEN ? AND ? GROUP BY name ORDER BY times DESC, name LIMIT ?",
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
      "SELECT day, sort, name, times - taken AS times FROM visits WHERE site = ? AND day >= ? AND day < ? ORDER BY day, sort DESC, times DESC, name",
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

  /** A script may report any address, so only those of pages count, and those below lists. None is without a name. */
  #isPage(site: string, release: number, path: string): boolean {
    if (path === "") return false;
    const isShown = (at: string): boolean => this.#parts.releases.shown(site, release, at)?.blob != null;
    return isShown(path) || furtherParts(path).some(({ list }) => isShown(list));
  }

  /** Adds counts by name. The names of a day have their bound. */
  #add(site: string, day: string, sort: Sort, counts: readonly (readonly [string, number])[]): void {
    const { sql } = this.#parts.powers;
    const before = new Map(
      sql
        .all<NamedRow>("SELECT name, times, taken FROM visits WHERE site = ? AND day = ? AND sort = ?", site, day, sort)
        .map(({ name, times, taken }): [string, NamedCount] => [name, { times, taken }]),
    );
    const after = new NamedCounts(MOST[sort], before);
    for (const [name, times] of counts) after.add(name, times);
    for (const name of before.keys())
      if (!after.get(name))
        sql.all("DELETE FROM visits WHERE site = ? AND day = ? AND sort = ? AND name = ?", site, day, sort, name);
    for (const [name, { times, taken }] of after) {
      const known = before.get(name);
      if (known?.times !== times || known.taken !== taken)
        sql.all(
          `INSERT INTO visits (site, day, sort, name, times, taken) VALUES (?, ?, ?, ?, ?, ?)
           ON CONFLICT (site, day, sort, name) DO UPDATE SET times = excluded.times, taken = excluded.taken`,
          site,
          day,
          sort,
          name,
          times,
          taken,
        );
    }
  }
}

const NOTHING_TAKEN: TakenVisits = { paths: [], from: [] };

interface NamedRow extends NamedCount {
  readonly name: string;
}

export interface VisitRow {
  readonly day: string;
  readonly sort: Sort;
  readonly name: string;
  readonly times: number;
}

/** Texts of days begin with a digit. */
const AFTER_ALL_DAYS = "~";
