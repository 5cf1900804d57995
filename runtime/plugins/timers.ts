import type { Powers } from "../powers.ts";
import { first } from "../powers.ts";

const MINUTE_MS = 60_000;

/**
 * When plugins that want to be called every so often are due. The first time is at once, so that whoever enabled a
 * plugin sees what it does; the others follow at equal distances. What was missed is made up for by one call.
 */
export class PluginTimers {
  readonly #powers: Powers;

  constructor(powers: Powers) {
    this.#powers = powers;
  }

  dueAt(site: string, plugin: string, everyMinutes: number): number {
    const now = this.#powers.now();
    const query = "SELECT due_at AS dueAt FROM plugin_timers WHERE site = ? AND plugin = ?";
    const dueAt = first<{ dueAt: number }>(this.#powers.sql, query, site, plugin)?.dueAt ?? now;
    // Of a clock that was set back, or a plugin that wants to be called more often now.
    return Math.min(dueAt, now + everyMinutes * MINUTE_MS);
  }

  /** Called now: due again at the next equal distance that is still to come. */
  ring(site: string, plugin: string, everyMinutes: number): void {
    const every = everyMinutes * MINUTE_MS;
    const dueAt = this.dueAt(site, plugin, everyMinutes);
    const missed = Math.max(0, Math.floor((this.#powers.now() - dueAt) / every));
    const query = "INSERT OR REPLACE INTO plugin_timers (site, plugin, due_at) VALUES (?, ?, ?)";
    this.#powers.sql.all(query, site, plugin, dueAt + (missed + 1) * every);
  }
}
