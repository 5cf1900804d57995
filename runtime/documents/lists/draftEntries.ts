/**
 * Translates a member's list of a type's entries into SQL over the index alone. Rows of the draft are those without an
 * end. Unlike lists that visitors see, it has pages that stay out of lists, and it continues after an entry.
 */
import { FOREVER } from "../content/forever.ts";
import type { Clock } from "../content/timeZone.ts";
import type { FieldCondition } from "../content/content.ts";
import { VALUES } from "./entryIndex.ts";
import { type EntryOrder, type EntryRows, rowCondition } from "./pageQuery.ts";
import { DRAFT_KEEPER } from "./sharedRows.ts";
import { type SqlPart, joinedSql } from "./sqlPart.ts";
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
  /** The fields whose values all translations share. */
  readonly shared: readonly string[];
}

const DRAFT = `ended = ${FOREVER}`;
const OWN: EntryRows = { id: "entry.id", inVersion: `other.${DRAFT}` };
const KEPT: EntryRows = { id: DRAFT_KEEPER, inVersion: `other.${DRAFT}` };

/** Joins the rows of a shared value: those of the page that keeps it. */
const VALUED = `CROSS JOIN entry_index AS valued ON valued.site = entry.site AND valued.id = ${DRAFT_KEEPER}
  AND valued.name = ? AND valued.${DRAFT}`;

/** The rows of the draft that have one name, of entries that match. Those of a shared value are `valued`. */
function matching({ site, type, where, only, clock, shared }: DraftEntries, name: string): SqlPart {
  const isShared = shared.includes(name);
  const among: SqlPart = only
    ? { sql: "AND entry.id IN (SELECT value FROM json_each(?))", values: [JSON.stringify(only)] }
    : { sql: "", values: [] };
  const conditions = where.map((one) => rowCondition(one, clock, shared.includes(one.field) ? KEPT : OWN));
  const rowName = isShared ? VALUES : name;
  return joinedSql([
    {
      sql: `FROM entry_index AS entry ${isShared ? VALUED : ""}
        WHERE entry.site = ? AND entry.type = ? AND entry.name = ? AND entry.${DRAFT}`,
      values: [...(isShared ? [name] : []), site, type, rowName],
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

/** The texts of a field in all entries. An entry of a list has several. */
export function entryTexts(asked: DraftEntries, name: string): SqlPart {
  const { sql, values } = matching(asked, name);
  const value = `${valueRows(asked, name)}.value`;
  return { sql: `SELECT entry.id, ${value} AS value ${sql} AND typeof(${value}) = 'text'`, values };
}

const valueRows = ({ shared }: DraftEntries, name: string): string => (shared.includes(name) ? "valued" : "entry");

/** Matching entries in an order, after a place. The second selection has those without the value. */
export function entriesAfter(
  asked: DraftEntries,
  { name, isReversed }: EntryOrder,
  after: EntryPlace | null,
  limit: number,
): SqlPart {
  const [direction, beyond] = isReversed ? [" DESC", "<"] : ["", ">"];
  const { sql, values } = matching(asked, name);
  const value = `${valueRows(asked, name)}.value`;
  const part = (condition: string, more: readonly SqlValue[], sorted: string): SqlPart => ({
    sql: `SELECT * FROM (SELECT entry.id, ${value} AS value ${sql} AND ${condition} ORDER BY ${sorted} LIMIT ${limit})`,
    values: [...values, ...more],
  });
  const none = (from: string): SqlPart => part(`${value} IS NULL AND entry.id > ?`, [from], "entry.id");
  if (after?.value === null) return none(after.id);
  const later = after ? ` AND (${value}, entry.id) ${beyond} (?, ?)` : "";
  const some = part(
    `${value} IS NOT NULL${later}`,
    after ? [after.value, after.id] : [],
    `${value}${direction}, entry.id${direction}`,
  );
  return joinedSql([some, { sql: "UNION ALL", values: [] }, none(""), { sql: `LIMIT ${limit}`, values: [] }]);
}
