/**
 * SQL that finds the rows of shared values. A translation has a copy of them in its own rows, which counts only while
 * its source is not there. The keeper of a page is the page whose rows count: its source, or the page itself.
 */
import { FOREVER } from "../content/forever.ts";
import { publishedInForce } from "./inForce.ts";
import type { SqlPart } from "./sqlPart.ts";

/** The moment at which a list looks. Undefined for the draft. */
export type Moment = number | undefined;

const inForceAt = (table: string, at: Moment): SqlPart =>
  at === undefined
    ? { sql: `${table}.until = ${FOREVER}`, values: [] }
    : { sql: publishedInForce(table), values: [at, at, at] };

/** The id of the keeper of `page`, which is a row of `documents`. */
function keeperOf(at: Moment): SqlPart {
  const { sql, values } = inForceAt("source", at);
  return {
    sql: `coalesce((SELECT source.id FROM documents AS source WHERE source.site = page.site AND source.kind = 'page'
      AND source.id = page.translation_of AND source.deleted = 0 AND source.summary ->> 'type' = page.summary ->> 'type'
      AND ${sql} ORDER BY source.version DESC LIMIT 1), page.id)`,
    values,
  };
}

/** The condition that the row `keeper` of `documents` keeps the shared values of the row `page`. */
function isKeeper(at: Moment): SqlPart {
  const [id, inForce] = [keeperOf(at), inForceAt("keeper", at)];
  return {
    sql: `keeper.deleted = 0 AND keeper.id = ${id.sql} AND ${inForce.sql}`,
    values: [...id.values, ...inForce.values],
  };
}

const IN_KEEPER = "other.version <= keeper.version AND other.ended > keeper.version";

/** The condition that the keeper of `page` has a row. `compared` is a condition on the value of `other`. */
export function keeperHas(field: string, compared: SqlPart, at: Moment): SqlPart {
  const { sql, values } = isKeeper(at);
  return {
    sql: `EXISTS (SELECT 1 FROM documents AS keeper CROSS JOIN entry_index AS other ON other.site = keeper.site
        AND other.id = keeper.id AND ${IN_KEEPER}
      WHERE keeper.site = page.site AND keeper.kind = 'page' AND ${sql} AND other.name = ? AND ${compared.sql})`,
    values: [...values, field, ...compared.values],
  };
}

/** The pages to which a row `entry` of a keeper belongs: the keeper itself, and the translations that it keeps values for. */
export const PAGES_KEPT = `SELECT * FROM (SELECT page.id, page.path, page.version, page.summary FROM entry_index AS entry
      CROSS JOIN documents AS keeper ON keeper.site = entry.site AND keeper.kind = 'page' AND keeper.id = entry.id
        AND keeper.version >= entry.version AND keeper.version < entry.ended
      CROSS JOIN documents AS page ON page.site = entry.site AND page.kind = 'page'
        AND page.id IN (SELECT entry.id UNION ALL SELECT one.id FROM documents AS one INDEXED BY documents_group
          WHERE one.site = entry.site AND one.translation_of = entry.id)`;

/** The condition on the tables of `PAGES_KEPT`. */
export function isKept(at: Moment): SqlPart {
  const { sql, values } = isKeeper(at);
  return { sql: `AND page.summary ->> 'type' = entry.type AND ${sql}`, values };
}

/** Joins the rows `other` of a field with the pages of a selection, which is the table `list`. */
export function keptRows(site: string, field: string, at: Moment): SqlPart {
  const { sql, values } = isKeeper(at);
  return {
    sql: `CROSS JOIN documents AS page ON page.site = ? AND page.kind = 'page' AND page.id = list.id AND page.version = list.version
      CROSS JOIN documents AS keeper ON keeper.site = page.site AND keeper.kind = 'page' AND ${sql}
      CROSS JOIN entry_index AS other ON other.site = keeper.site AND other.id = keeper.id AND other.name = ? AND ${IN_KEEPER}`,
    values: [site, ...values, field],
  };
}

/** Translations among the given versions of pages whose values another page keeps, each with that page and its version. */
export function keepersOf(site: string, pages: readonly { id: string; version: number }[], at: Moment): SqlPart {
  const { sql, values } = inForceAt("keeper", at);
  return {
    sql: `SELECT page.id, page.summary ->> 'type' AS type, keeper.id AS keeper, keeper.version FROM json_each(?) AS wanted
      CROSS JOIN documents AS page ON page.site = ? AND page.kind = 'page' AND page.id = wanted.value ->> 'id'
        AND page.version = wanted.value ->> 'version' AND page.translation_of IS NOT NULL
      CROSS JOIN documents AS keeper ON keeper.site = page.site AND keeper.kind = 'page' AND keeper.id = page.translation_of
        AND keeper.deleted = 0 AND keeper.summary ->> 'type' = page.summary ->> 'type' AND ${sql}`,
    values: [JSON.stringify(pages.map(({ id, version }) => ({ id, version }))), site, ...values],
  };
}

/** The id of the draft's keeper of a row `entry` of the index. */
export const DRAFT_KEEPER = `(SELECT ${keeperOf(undefined).sql} FROM documents AS page WHERE page.site = entry.site
  AND page.kind = 'page' AND page.id = entry.id AND page.until = ${FOREVER} AND page.deleted = 0)`;
