import { type Sql, first } from "../../powers/powers.ts";

export const MINUTE_MS = 60_000;

/**
 * Due times of plugins' scheduled calls. The first call is due at once, so that the owner who enabled the plugin sees
 * its effect. Others follow at equal intervals. One call replaces all missed ones.
 */
export class PluginTimers {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /**
   * The due time. `now` is passed in, because reading the clock again could give a later time than the caller compares
   * with.
   */
  dueAt(site: string, plugin: string, everyMinutes: number, now: number): number {
    const query = "SELECT due_at AS dueAt FROM plugin_timers WHERE site = ? AND plugin = ?";
    const dueAt = first<{ dueAt: number }>(this.#sql, query, site, plugin)?.dueAt ?? now;
    // The stored time may be too far ahead, because the clock was set back or the interval became shorter.
    return Math.min(dueAt, now + everyMinutes * MINUTE_MS);
  }

  /** Records a call. The next one is due at the next interval after now. */
  ring(site: string, plugin: string, everyMinutes: number, now: number): void {
    const every = everyMinutes * MINUTE_MS;
    const dueAt = this.dueAt(site, plugin, everyMinutes, now);
    const missed = Math.max(0, Math.floor((now - dueAt) / every));
    const query = "INSERT OR REPLACE INTO plugin_timers (site, plugin, due_at) VALUES (?, ?, ?)";
    this.#sql.all(query, site, plugin, dueAt + (missed + 1) * every);
  }
}
