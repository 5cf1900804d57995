import * as z from "zod/mini";
import { STORAGE_KEY_MAX_CHARS, STORAGE_VALUE_MAX_CHARS } from "../../manifests/bounds/bridge.ts";
import { utf8Length } from "../../manifests/json/utf8.ts";
import { pluginIdShape } from "../../manifests/shapes/shape.ts";
import type { Sql } from "../powers/powers.ts";

/** A record in the storage of a new site's plugin, as if the plugin had written it. */
export const pluginRecord = z.strictObject({
  plugin: pluginIdShape,
  key: z
    .string()
    .check(
      z.maxLength(STORAGE_KEY_MAX_CHARS),
      z.regex(/^[A-Za-z0-9][A-Za-z0-9._:~-]*$/, "letters, digits and . _ : ~ -, a letter or digit first"),
    ),
  value: z
    .json()
    .check(
      z.refine(
        (value) => JSON.stringify(value).length <= STORAGE_VALUE_MAX_CHARS,
        `at most ${STORAGE_VALUE_MAX_CHARS} characters of JSON`,
      ),
    ),
});
export type PluginRecord = z.infer<typeof pluginRecord>;

interface Row {
  readonly key: string;
  readonly value: string;
}

/** Writes the initial records of a site, and their sizes for the plugins' quotas. */
export function writePluginRecords(sql: Sql, site: string, records: readonly PluginRecord[]): void {
  for (const [plugin, pluginsRecords] of Map.groupBy(records, (record) => record.plugin)) {
    const rows = [
      ...new Map(pluginsRecords.map(({ key, value }) => [key, { key, value: JSON.stringify(value) }])).values(),
    ];
    for (const { key, value } of rows)
      sql.all("INSERT INTO plugin_storage (site, plugin, key, value) VALUES (?, ?, ?, ?)", site, plugin, key, value);
    sql.all(
      "INSERT INTO plugin_storage_use (site, plugin, bytes, keys, revision) VALUES (?, ?, ?, ?, 1)",
      site,
      plugin,
      bytesOf(rows),
      rows.length,
    );
  }
}

const bytesOf = (rows: readonly Row[]): number =>
  rows.reduce((sum, { key, value }) => sum + key.length + utf8Length(value), 0);
