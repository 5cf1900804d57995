/** Parts of a plugin's storage: one key, or all keys with a beginning. Pages that show a part ignore changes of others. */
import { type Sql, first } from "../../powers/powers.ts";
import { AFTER_ALL, BEFORE_ALL } from "./keyRange.ts";

/** Marks a part that is one key. No key has this character. */
const KEY = "=";

export const partOfKey = (key: string): string => `${KEY}${key}`;

interface State {
  readonly keys: number;
  readonly latest: number | null;
}

/**
 * The state of a part: the number of its keys, and the latest revision that wrote one of them. Each write has a greater
 * revision than all before. So a part with the same number and the same revision has lost and gained nothing.
 */
export function partState(sql: Sql, site: string, plugin: string, part: string): string {
  const [least, after] = part.startsWith(KEY) ? [part.slice(1), part.slice(1) + BEFORE_ALL] : [part, part + AFTER_ALL];
  const found = first<State & Record<string, number | null>>(
    sql,
    `SELECT count(*) AS keys, max(revision) AS latest FROM plugin_storage
     WHERE site = ? AND plugin = ? AND key >= ? AND key < ?`,
    site,
    plugin,
    least,
    after,
  );
  return `${found?.keys ?? 0}.${found?.latest ?? 0}`;
}
