import type { Sql } from "../powers.ts";
import { first } from "../powers.ts";
import type { PluginState } from "./installed.ts";

/** Whether plugins are switched on, by site. One that nobody has switched has no row. */
export class PluginStates {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  ofSite(site: string): ReadonlyMap<string, PluginState> {
    const rows = this.#sql.all<{ plugin: string; state: PluginState }>("SELECT plugin, state FROM installs WHERE site = ?", site);
    return new Map(rows.map(({ plugin, state }) => [plugin, state]));
  }

  of(site: string, plugin: string): PluginState | undefined {
    return first<{ state: PluginState }>(this.#sql, "SELECT state FROM installs WHERE site = ? AND plugin = ?", site, plugin)?.state;
  }

  /** `reason` is for people: why it is not what they last made it. */
  put(site: string, plugin: string, state: PluginState, reason: string | null = null): void {
    this.#sql.all("INSERT OR REPLACE INTO installs (site, plugin, state, reason) VALUES (?, ?, ?, ?)", site, plugin, state, reason);
  }

  reasonOf(site: string, plugin: string): string | undefined {
    const query = "SELECT reason FROM installs WHERE site = ? AND plugin = ?";
    return first<{ reason: string | null }>(this.#sql, query, site, plugin)?.reason ?? undefined;
  }
}
