/**
 * A record of every call of plugin code: what was called, how long it took, how it ended and what it used. No input, no
 * answer and no message: those may hold what visitors or members wrote.
 *
 * The record is there before the call and finished after it. One that is found unfinished when a workspace wakes was
 * running when the process was ended, and may be why.
 */
import { INVOCATIONS_KEPT } from "../../manifests/bounds.ts";
import type { Powers } from "../powers.ts";
import { first } from "../powers.ts";
import type { EntryPoint, PluginCall } from "./calls.ts";

/** What a call used of what it was lent. */
export interface BridgeUse {
  readonly calls: number;
  readonly chars: number;
  readonly denied: number;
}

export interface InvocationRow extends BridgeUse {
  readonly plugin: string;
  /** Counts the calls of a plugin in its site. */
  readonly number: number;
  readonly version: string;
  readonly digest: string;
  readonly point: EntryPoint;
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Null while it runs, and of one that was never finished. */
  readonly durationMs: number | null;
  /** `ok`, or the code of what went wrong; null while it runs. */
  readonly outcome: string | null;
}

/** The calls of one plugin that are on record. */
export interface InvocationSummary {
  readonly plugin: string;
  readonly recorded: number;
  readonly failed: number;
  readonly slowestMs: number | null;
  /** Milliseconds since the epoch. */
  readonly lastAt: number;
}

/** Which record a call has. */
export interface InvocationRef {
  readonly site: string;
  readonly plugin: string;
  readonly digest: string;
  readonly number: number;
  readonly startedAt: number;
}

export interface InvocationEnd {
  readonly outcome: string;
  readonly durationMs: number;
  readonly use: BridgeUse;
}

/** Of a call that ended with the process it ran in, and may be why. */
export const INTERRUPTED = "plugin_interrupted";
/** Of a call that ended with the process it ran in, for a reason that is known and another. */
export const STOPPED = "process_stopped";

const REF = "site, plugin, digest, number, started_at AS startedAt";

const COLUMNS =
  "plugin, number, version, digest, point, name, started_at AS startedAt, duration_ms AS durationMs, outcome, calls, chars, denied";

export class Invocations {
  readonly #powers: Powers;

  constructor(powers: Powers) {
    this.#powers = powers;
  }

  /** The call may begin when this is stored; what leaves the workspace afterwards waits for that by itself. */
  begin({ site, plugin, point, name }: PluginCall): InvocationRef {
    const { sql, now } = this.#powers;
    const { id, version, plugin: { digest } } = plugin;
    const startedAt = now();
    const number = this.#latest(site, id) + 1;
    sql.atomically(() => {
      sql.all(
        `INSERT INTO plugin_invocations (site, plugin, number, version, digest, point, name, started_at, calls, chars, denied)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0)`,
        site, id, number, version, digest, point, name, startedAt,
      );
      sql.all("DELETE FROM plugin_invocations WHERE site = ? AND plugin = ? AND number <= ?", site, id, number - INVOCATIONS_KEPT);
    });
    return { site, plugin: id, digest, number, startedAt };
  }

  end({ site, plugin, number }: Pick<InvocationRef, "site" | "plugin" | "number">, { outcome, durationMs, use }: InvocationEnd): void {
    this.#powers.sql.all(
      `UPDATE plugin_invocations SET outcome = ?, duration_ms = ?, calls = ?, chars = ?, denied = ?
       WHERE site = ? AND plugin = ? AND number = ?`,
      outcome, durationMs, use.calls, use.chars, use.denied, site, plugin, number,
    );
  }

  /** Whether any call is on record. */
  get isEmpty(): boolean {
    return first(this.#powers.sql, "SELECT 1 FROM plugin_invocations LIMIT 1") === undefined;
  }

  /** Calls without an end. When a workspace wakes, they were running when the process they ran in was ended. */
  unfinished(): InvocationRef[] {
    return this.#powers.sql.all<InvocationRef>(
      `SELECT ${REF} FROM plugin_invocations WHERE outcome IS NULL ORDER BY started_at, site, plugin, number`,
    );
  }

  /** The last call of a version that began in a time, in milliseconds since the epoch, ended or not. */
  lastBetween({ site, plugin, digest }: Pick<InvocationRef, "site" | "plugin" | "digest">, from: number, to: number): (InvocationRef & Pick<InvocationRow, "outcome">) | undefined {
    return first(
      this.#powers.sql,
      `SELECT ${REF}, outcome FROM plugin_invocations WHERE site = ? AND plugin = ? AND digest = ? AND started_at >= ? AND started_at < ?
       ORDER BY number DESC LIMIT 1`,
      site, plugin, digest, from, to,
    );
  }

  /** It ended with its process, and nobody knows when. */
  cutOff({ site, plugin, number }: InvocationRef, outcome: typeof INTERRUPTED | typeof STOPPED): void {
    this.#powers.sql.all("UPDATE plugin_invocations SET outcome = ? WHERE site = ? AND plugin = ? AND number = ?", outcome, site, plugin, number);
  }

  /** Newest first. */
  list(site: string, plugin: string): InvocationRow[] {
    return this.#powers.sql.all<InvocationRow>(
      `SELECT ${COLUMNS} FROM plugin_invocations WHERE site = ? AND plugin = ? ORDER BY number DESC`, site, plugin,
    );
  }

  /** What is on record of each plugin of a site. */
  summaries(site: string): InvocationSummary[] {
    return this.#powers.sql.all<InvocationSummary>(
      `SELECT plugin, count(*) AS recorded, count(*) FILTER (WHERE outcome <> 'ok') AS failed,
         max(duration_ms) AS slowestMs, max(started_at) AS lastAt
       FROM plugin_invocations WHERE site = ? GROUP BY plugin ORDER BY plugin`,
      site,
    );
  }

  #latest(site: string, plugin: string): number {
    const query = "SELECT max(number) AS number FROM plugin_invocations WHERE site = ? AND plugin = ?";
    return first<{ number: number | null }>(this.#powers.sql, query, site, plugin)?.number ?? 0;
  }
}
