import type { Sql } from "../../powers/powers.ts";
import { first } from "../../powers/powers.ts";

const MINUTE_MS = 60_000;

/**
 * The due times of plugins that want regular calls. The first call is due at once, so that the owner who enabled the
 * plugin sees its effect. The others follow at equal distances. One call makes up for all missed ones.
 */
export class PluginTimers {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /**
   * Reads the due time. `now` is the moment that the caller compares with, because a second reading of the clock may be
   * later.
   */
  dueAt(site: string, plugin: string, everyMinutes: number, now: number): number {
    const query = "SELECT due_at AS dueAt FROM plugin_timers WHERE site = ? AND plugin = ?";
    const dueAt = first<{ dueAt: number }>(this.#sql, query, site, plugin)?.dueAt ?? now;
    // The stored time may lie too far ahead: the clock was set back, or the plugin now wants shorter distances.
    return Math.min(dueAt, now + everyMinutes * MINUTE_MS);
  }

  /** Notes a call now. The next is due at the next equal distance in the future. */
  ring(site: string, plugin: string, everyMinutes: number, now: number): void {
    const every = everyMinutes * MINUTE_MS;
    const dueAt = this.dueAt(site, plugin, everyMinutes, now);
    const missed = Math.max(0, Math.floor((now - dueAt) / every));
    const query = "INSERT OR REPLACE INTO plugin_timers (site, plugin, due_at) VALUES (?, ?, ?)";
    this.#sql.all(query, site, plugin, dueAt + (missed + 1) * every);
  }
}
