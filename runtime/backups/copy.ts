import { ARCHIVE_ROWS_READ } from "../../manifests/bounds/backups.ts";
import { countRows, dropTable, quoted } from "../database/anyTable.ts";
import type { Tables } from "../database/tables.ts";
import type { Sql, SqlValue } from "../powers/powers.ts";
import type { ArchiveRow } from "./archive.ts";
import { columnsOf, COPY_PREFIX, type Columns } from "./columns.ts";

const copyOf = (name: string): string => quoted(COPY_PREFIX + name);
/** The trigger that saves the lasting column of a deleted row. */
const saverOf = (name: string): string => quoted(`${COPY_PREFIX}${name}_saved`);
const numbered = (count: number): string[] => Array.from({ length: count }, (_, at) => `c${at}`);

/**
 * Copies of archived rows, in tables of the same database. While an archive is made, they hold the workspace at one
 * moment. Before a restore or an erasure, they hold an archive's rows until these are checked. The database copies some
 * hundred megabytes a second, and memory never holds the whole state. Texts that never change are read from the original
 * rows, so the copy is small. No answer leaves the workspace before all of it is on the disk.
 */
export class ArchiveCopy {
  readonly #sql: Sql;
  readonly #tables: Tables;
  #bytes = 0;
  /** Tables whose copies leave out the lasting column. */
  readonly #lean = new Set<string>();

  constructor(sql: Sql, tables: Tables) {
    this.#sql = sql;
    this.#tables = tables;
  }

  /** The bytes that the copy takes in the database. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Copies these tables in one transaction, so no write happens in between. */
  take(names: readonly string[]): void {
    this.#sql.atomically(() => {
      this.drop();
      const before = this.#sql.bytes();
      for (const name of names) this.#take(name, columnsOf(this.#sql, name));
      this.#bytes = this.#sql.bytes() - before;
    });
  }

  /**
   * Creates a copy table with `columns` columns. Columns are numbered, because the archive's names are not checked yet.
   */
  begin(name: string, columns: number): void {
    this.#sql.all(`CREATE TABLE ${copyOf(name)} (${numbered(columns).join(", ")})`);
  }

  add(name: string, row: ArchiveRow): void {
    this.#sql.all(`INSERT INTO ${copyOf(name)} VALUES (${row.map(() => "?").join(", ")})`, ...row);
  }

  /** Yields the copied rows in insertion order, a few at a time, because a row may hold 2 MB. */
  *rows(name: string): Generator<ArchiveRow> {
    const columns = numbered(columnsOf(this.#sql, COPY_PREFIX + name)?.all.length ?? 0);
    const { selected, joined } = this.#lean.has(name) ? this.#whole(name, columns) : plain(columns);
    const query = `SELECT copy.rowid AS n, ${selected} FROM ${copyOf(name)} AS copy ${joined}
      WHERE copy.rowid > ? ORDER BY copy.rowid LIMIT ?`;
    for (let last = 0; ;) {
      const rows = this.#sql.all<Record<string, SqlValue>>(query, last, ARCHIVE_ROWS_READ);
      for (const row of rows) yield columns.map((column) => row[column] ?? null);
      if (rows.length < ARCHIVE_ROWS_READ) return;
      last = Number(rows.at(-1)?.["n"]);
    }
  }

  /** Inserts the copied rows into the original table. The table's constraints check each row. */
  putBack(name: string, columns: readonly string[]): void {
    this.#sql.all(
      `INSERT INTO ${quoted(name)} (${columns.map(quoted).join(", ")}) SELECT * FROM ${copyOf(name)} ORDER BY rowid`,
    );
  }

  /** Tells whether a table holds exactly these rows, value by value. */
  isOf(name: string): boolean {
    const columns = columnsOf(this.#sql, name);
    if (!columns || this.#count(name, COPY_PREFIX + name) !== this.#count(name, name)) return false;
    const rows = rowsIn(this.#sql, this.#tables, name, columns);
    for (const row of this.rows(name)) if (!areEqual(row, rows.next().value ?? [])) return false;
    return true;
  }

  drop(): void {
    this.#bytes = 0;
    this.#lean.clear();
    const savers = this.#sql.all<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'trigger' AND substr(name, 1, ?) = ?",
      COPY_PREFIX.length,
      COPY_PREFIX,
    );
    for (const { name } of savers) this.#sql.all(`DROP TRIGGER ${quoted(name)}`);
    const names = this.#sql.all<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND substr(name, 1, ?) = ?",
      COPY_PREFIX.length,
      COPY_PREFIX,
    );
    for (const { name } of names) dropTable(this.#sql, name);
  }

  #take(name: string, columns: Columns | undefined): void {
    if (!columns) return;
    this.begin(name, columns.all.length);
    const { text, values } = selectionOf(this.#tables, name, columns);
    this.#sql.all(`INSERT INTO ${copyOf(name)} ${text} ORDER BY ${orderOf(columns)}`, ...values);
    const lasting = this.#tables.lastingOf(name);
    if (lasting !== undefined && columns.all.includes(lasting)) this.#saveDeleted(name, columns, lasting);
  }

  /** Saves the lasting column of each row that is deleted from now on. */
  #saveDeleted(name: string, columns: Columns, lasting: string): void {
    this.#lean.add(name);
    const places = columns.key.map((column) => `c${columns.all.indexOf(column)}`);
    this.#sql.all(`CREATE INDEX ${quoted(`${COPY_PREFIX}${name}_key`)} ON ${copyOf(name)} (${places.join(", ")})`);
    const isSame = columns.key.map((column, at) => `${places[at]} = OLD.${quoted(column)}`).join(" AND ");
    const saved = `c${columns.all.indexOf(lasting)}`;
    this.#sql.all(
      `CREATE TRIGGER ${saverOf(name)} BEFORE DELETE ON ${quoted(name)} BEGIN
         UPDATE ${copyOf(name)} SET ${saved} = OLD.${quoted(lasting)} WHERE ${isSame} AND ${saved} IS NULL;
       END`,
    );
  }

  /** Selects a lean copy's rows, with the lasting column of the original row or of the deleted one. */
  #whole(name: string, places: readonly string[]): { readonly selected: string; readonly joined: string } {
    const { all, key } = columnsOf(this.#sql, name) ?? { all: [], key: [] };
    const lasting = this.#tables.lastingOf(name);
    const selected = places.map((place, at) =>
      lasting !== undefined && all[at] === lasting
        ? `coalesce(copy.${place}, kept.${quoted(lasting)}) AS ${place}`
        : `copy.${place}`,
    );
    const isSame = key.map((column) => `kept.${quoted(column)} = copy.c${all.indexOf(column)}`).join(" AND ");
    return { selected: selected.join(", "), joined: `LEFT JOIN ${quoted(name)} AS kept ON ${isSame}` };
  }

  #count(name: string, table: string): number {
    return countRows(this.#sql, table, table === name ? this.#tables.whereOf(name) : "");
  }
}

const plain = (places: readonly string[]): { readonly selected: string; readonly joined: string } => ({
  selected: places.map((place) => `copy.${place}`).join(", "),
  joined: "",
});

const orderOf = ({ key }: Columns): string => key.map(quoted).join(", ");

/** Selects a table's archived rows, with fixed values for columns that are not archived. */
function selectionOf(
  tables: Tables,
  name: string,
  { all }: Columns,
): { readonly text: string; readonly values: SqlValue[] } {
  const reset = tables.resetOf(name);
  const where = tables.whereOf(name);
  const lasting = tables.lastingOf(name);
  const columns = all.map((column) => (column in reset ? "?" : column === lasting ? "NULL" : quoted(column)));
  return {
    text: `SELECT ${columns.join(", ")} FROM ${quoted(name)} ${where && `WHERE ${where}`}`,
    values: all.flatMap((column) => (column in reset ? [reset[column] ?? null] : [])),
  };
}

/** Yields a table's rows in the order of the primary key. */
function* rowsIn(sql: Sql, tables: Tables, name: string, columns: Columns): Generator<ArchiveRow> {
  const { all, key } = columns;
  const [order, reset] = [orderOf(columns), tables.resetOf(name)];
  let last: ArchiveRow = [];
  for (;;) {
    const after = last.length === 0 ? "" : `(${order}) > (${key.map(() => "?").join(", ")})`;
    const where = [tables.whereOf(name), after].filter(Boolean).join(" AND ");
    const query = `SELECT ${all.map(quoted).join(", ")} FROM ${quoted(name)} ${where && `WHERE ${where}`} ORDER BY ${order} LIMIT ?`;
    const rows = sql.all<Record<string, SqlValue>>(query, ...last, ARCHIVE_ROWS_READ);
    for (const row of rows) yield all.map((column) => reset[column] ?? row[column] ?? null);
    const end = rows.at(-1);
    if (!end || rows.length < ARCHIVE_ROWS_READ) return;
    last = key.map((column) => end[column] ?? null);
  }
}

const areEqual = (one: ArchiveRow, other: ArchiveRow): boolean =>
  one.length === other.length && one.every((value, at) => value === other[at]);
