/**
 * Records of plugin calls: name, duration, outcome, number of verb calls, and the plugin's texts (`report.ts`), but
 * neither input nor answer. The record is written before the call and completed after it. An incomplete record at a
 * workspace's start belongs to a call that ran when the process ended, and that may have caused it.
 */
import { INVOCATIONS_KEPT } from "../../../manifests/bounds/plugins.ts";
import { type Powers, first } from "../../powers/powers.ts";
import type { EntryPoint, PluginCall } from "./calls.ts";
import type { CallReport } from "./report.ts";

/** A call's use of its lease. */
export interface BridgeUse {
  readonly calls: number;
  readonly chars: number;
  readonly denied: number;
}

export interface InvocationRow extends BridgeUse {
  readonly plugin: string;
  /** Numbers the calls of a plugin at its site. */
  readonly number: number;
  readonly version: string;
  readonly digest: string;
  readonly point: EntryPoint;
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Null while the call runs, and for a call that never finished. */
  readonly durationMs: number | null;
  /** `ok`, or the failure's code. Null while the call runs. */
  readonly outcome: string | null;
  readonly report: CallReport | null;
}

/** Statistics over the recorded calls of one plugin. */
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

/** A plugin version that was called, with its last call. */
export interface CalledVersion extends InvocationRef {
  readonly atWork: boolean;
}

export interface InvocationEnd {
  readonly outcome: string;
  readonly durationMs: number;
  readonly use: BridgeUse;
  readonly report: CallReport | null;
}

/** The outcome of a call that was running when its process ended, and that may have caused the end. */
export const INTERRUPTED = "plugin_interrupted";
/** The outcome of a call whose process ended for a known other reason. */
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
   * Writes the record. The call may begin at once, because the platform delays outgoing messages until the row is
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

  /** True if no call is recorded. */
  get isEmpty(): boolean {
    return first(this.#powers.sql, "SELECT 1 FROM plugin_invocations LIMIT 1") === undefined;
  }

  /** Lists unfinished calls. When a workspace wakes, they ran in the process that ended. */
  unfinished(): InvocationRef[] {
    return this.#powers.sql.all<InvocationRef>(
      `SELECT ${REF} FROM plugin_invocations WHERE outcome IS NULL ORDER BY started_at, site, plugin, number`,
    );
  }

  /** The last call of a version that began in a period, in milliseconds since the epoch. It may be unfinished. */
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
   * Lists the versions called in a period, in milliseconds since the epoch, with their last call. `atWork` tells
   * whether a call never finished. A plugin's most recently called version comes first.
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

  /** Completes the record of a call that ended with its process, at an unknown time. */
  cutOff({ site, plugin, number }: InvocationRef, outcome: typeof INTERRUPTED | typeof STOPPED): void {
    this.#powers.sql.all(
      "UPDATE plugin_invocations SET outcome = ? WHERE site = ? AND plugin = ? AND number = ?",
      outcome,
      site,
      plugin,
      number,
    );
  }

  /** Lists calls with a higher number than `after`, newest first. */
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
