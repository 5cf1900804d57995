/** Translates queries over pages into SQL. */
import { SITE_MAX_PAGES } from "../../../manifests/bounds/documents.ts";
import type { IndexedValue } from "../../../manifests/fields/indexed.ts";
import type { Comparison } from "../../../manifests/shapes/comparison.ts";
import { isListOrder, orderedField, type ListOrder } from "../../../manifests/shapes/listOrder.ts";
import type { SqlValue } from "../../powers/powers.ts";
import type { Clock } from "../content/timeZone.ts";
import type { FieldCondition, PageQuery } from "../content/content.ts";
import { PAGE_FIELDS } from "./entryIndex.ts";
import { type SqlPart, joinedSql } from "./sqlPart.ts";
import { isKept, keeperHas, type Moment, PAGES_KEPT } from "./sharedRows.ts";
import { type Compared, isClock, timed } from "./timedCondition.ts";

/** The SQL order of each order of all pages. */
export const ORDERS: Readonly<Record<ListOrder, string>> = {
  newest: "date DESC, path DESC",
  oldest: "date, path",
  title: "title, path",
  path: "path",
};

export const listOrder = ({ order = "newest" }: PageQuery): ListOrder => (isListOrder(order) ? order : "newest");

/** Translates the filters that every page has. `page` is the SQL name of the documents' table. */
export function conditions(query: PageQuery, page = "documents"): { sql: string; values: SqlValue[] } {
  const parts: SqlPart[] = [];
  if (query.collection !== undefined) parts.push({ sql: `AND ${page}.collection = ?`, values: [query.collection] });
  // Uses a range and not LIKE: a path may contain `_`, and the platform limits the length of LIKE patterns.
  if (query.under !== undefined && query.under !== "/")
    parts.push({ sql: `AND ${page}.path >= ? AND ${page}.path < ?`, values: [`${query.under}/`, `${query.under}0`] });
  if (query.ids !== undefined)
    parts.push({ sql: `AND ${page}.id IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(query.ids)] });
  if (query.type === undefined && query.ids === undefined && query.pageless?.size)
    parts.push({
      sql: `AND coalesce(${page}.summary ->> 'type', '') NOT IN (SELECT value FROM json_each(?))`,
      values: [JSON.stringify([...query.pageless])],
    });
  if (query.languages) parts.push(inLanguages(query.languages, page));
  return joinedSql(parts);
}

/** The condition on a page's language. One language alone is compared by its index. */
function inLanguages(languages: readonly (string | null)[], page: string): SqlPart {
  const tags = languages.filter((tag) => tag !== null);
  const [only] = tags;
  if (only !== undefined && languages.length === 1) return { sql: `AND ${page}.language = ?`, values: [only] };
  const none = languages.includes(null) ? `OR ${page}.language IS NULL` : "";
  return {
    sql: `AND (${page}.language IN (SELECT value FROM json_each(?)) ${none})`,
    values: [JSON.stringify(tags)],
  };
}

/** The order of a list of entries: a name of the index, and whether it is reversed. */
export interface EntryOrder {
  readonly name: string;
  readonly isReversed: boolean;
}

const PAGE_ORDER: Readonly<Record<ListOrder, EntryOrder>> = {
  newest: { name: PAGE_FIELDS.date, isReversed: true },
  oldest: { name: PAGE_FIELDS.date, isReversed: false },
  title: { name: PAGE_FIELDS.title, isReversed: false },
  path: { name: PAGE_FIELDS.path, isReversed: false },
};

/** The order of a list. An unknown field orders nothing, so the newest come first. */
export function entryOrder(
  asked: string | undefined,
  preset: string | undefined,
  known: ReadonlySet<string>,
): EntryOrder {
  const order = asked ?? preset ?? "newest";
  const field = orderedField(order);
  if (field && known.has(field.field)) return { name: field.field, isReversed: field.isReversed };
  return PAGE_ORDER[isListOrder(order) ? order : "newest"];
}

/** Comparisons that few entries fulfil. */
const FEW: readonly Comparison[] = ["eq", "has", "in"];

/** The conditions from which a selection can begin: each names the value that entries have. */
export const leadingConditions = ({ where = [] }: PageQuery, order: EntryOrder): FieldCondition[] =>
  where.filter(
    ({ field, is, values }) => (is === "eq" || is === "has") && field !== order.name && !values.some(isClock),
  );

/** The order in which counting reads the fewest rows of the index. Every entry has a path. */
export function countOrder({ where = [] }: PageQuery): EntryOrder {
  const found = where.find(({ is }) => FEW.includes(is)) ?? where.find(({ is }) => is !== "not");
  return { name: found?.field ?? PAGE_FIELDS.path, isReversed: false };
}

const HOLDS: Readonly<Record<Exclude<Comparison, "not" | "in">, string>> = {
  eq: "=",
  has: "=",
  before: "<",
  after: ">",
  from: ">=",
  to: "<=",
};

const marks = (values: readonly unknown[]): string => values.map(() => "?").join(", ");

function comparison(column: string, { is, values }: Compared): SqlPart {
  if (is === "in") return { sql: `${column} IN (${marks(values)})`, values };
  return { sql: `${column} ${is === "not" ? "=" : HOLDS[is]} ?`, values: values.slice(0, 1) };
}

/** The rows of an entry: their entry's id, and the condition that a row is of the version that counts. */
export interface EntryRows {
  readonly id: string;
  readonly inVersion: string;
}

const IN_VERSION = "other.version <= page.version AND other.ended > page.version";
const OF_ENTRY: EntryRows = { id: "entry.id", inVersion: IN_VERSION };
/** The rows of a page that stands in a list by the row of another. */
const OF_PAGE: EntryRows = { id: "page.id", inVersion: IN_VERSION };

/** A condition on another field than the order's: the entry has a row that matches, or none for `not`. */
export function rowCondition(condition: FieldCondition, clock: () => Clock, rows: EntryRows): SqlPart {
  const compared = timed(condition, clock);
  const { sql, values } = comparison("other.value", compared);
  return {
    sql: `AND ${compared.is === "not" ? "NOT " : ""}EXISTS (SELECT 1 FROM entry_index AS other
      WHERE other.site = entry.site AND other.id = ${rows.id} AND other.name = ? AND ${sql} AND ${rows.inVersion})`,
    values: [condition.field, ...values],
  };
}

/** The same for a field whose value all translations share. */
function sharedCondition(condition: FieldCondition, clock: () => Clock, at: Moment): SqlPart {
  const compared = timed(condition, clock);
  const { sql, values } = keeperHas(condition.field, comparison("other.value", compared), at);
  return { sql: `AND ${compared.is === "not" ? "NOT " : ""}${sql}`, values };
}

/** Tells whether the answer of a query changes with the time. */
export const isTimed = ({ where = [] }: PageQuery): boolean => where.some(isTimedCondition);

export const isTimedCondition = ({ values }: FieldCondition): boolean => values.some(isClock);

const isOnOrder = ({ field, is }: FieldCondition, order: EntryOrder): boolean => field === order.name && is !== "not";

export interface EntrySelection {
  readonly query: PageQuery & { readonly type: string };
  readonly order: EntryOrder;
  readonly site: string;
  /** Asked only by a condition that names a clock. */
  readonly clock: () => Clock;
  /** SQL that is true for the version of `page` that counts, with its parameters. */
  readonly inForce: SqlPart;
  /** SQL that is true for a `page` whose date is not of the future, with its parameters. */
  readonly hasCome: SqlPart;
  /** A condition of the query that few entries fulfil. The selection begins from it, and sorts what it finds. */
  readonly lead?: FieldCondition | undefined;
  /** The fields whose values all translations share. */
  readonly shared: readonly string[];
  /** The moment of the list. Undefined for the draft. */
  readonly at: Moment;
}

const FROM_ORDER = `SELECT * FROM (SELECT page.id, page.path, page.version, page.summary FROM entry_index AS entry
      CROSS JOIN documents AS page ON page.site = entry.site AND page.kind = 'page' AND page.id = entry.id
        AND page.version >= entry.version AND page.version < entry.ended`;

/** The rows of the order are found by the entry, after the rows of the condition. */
const FROM_LEAD = `SELECT * FROM (SELECT page.id, page.path, page.version, page.summary FROM entry_index AS leading
      CROSS JOIN documents AS page ON page.site = leading.site AND page.kind = 'page' AND page.id = leading.id
        AND page.version >= leading.version AND page.version < leading.ended
      CROSS JOIN entry_index AS entry INDEXED BY entry_index_entry ON entry.site = leading.site AND entry.id = leading.id
        AND entry.version <= page.version AND entry.ended > page.version`;

interface RowsFrom {
  readonly selected: string;
  readonly where: SqlPart;
  readonly rows: EntryRows;
  /** The column that orders equal values. */
  readonly last: string;
}

/** The tables of a selection, and the condition that they begin from. */
function rowsFrom({ query, order, site, lead, shared }: EntrySelection): RowsFrom {
  const whole = { where: { sql: "", values: [] }, rows: OF_ENTRY, last: "entry.id" };
  if (shared.includes(order.name)) return { ...whole, selected: PAGES_KEPT, rows: OF_PAGE, last: "page.id" };
  if (!lead) return { ...whole, selected: FROM_ORDER };
  const sql = "leading.site = ? AND leading.type = ? AND leading.name = ? AND leading.value = ? AND";
  const values = [site, query.type, lead.field, lead.values[0] as IndexedValue];
  return { ...whole, selected: FROM_LEAD, where: { sql, values } };
}

/**
 * Selects the entries of a type. Entries without the value that orders the list come last. So there are two selections
 * that follow the index, and SQLite reads the second only if the first is too short.
 */
export function entrySelection(selection: EntrySelection): { sql: string; values: SqlValue[] } {
  const { query, order, site, clock, inForce, hasCome, lead, shared, at } = selection;
  const where = query.where ?? [];
  const [onOrder, others] = [
    where.filter((one) => isOnOrder(one, order)),
    where.filter((one) => !isOnOrder(one, order) && one !== lead),
  ];
  const from = rowsFrom(selection);
  const rest = joinedSql([
    ...(from.selected === PAGES_KEPT ? [isKept(at)] : []),
    inForce,
    hasCome,
    { ...conditions(query, "page") },
    ...others.map((one) =>
      shared.includes(one.field) ? sharedCondition(one, clock, at) : rowCondition(one, clock, from.rows),
    ),
  ]);
  const last = (query.offset ?? 0) + (query.limit ?? SITE_MAX_PAGES);
  const direction = order.isReversed ? " DESC" : "";
  const part = (value: SqlPart, sorted: string): SqlPart => ({
    sql: `${from.selected}
      WHERE ${from.where.sql} entry.site = ? AND entry.type = ? AND entry.name = ? AND ${value.sql} AND page.deleted = 0 AND page.listed = 1 ${rest.sql}
      ORDER BY ${sorted} LIMIT ${last})`,
    values: [...from.where.values, site, query.type, order.name, ...value.values, ...rest.values],
  });
  const compared = onOrder.map((one) => comparison("entry.value", timed(one, clock)));
  const some = part(
    {
      sql: ["entry.value IS NOT NULL", ...compared.map(({ sql }) => sql)].join(" AND "),
      values: compared.flatMap(({ values }) => [...values]),
    },
    `entry.value${direction}, ${from.last}${direction}`,
  );
  if (onOrder.length > 0) return joinedSql([some]);
  const none = part({ sql: "entry.value IS NULL", values: [] }, from.last);
  return joinedSql([some, { sql: "UNION ALL", values: [] }, none]);
}
