import * as z from "zod/mini";
import { STORAGE_KEY_MAX_CHARS, STORAGE_VALUE_MAX_CHARS } from "../../manifests/bounds/bridge.ts";
import { pluginIdShape } from "../../manifests/shapes/shape.ts";
import { StorageRows } from "../plugins/storage/storageRows.ts";
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

/** Writes the initial records of a site, and their sizes for the plugins' quotas. */
export function writePluginRecords(sql: Sql, site: string, records: readonly PluginRecord[]): void {
  for (const [plugin, pluginsRecords] of Map.groupBy(records, (record) => record.plugin)) {
    const rows = new Map(pluginsRecords.map(({ key, value }) => [key, { key, value: JSON.stringify(value) }]));
    new StorageRows(sql, site, plugin).begin([...rows.values()]);
  }
}
