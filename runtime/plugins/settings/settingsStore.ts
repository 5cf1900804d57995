import { type Sql, first } from "../../powers/powers.ts";

export interface StoredSettings {
  /** The version of the settings; 0 before the first change. */
  readonly version: number;
  readonly values: Readonly<Record<string, unknown>>;
  /** Encrypted secrets by name. */
  readonly secrets: Readonly<Record<string, string>>;
}

const NOTHING: StoredSettings = { version: 0, values: {}, secrets: {} };

/** Stores plugins' settings, with encrypted secrets. */
export class SettingsStore {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  get(site: string, plugin: string): StoredSettings {
    const query = "SELECT version, body, secrets FROM plugin_settings WHERE site = ? AND plugin = ?";
    const row = first<{ version: number; body: string; secrets: string }>(this.#sql, query, site, plugin);
    if (!row) return NOTHING;
    return {
      version: row.version,
      values: JSON.parse(row.body) as StoredSettings["values"],
      secrets: JSON.parse(row.secrets) as StoredSettings["secrets"],
    };
  }

  /** A mark for each plugin with settings, which changes with every change of them. */
  marks(site: string): ReadonlyMap<string, string> {
    const rows = this.#sql.all<{ plugin: string; version: number; at: number }>(
      "SELECT plugin, version, at FROM plugin_settings WHERE site = ?",
      site,
    );
    return new Map(rows.map(({ plugin, version, at }) => [plugin, `${version}.${at}`]));
  }

  /** Stores the same secrets encrypted anew. Changes nothing if a member has saved others meanwhile. */
  reseal(site: string, plugin: string, before: StoredSettings, secrets: StoredSettings["secrets"]): void {
    this.#sql.all(
      "UPDATE plugin_settings SET secrets = ? WHERE site = ? AND plugin = ? AND version = ? AND secrets = ?",
      JSON.stringify(secrets),
      site,
      plugin,
      before.version,
      JSON.stringify(before.secrets),
    );
  }

  put(site: string, plugin: string, { version, values, secrets }: StoredSettings, actor: string, at: number): void {
    this.#sql.all(
      "INSERT OR REPLACE INTO plugin_settings (site, plugin, version, body, secrets, actor, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
      site,
      plugin,
      version,
      JSON.stringify(values),
      JSON.stringify(secrets),
      actor,
      at,
    );
  }
}
