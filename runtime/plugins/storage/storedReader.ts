/** Reads stored values for further pages of a site, without the plugin's code. */
import { STORED_PAGE_MAX_CHARS } from "../../../manifests/bounds/plugins.ts";
import type { Sql } from "../../powers/powers.ts";
import type { StoredReader } from "../../rendering/stored/storedPages.ts";
import { StorageRows } from "./storageRows.ts";

export const storedReader = (sql: Sql, site: string): StoredReader => ({
  count: ({ plugin, prefix, after }, most) => new StorageRows(sql, site, plugin).count(prefix, most, after),
  values({ plugin, prefix, after }, part) {
    const rows = new StorageRows(sql, site, plugin).within({ prefix, after, ...part });
    let chars = 0;
    const fitting = rows.filter(({ value }) => (chars += value.length) <= STORED_PAGE_MAX_CHARS);
    return fitting.map(({ value }) => JSON.parse(value) as unknown);
  },
});
