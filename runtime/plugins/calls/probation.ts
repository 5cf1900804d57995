/**
 * Plugins that ran in a process which ended for an unknown reason. Any of them may be the cause. So their calls take
 * turns, and no two suspects run at once. If the process ends again, the running suspect is the cause. A version is
 * cleared when a call ends well, or after several calls that the sandbox had to end.
 */
import { UNEXPLAINED_WINDOW_MS } from "../../../manifests/bounds/plugins.ts";
import { type Powers, first } from "../../powers/powers.ts";
import type { CalledVersion } from "./invocations.ts";

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
  "The process ended while this plugin ran in it, and the cause is unknown. All plugins that ran then take turns with their calls. That ends when one call of this plugin succeeds, or when the process survives three calls that had to be stopped.";

/** Failures with which the plugin's code itself ended the call. */
const ENDED_BY_ITSELF: ReadonlySet<string> = new Set(["plugin_failed", "plugin_answer"]);

export const clears = (outcome: { readonly ok: true } | { readonly ok: false; readonly code: string }): boolean =>
  outcome.ok || ENDED_BY_ITSELF.has(outcome.code);

/**
 * Failures in which the sandbox ended the call. One does not clear the plugin, because it may only have waited. Several
 * do. Otherwise a plugin that never answers in time could never be cleared.
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

  /** Null if the version is not on probation. */
  of(version: VersionAtSite): Suspicion | null {
    const latest = this.#latest(version);
    const since = latest?.digest === version.digest ? latest.since : null;
    return since === null ? null : { since, reason: REASON };
  }

  /**
   * Puts a version on probation because of a run, given by the run's start in milliseconds since the epoch. Returns in
   * how many such runs a call of the version was unfinished. Undefined if a version of the plugin is already suspected
   * for this run or a later one. Each start judges all known runs again, and an older version must not replace a newer
   * one.
   */
  suspect({ site, plugin, digest, atWork }: CalledVersion, run: number): number | undefined {
    const latest = this.#latest({ site, plugin });
    if (latest && latest.run >= run) return undefined;
    const before = latest?.digest === digest ? latest : undefined;
    // A machine that ends every other month for reasons of its own says nothing against a plugin.
    const counted = before && run - before.run <= UNEXPLAINED_WINDOW_MS ? before.atWork : 0;
    const count = counted + Number(atWork);
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

  /** Ends a version's probation. The row keeps the last run, so that no run counts twice against the version. */
  clear({ site, plugin, digest }: VersionAtSite): void {
    this.#powers.sql.all(
      "UPDATE plugin_probations SET since = NULL WHERE site = ? AND plugin = ? AND digest = ?",
      site,
      plugin,
      digest,
    );
  }

  /** Resets the count when a plugin is quarantined. If a member puts it back, it starts from zero, on probation. */
  forget({ site, plugin, digest }: VersionAtSite): void {
    this.#powers.sql.all(
      "UPDATE plugin_probations SET at_work = 0 WHERE site = ? AND plugin = ? AND digest = ?",
      site,
      plugin,
      digest,
    );
  }

  /** The row of the plugin's last suspected version. */
  #latest({ site, plugin }: Omit<VersionAtSite, "digest">): Row | undefined {
    const query = "SELECT digest, run, at_work AS atWork, since FROM plugin_probations WHERE site = ? AND plugin = ?";
    return first<Row>(this.#powers.sql, query, site, plugin);
  }
}
