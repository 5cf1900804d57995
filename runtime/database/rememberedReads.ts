import {
  REMEMBERED_READ_MAX_CHARS,
  REMEMBERED_READ_MAX_ROWS,
  REMEMBERED_READS_MAX_CHARS,
  REMEMBERED_TEXTS_MAX,
} from "../../manifests/bounds/commands.ts";
import { remembering } from "../../manifests/memory/remembering.ts";
import type { NotPromise, Sql, SqlValue } from "../powers/powers.ts";

type Rows = readonly Readonly<Record<string, SqlValue>>[];

interface Remembered {
  readonly rows: Rows;
  readonly chars: number;
}

/** The answers of one text by its values, as JSON. */
type Answers = Map<string, Remembered>;

/** A text of SQL, as far as remembering needs it. */
interface Text {
  /** The table that it writes. Undefined for a read. */
  readonly writes: string | undefined;
  /** Undefined if the text's answers are not remembered. */
  readonly answers: Answers | undefined;
}

/** A statement that is neither a read nor a write of one named table, such as a new table. It changes everything. */
const ANYTHING = "*";

const WRITE = /^\s*(?:INSERT(?: OR \w+)? INTO|REPLACE INTO|UPDATE(?: OR \w+)?|DELETE FROM)\s+"?(\w+)/i;
const READ = /^\s*(?:SELECT|WITH)\b/i;
const CHANGING = /\b(?:INSERT|UPDATE|DELETE|REPLACE)\s+(?:OR|INTO|FROM|\w+\s+SET)\b/i;
/** Quoted names are those of copies, which triggers write. The others answer by more than the rows of tables. */
const NOT_REMEMBERED =
  /"|\b(?:pragma_|sqlite_)|\b(?:random|changes|last_insert_rowid|datetime|unixepoch|strftime)\s*\(/i;
/** The tables that a read names, and also aliases and columns. These only make it forget more often. */
const NAMES = /\b[a-z_]\w*\b/gi;

/**
 * Remembers the answers of small reads until a write of a table that they name. One command reads the same few rows
 * many times, and a later one often finds them unchanged. Every statement of the database must come through here.
 */
export function rememberingReads(sql: Sql): Sql {
  const remembered = new RememberedReads(sql);
  return {
    all: (query, ...values) => remembered.all(query, ...values),
    atomically: (action) => remembered.atomically(action),
    bytes: () => sql.bytes(),
  };
}

class RememberedReads {
  readonly #sql: Sql;
  readonly #texts = new Map<string, Text>();
  readonly #naming = new Map<string, Set<Answers>>();
  #chars = 0;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  all<Row extends object>(query: string, ...values: SqlValue[]): Row[] {
    const { writes, answers } = this.#texts.get(query) ?? this.#learn(query);
    if (writes !== undefined) return this.#write(writes, query, values);
    if (!answers) return this.#sql.all(query, ...values);
    const key = keyOf(values);
    const known = answers.get(key);
    if (known) return copied(known.rows) as Row[];
    const rows = this.#sql.all<Row & Record<string, SqlValue>>(query, ...values);
    return this.#remember(answers, key, rows) ? (copied(rows) as Row[]) : rows;
  }

  atomically<T>(action: () => NotPromise<T>): T {
    try {
      return this.#sql.atomically(action);
    } catch (error) {
      // Rows that were read in a transaction are gone with it.
      this.#forgetAll();
      throw error;
    }
  }

  #write<Row extends object>(table: string, query: string, values: SqlValue[]): Row[] {
    try {
      return this.#sql.all(query, ...values);
    } finally {
      if (table === ANYTHING) this.#forgetAll();
      else for (const answers of this.#naming.get(table) ?? []) this.#forget(answers);
    }
  }

  /** True if the answer is small enough to be remembered. */
  #remember(answers: Answers, key: string, rows: Rows): boolean {
    if (rows.length > REMEMBERED_READ_MAX_ROWS) return false;
    const chars = charsOf(key, rows);
    if (chars > REMEMBERED_READ_MAX_CHARS) return false;
    if (this.#chars + chars > REMEMBERED_READS_MAX_CHARS) this.#forgetAll();
    answers.set(key, { rows, chars });
    this.#chars += chars;
    return true;
  }

  #forget(answers: Answers): void {
    if (answers.size === 0) return;
    for (const { chars } of answers.values()) this.#chars -= chars;
    answers.clear();
  }

  #forgetAll(): void {
    for (const { answers } of this.#texts.values()) answers?.clear();
    this.#chars = 0;
  }

  #learn(query: string): Text {
    if (this.#texts.size >= REMEMBERED_TEXTS_MAX) {
      this.#texts.clear();
      this.#naming.clear();
      this.#chars = 0;
    }
    const { writes, names } = meaningOf(query);
    const answers: Answers | undefined = names && new Map();
    const text = { writes, answers };
    this.#texts.set(query, text);
    if (answers) for (const name of names ?? []) this.#namedBy(name).add(answers);
    return text;
  }

  #namedBy(name: string): Set<Answers> {
    const known = this.#naming.get(name);
    if (known) return known;
    const made = new Set<Answers>();
    this.#naming.set(name, made);
    return made;
  }
}

/** The effect of a text of SQL, which is the same for every database. */
interface Meaning {
  /** The table that it writes. Undefined for a read. */
  readonly writes?: string;
  /** The names in a read whose answers are remembered. */
  readonly names?: ReadonlySet<string>;
}

/** All workspaces of an isolate use the same texts, so each is read once. */
const meaningOf = remembering(REMEMBERED_TEXTS_MAX, (query): Meaning => {
  const written = WRITE.exec(query)?.[1]?.toLowerCase();
  if (written !== undefined) return { writes: written };
  if (!READ.test(query) || CHANGING.test(query)) return { writes: ANYTHING };
  return NOT_REMEMBERED.test(query) ? {} : { names: namesIn(query) };
});

/** JSON writes a number that is not finite as null, which is another value here. */
const keyOf = (values: readonly SqlValue[]): string =>
  JSON.stringify(values.some(isEndless) ? values.map(distinct) : values);

const isEndless = (value: SqlValue): boolean => typeof value === "number" && !Number.isFinite(value);

const distinct = (value: SqlValue): SqlValue | string[] => (isEndless(value) ? [String(value)] : value);

const namesIn = (query: string): Set<string> => new Set(query.toLowerCase().match(NAMES));

/** Callers may change the rows that they get. */
const copied = (rows: Rows): Record<string, SqlValue>[] => rows.map((row) => ({ ...row }));

/** Numbers count as eight characters. */
function charsOf(key: string, rows: Rows): number {
  let chars = key.length;
  for (const row of rows) for (const name in row) chars += sizeOf(row[name]);
  return chars;
}

const sizeOf = (value: SqlValue | undefined): number => (typeof value === "string" ? value.length : 8);
