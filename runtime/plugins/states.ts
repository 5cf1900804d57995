import type { Sql } from "../powers.ts";
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

  put(site: string, plugin: string, state: PluginState): void {
    this.#sql.all("INSERT OR REPLACE INTO installs (site, plugin, state) VALUES (?, ?, ?)", site, plugin, state);
  }

  remove(site: string, plugin: string): void {
    this.#sql.all("DELETE FROM installs WHERE site = ? AND plugin = ?", site, plugin);
  }
}
