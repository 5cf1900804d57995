import { type Sql, first } from "../../powers/powers.ts";
import type { Contributor } from "../consent/effects.ts";
import type { PluginState } from "../../contributions/installed.ts";

const PUT = `INSERT INTO installs (site, plugin, state, reason, place)
  VALUES (?, ?, ?, ?, (SELECT coalesce(max(place), 0) + 1 FROM installs WHERE site = ?))
  ON CONFLICT (site, plugin) DO UPDATE SET state = excluded.state, reason = excluded.reason,
    place = CASE installs.state WHEN 'disabled' THEN excluded.place ELSE installs.place END`;

/** The state of each plugin, by site. A plugin that no member has enabled or disabled has no row. */
export class PluginStates {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  ofSite(site: string): ReadonlyMap<string, PluginState> {
    const rows = this.#sql.all<{ plugin: string; state: PluginState }>(
      "SELECT plugin, state FROM installs WHERE site = ?",
      site,
    );
    return new Map(rows.map(({ plugin, state }) => [plugin, state]));
  }

  of(site: string, plugin: string): PluginState | undefined {
    return first<{ state: PluginState }>(
      this.#sql,
      "SELECT state FROM installs WHERE site = ? AND plugin = ?",
      site,
      plugin,
    )?.state;
  }

  /** Each plugin's place in the order of enabling. */
  placesOf(site: string): ReadonlyMap<string, number> {
    const rows = this.#sql.all<{ plugin: string; place: number }>(
      "SELECT plugin, place FROM installs WHERE site = ?",
      site,
    );
    return new Map(rows.map(({ plugin, place }) => [plugin, place]));
  }

  /**
   * Sets a plugin's state. `reason` tells members why it is not the state that they chose. Disabling a plugin moves it
   * to the end of the order. Quarantine, revocation and an update keep its place.
   */
  put(site: string, plugin: string, state: PluginState, reason: string | null = null): void {
    this.#sql.all(PUT, site, plugin, state, reason, site);
  }

  /** Stores the effects that an owner has agreed to. Updates are compared with them. */
  agree(site: string, contributor: Contributor): void {
    this.#sql.all(
      "UPDATE installs SET agreed = ? WHERE site = ? AND plugin = ?",
      JSON.stringify(contributor),
      site,
      contributor.id,
    );
  }

  agreedTo(site: string, plugin: string): Contributor | undefined {
    const row = first<{ agreed: string | null }>(
      this.#sql,
      "SELECT agreed FROM installs WHERE site = ? AND plugin = ?",
      site,
      plugin,
    );
    return row?.agreed ? (JSON.parse(row.agreed) as Contributor) : undefined;
  }

  reasonOf(site: string, plugin: string): string | undefined {
    const query = "SELECT reason FROM installs WHERE site = ? AND plugin = ?";
    return first<{ reason: string | null }>(this.#sql, query, site, plugin)?.reason ?? undefined;
  }
}
