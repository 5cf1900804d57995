/**
 * A record of every call of plugin code. It holds the call's name, duration, outcome, use of the bridge, and the
 * plugin's words about it (`report.ts`). The record holds no input and no answer. The workspace writes the record
 * before the call and completes it afterwards. A record that is incomplete when a workspace wakes belongs to a call
 * that ran when the process ended. That call may be the reason for the end.
 */
import { INVOCATIONS_KEPT } from "../../../manifests/bounds/plugins.ts";
import type { Powers } from "../../powers/powers.ts";
import { first } from "../../powers/powers.ts";
import type { EntryPoint, PluginCall } from "./calls.ts";
import type { CallReport } from "./report.ts";

/** A call's use of the bridge. */
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
  /** The duration; null while the call runs, and for a call that never finished. */
  readonly durationMs: number | null;
  /** `ok`, or the code of the failure; null while the call runs. */
  readonly outcome: string | null;
  readonly report: CallReport | null;
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

/** The key of a call's record, with its version and start. */
export interface InvocationRef {
  readonly site: string;
  readonly plugin: string;
  readonly digest: string;
  readonly number: number;
  readonly startedAt: number;
}

/** A version of a plugin that was called, with its last call. */
export interface CalledVersion extends InvocationRef {
  readonly atWork: boolean;
}

export interface InvocationEnd {
  readonly outcome: string;
  readonly durationMs: number;
  readonly use: BridgeUse;
  readonly report: CallReport | null;
}

/** The outcome of a call that ended with its process and may have ended it. */
export const INTERRUPTED = "plugin_interrupted";
/** The outcome of a call that ended with its process, for a known reason other than the call. */
export const STOPPED = "process_stopped";

const REF = "site, plugin, digest, number, started_at AS startedAt";

const COLUMNS =
  "plugin, number, version, digest, point, name, started_at AS startedAt, duration_ms AS durationMs, outcome, calls, chars, denied, report";

export class Invocations {
  readonly #powers: Powers;

  constructor(powers: Powers) {
    this.#powers = powers;
  }

  /**
   * Stores the record. The call may begin at once, because the platform holds outgoing messages back until the row is
   * durable.
   */
  begin({ site, plugin, point, name }: PluginCall): InvocationRef {
    const { sql, now } = this.#powers;
    const {
      id,
      version,
      plugin: { digest },
    } = plugin;
    const startedAt = now();
    const number = this.#latest(site, id) + 1;
    sql.atomically(() => {
      sql.all(
        `INSERT INTO plugin_invocations (site, plugin, number, version, digest, point, name, started_at, calls, chars, denied)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0)`,
        site,
        id,
        number,
        version,
        digest,
        point,
        name,
        startedAt,
      );
      sql.all(
        "DELETE FROM plugin_invocations WHERE site = ? AND plugin = ? AND number <= ?",
        site,
        id,
        number - INVOCATIONS_KEPT,
      );
    });
    return { site, plugin: id, digest, number, startedAt };
  }

  end(
    { site, plugin, number }: Pick<InvocationRef, "site" | "plugin" | "number">,
    { outcome, durationMs, use, report }: InvocationEnd,
  ): void {
    this.#powers.sql.all(
      `UPDATE plugin_invocations SET outcome = ?, duration_ms = ?, calls = ?, chars = ?, denied = ?, report = ?
       WHERE site = ? AND plugin = ? AND number = ?`,
      outcome,
      durationMs,
      use.calls,
      use.chars,
      use.denied,
      report && JSON.stringify(report),
      site,
      plugin,
      number,
    );
  }

  /** True if no call is on record. */
  get isEmpty(): boolean {
    return first(this.#powers.sql, "SELECT 1 FROM plugin_invocations LIMIT 1") === undefined;
  }

  /** Lists the calls without an end. When a workspace wakes, these ran in the process that ended. */
  unfinished(): InvocationRef[] {
    return this.#powers.sql.all<InvocationRef>(
      `SELECT ${REF} FROM plugin_invocations WHERE outcome IS NULL ORDER BY started_at, site, plugin, number`,
    );
  }

  /** Finds the last call of a version that began within a span, in milliseconds since the epoch, ended or not. */
  lastBetween(
    { site, plugin, digest }: Pick<InvocationRef, "site" | "plugin" | "digest">,
    from: number,
    to: number,
  ): (InvocationRef & Pick<InvocationRow, "outcome">) | undefined {
    return first(
      this.#powers.sql,
      `SELECT ${REF}, outcome FROM plugin_invocations WHERE site = ? AND plugin = ? AND digest = ? AND started_at >= ? AND started_at < ?
       ORDER BY number DESC LIMIT 1`,
      site,
      plugin,
      digest,
      from,
      to,
    );
  }

  /**
   * Lists the versions called within a span, in milliseconds since the epoch. Each has its last call, and tells whether
   * a call never ended. Of one plugin, the version called last
   * comes first.
   */
  calledBetween(from: number, to: number): CalledVersion[] {
    return this.#powers.sql
      .all<Omit<CalledVersion, "atWork"> & { atWork: number }>(
        `SELECT site, plugin, digest, max(number) AS number, max(started_at) AS startedAt, max(outcome IS NULL) AS atWork
         FROM plugin_invocations WHERE started_at >= ? AND started_at < ? GROUP BY site, plugin, digest ORDER BY site, plugin, max(number) DESC`,
        from,
        to,
      )
      .map((called) => ({ ...called, atWork: called.atWork === 1 }));
  }

  /** Records that a call ended with its process, at an unknown time. */
  cutOff({ site, plugin, number }: InvocationRef, outcome: typeof INTERRUPTED | typeof STOPPED): void {
    this.#powers.sql.all(
      "UPDATE plugin_invocations SET outcome = ? WHERE site = ? AND plugin = ? AND number = ?",
      outcome,
      site,
      plugin,
      number,
    );
  }

  /** Lists the calls with greater numbers, newest first. */
  list(site: string, plugin: string, after = 0): InvocationRow[] {
    return this.#powers.sql
      .all<Omit<InvocationRow, "report"> & { report: string | null }>(
        `SELECT ${COLUMNS} FROM plugin_invocations WHERE site = ? AND plugin = ? AND number > ? ORDER BY number DESC`,
        site,
        plugin,
        after,
      )
      .map(({ report, ...row }) => ({ ...row, report: report === null ? null : (JSON.parse(report) as CallReport) }));
  }

  /** Summarises the record of each plugin of a site. */
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
