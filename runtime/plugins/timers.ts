import type { Sql } from "../powers.ts";
import { first } from "../powers.ts";

const MINUTE_MS = 60_000;

/**
 * When plugins that want to be called every so often are due. The first time is at once, so that whoever enabled a
 * plugin sees what it does; the others follow at equal distances. What was missed is made up for by one call.
 */
export class PluginTimers {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** `now` is the moment the caller compares with: a clock read twice may have moved on in between. */
  dueAt(site: string, plugin: string, everyMinutes: number, now: number): number {
    const query = "SELECT due_at AS dueAt FROM plugin_timers WHERE site = ? AND plugin = ?";
    const dueAt = first<{ dueAt: number }>(this.#sql, query, site, plugin)?.dueAt ?? now;
    // Of a clock that was set back, or a plugin that wants to be called more often now.
    return Math.min(dueAt, now + everyMinutes * MINUTE_MS);
  }

  /** Called now: due again at the next equal distance that is still to come. */
  ring(site: string, plugin: string, everyMinutes: number, now: number): void {
    const every = everyMinutes * MINUTE_MS;
    const dueAt = this.dueAt(site, plugin, everyMinutes, now);
    const missed = Math.max(0, Math.floor((now - dueAt) / every));
    const query = "INSERT OR REPLACE INTO plugin_timers (site, plugin, due_at) VALUES (?, ?, ?)";
    this.#sql.all(query, site, plugin, dueAt + (missed + 1) * every);
  }
}
