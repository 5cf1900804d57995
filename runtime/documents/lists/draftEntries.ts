/**
 * Translates a member's list of a type's entries into SQL over the index alone. Rows of the draft are those without an
 * end. Unlike lists that visitors see, it has pages that stay out of lists, and it continues after an entry.
 */
import { FOREVER } from "../content/forever.ts";
import type { Clock } from "../content/timeZone.ts";
import type { FieldCondition } from "../content/content.ts";
import { type EntryOrder, type SqlPart, joinedSql, rowCondition } from "./pageQuery.ts";
import type { SqlValue } from "../../powers/powers.ts";

/** The place of an entry in an order: the value that orders it, and its id. */
export interface EntryPlace {
  readonly id: string;
  /** Null if the entry lacks the value. Such entries come last. */
  readonly value: string | number | null;
}

export interface DraftEntries {
  readonly site: string;
  readonly type: string;
  readonly where: readonly FieldCondition[];
  /** Ids to choose from. Undefined for all entries of the type. */
  readonly only?: readonly string[] | undefined;
  /** Asked only by a condition that names a clock. */
  readonly clock: () => Clock;
}

const DRAFT = `ended = ${FOREVER}`;

/** The rows of the draft that have one name, of entries that match. */
function matching({ site, type, where, only, clock }: DraftEntries, name: string): SqlPart {
  const among: SqlPart = only
    ? { sql: "AND entry.id IN (SELECT value FROM json_each(?))", values: [JSON.stringify(only)] }
    : { sql: "", values: [] };
  const conditions = where.map((one) => rowCondition(one, clock, `other.${DRAFT}`));
  return joinedSql([
    {
      sql: `FROM entry_index AS entry WHERE entry.site = ? AND entry.type = ? AND entry.name = ? AND entry.${DRAFT}`,
      values: [site, type, name],
    },
    among,
    ...conditions,
  ]);
}

/** All matching entries. Each has exactly one row with the name. */
export function entriesFound(asked: DraftEntries, name: string): SqlPart {
  const { sql, values } = matching(asked, name);
  return { sql: `SELECT entry.id ${sql}`, values };
}

/** Matching entries in an order, after a place. The second selection has those without the value. */
export function entriesAfter(
  asked: DraftEntries,
  { name, isReversed }: EntryOrder,
  after: EntryPlace | null,
  limit: number,
): SqlPart {
  const [direction, beyond] = isReversed ? [" DESC", "<"] : ["", ">"];
  const { sql, values } = matching(asked, name);
  const part = (condition: string, more: readonly SqlValue[], sorted: string): SqlPart => ({
    sql: `SELECT * FROM (SELECT entry.id, entry.value ${sql} AND ${condition} ORDER BY ${sorted} LIMIT ${limit})`,
    values: [...values, ...more],
  });
  const none = (from: string): SqlPart => part("entry.value IS NULL AND entry.id > ?", [from], "entry.id");
  if (after?.value === null) return none(after.id);
  const later = after ? ` AND (entry.value, entry.id) ${beyond} (?, ?)` : "";
  const some = part(
    `entry.value IS NOT NULL${later}`,
    after ? [after.value, after.id] : [],
    `entry.value${direction}, entry.id${direction}`,
  );
  return joinedSql([some, { sql: "UNION ALL", values: [] }, none(""), { sql: `LIMIT ${limit}`, values: [] }]);
}
