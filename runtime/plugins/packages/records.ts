import { type Sql, first } from "../../powers/powers.ts";

const RECORDS = `SELECT json_array(
  (SELECT json_group_array(json_array(plugin, state, reason, place)) FROM installs WHERE site = ?),
  (SELECT json_group_array(json_array(plugin, digest, document, version, name)) FROM plugin_packages WHERE site = ?),
  (SELECT json_group_array(json_array(plugin, digest, capabilities)) FROM plugin_grants WHERE site = ?),
  (SELECT json_group_array(json_array(plugin, version, at)) FROM plugin_settings WHERE site = ?)) AS text`;

/**
 * All records that a site's resolution depends on, as one text. If the text is unchanged, the resolution is too. Every
 * command reads it, so it is one query instead of one for each plugin.
 */
export class PluginRecords {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  ofSite(site: string): string {
    return first<{ text: string }>(this.#sql, RECORDS, site, site, site, site)?.text ?? "";
  }
}
