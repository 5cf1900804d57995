import { type Sql, first } from "../../powers/powers.ts";
import type { Grant, Requested } from "../../contributions/grant.ts";

/** A grant with its owner and time. */
export interface GrantRecord extends Grant {
  readonly actor: string;
  readonly at: number;
}

interface Row {
  readonly digest: string;
  readonly capabilities: string;
  readonly actor: string;
  readonly at: number;
}

/** The owners' grants: for each plugin and site the latest only. */
export class Grants {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  find(site: string, plugin: string): GrantRecord | undefined {
    const query = "SELECT digest, capabilities, actor, at FROM plugin_grants WHERE site = ? AND plugin = ?";
    const row = first<Row>(this.#sql, query, site, plugin);
    return row && { ...row, capabilities: JSON.parse(row.capabilities) as Requested };
  }

  put(site: string, plugin: string, { digest, capabilities, actor, at }: GrantRecord): void {
    this.#sql.all(
      "INSERT OR REPLACE INTO plugin_grants (site, plugin, digest, capabilities, actor, at) VALUES (?, ?, ?, ?, ?, ?)",
      site,
      plugin,
      digest,
      JSON.stringify(capabilities),
      actor,
      at,
    );
  }

  remove(site: string, plugin: string): void {
    this.#sql.all("DELETE FROM plugin_grants WHERE site = ? AND plugin = ?", site, plugin);
  }
}
