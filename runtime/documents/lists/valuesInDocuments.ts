/** The values of entries as their documents have them, for lists that show more than the index has. */
import type { Sql } from "../../powers/powers.ts";

type Values = Readonly<Record<string, unknown>>;

/** All values of entries at the given versions, by id, as templates see them. */
export function valuesInDocuments(
  sql: Sql,
  site: string,
  entries: readonly { readonly id: string; readonly version: number }[],
  read: (values: Values) => Values,
): Map<string, object> {
  const rows = sql.all<{ id: string; found: string | null }>(
    `SELECT documents.id, documents.body -> '$.values' AS found FROM json_each(?2) AS wanted CROSS JOIN documents
       ON documents.site = ?1 AND documents.kind = 'page' AND documents.id = wanted.value ->> 'id'
       AND documents.version = wanted.value ->> 'version'`,
    site,
    JSON.stringify(entries),
  );
  return new Map(rows.map(({ id, found }) => [id, read(JSON.parse(found ?? "{}") as Values)]));
}
