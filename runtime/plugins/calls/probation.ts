/**
 * Plugins that ran in a process which ended for an unknown reason. Each of them may be the cause. Their calls therefore
 * take turns, so that no two suspects run at once. If the process ends again, the running suspect is the cause. A
 * version whose call ends well is cleared, and so is one of which several calls ended in another way.
 */
import type { Powers } from "../../powers/powers.ts";
import { first } from "../../powers/powers.ts";
import type { CalledVersion } from "./invocations.ts";

/** A version of a plugin in a site. */
export interface VersionAtSite {
  readonly site: string;
  readonly plugin: string;
  readonly digest: string;
}

interface Suspicion {
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** The reason, in words for members. */
  readonly reason: string;
}

const REASON =
  "The process ended while this plugin ran in it, and nothing tells which plugin did it. Its calls take turns with those of the others that ran. That stops when one call ends well, or when the process outlives three calls that we had to end.";

/** Failures after which a call has ended on its own. */
const ENDED_BY_ITSELF: ReadonlySet<string> = new Set(["plugin_failed", "plugin_answer"]);

export const clears = (outcome: { readonly ok: true } | { readonly ok: false; readonly code: string }): boolean =>
  outcome.ok || ENDED_BY_ITSELF.has(outcome.code);

/**
 * Failures of a call that ran and was ended by us. One does not clear its plugin, because the plugin may have waited.
 * Several do: nothing else would, of a plugin that never answers in time.
 */
const ENDED_BY_US: ReadonlySet<string> = new Set(["plugin_late", "plugin_broken", "sandbox_silent"]);

export const survives = (outcome: { readonly ok: true } | { readonly ok: false; readonly code: string }): boolean =>
  !outcome.ok && ENDED_BY_US.has(outcome.code);

interface Row {
  readonly digest: string;
  readonly run: number;
  readonly atWork: number;
  readonly since: number | null;
}

export class Probation {
  readonly #powers: Powers;

  constructor(powers: Powers) {
    this.#powers = powers;
  }

  has(version: VersionAtSite): boolean {
    return this.of(version) !== null;
  }

  /** Null when it is not on probation. */
  of(version: VersionAtSite): Suspicion | null {
    const latest = this.#latest(version);
    const since = latest?.digest === version.digest ? latest.since : null;
    return since === null ? null : { since, reason: REASON };
  }

  /**
   * Puts a version on probation for a run, named by its start in milliseconds since the epoch. Answers how many such
   * runs ended during a call of this version. Answers undefined if a version of the plugin is already a suspect of this
   * run or a later one. Each wake judges every kept run again, and an earlier version must not displace a later one.
   */
  suspect({ site, plugin, digest, atWork }: CalledVersion, run: number): number | undefined {
    const latest = this.#latest({ site, plugin });
    if (latest && latest.run >= run) return undefined;
    const before = latest?.digest === digest ? latest : undefined;
    const count = (before?.atWork ?? 0) + Number(atWork);
    this.#powers.sql.all(
      "INSERT OR REPLACE INTO plugin_probations (site, plugin, digest, run, at_work, since) VALUES (?, ?, ?, ?, ?, ?)",
      site,
      plugin,
      digest,
      run,
      count,
      before?.since ?? this.#powers.now(),
    );
    return count;
  }

  /**
   * Clears a version after a call that ended well. The row keeps the latest run, so that no run counts twice against
   * the version.
   */
  clear({ site, plugin, digest }: VersionAtSite): void {
    this.#powers.sql.all(
      "UPDATE plugin_probations SET since = NULL WHERE site = ? AND plugin = ? AND digest = ?",
      site,
      plugin,
      digest,
    );
  }

  /**
   * Forgets the count when a plugin is taken out. A member who puts it back starts from zero, and the plugin begins on
   * probation.
   */
  forget({ site, plugin, digest }: VersionAtSite): void {
    this.#powers.sql.all(
      "UPDATE plugin_probations SET at_work = 0 WHERE site = ? AND plugin = ? AND digest = ?",
      site,
      plugin,
      digest,
    );
  }

  /** The row of the version that was last a suspect. */
  #latest({ site, plugin }: Omit<VersionAtSite, "digest">): Row | undefined {
    const query = "SELECT digest, run, at_work AS atWork, since FROM plugin_probations WHERE site = ? AND plugin = ?";
    return first<Row>(this.#powers.sql, query, site, plugin);
  }
}
