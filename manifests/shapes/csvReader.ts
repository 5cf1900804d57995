/** Reads CSV as spreadsheets and people write it: separated by commas, semicolons or tabs, with quotes or without. */

export const SEPARATORS = [",", ";", "\t"] as const;
export type Separator = (typeof SEPARATORS)[number];

export interface CsvRow {
  /** The number of the row's first line, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface CsvTable {
  readonly separator: Separator;
  /** The rows with any text, the header included. */
  readonly rows: readonly CsvRow[];
  /** Rows beyond the bound, which are counted and not kept. */
  readonly beyond: number;
  /** The line of a quotation mark that nothing closes. The row around it is not among the rows. */
  readonly openAt: number | null;
}

interface Cursor {
  at: number;
  line: number;
}

const NAMED_SEPARATOR = /^sep=([,;\t])(?:\r\n|\r|\n|$)/i;

export function readCsv(text: string, mostRows: number): CsvTable {
  const cursor: Cursor = { at: text.startsWith("\ufeff") ? 1 : 0, line: 1 };
  const named = NAMED_SEPARATOR.exec(text.slice(cursor.at, cursor.at + 8));
  if (named) {
    cursor.at += named[0].length;
    cursor.line += 1;
  }
  const separator = (named?.[1] as Separator | undefined) ?? separatorOf(text, cursor.at);
  const rows: CsvRow[] = [];
  let beyond = 0;
  while (cursor.at < text.length) {
    const { line } = cursor;
    const cells = rowAt(text, cursor, separator);
    if (cells === undefined) return { separator, rows, beyond, openAt: line };
    if (cells.every((cell) => cell.trim() === "")) continue;
    if (rows.length < mostRows) rows.push({ line, cells });
    else beyond += 1;
  }
  return { separator, rows, beyond, openAt: null };
}

/** The texts of one cell with several, as `joinedCells` writes them. Line breaks outside of quotes separate, too. */
export const readCells = (text: string): readonly string[] => {
  const cursor: Cursor = { at: 0, line: 1 };
  const found: string[] = [];
  while (cursor.at < text.length) found.push(...(rowAt(text, cursor, ";") ?? [text.slice(cursor.at)]));
  return found.map((one) => one.trim()).filter((one) => one !== "");
};

/** The cells of one row. A quotation mark that nothing closes is a character of its cell. */
export const rowCells = (row: string, separator: Separator): readonly string[] =>
  rowAt(row, { at: row.startsWith("\ufeff") ? 1 : 0, line: 1 }, separator) ?? row.split(separator);

/** The separator that the first line has most often outside of quotes. */
function separatorOf(text: string, from: number): Separator {
  const end = /[^\r\n]*/y;
  end.lastIndex = from;
  const line = (end.exec(text)?.[0] ?? "").replaceAll(/"(?:[^"]|"")*"/g, "");
  const counted = SEPARATORS.map((one) => ({ one, n: line.split(one).length }));
  return counted.toSorted((a, b) => b.n - a.n)[0]?.one ?? ",";
}

/** The characters of a bare cell. */
const BARE: Readonly<Record<Separator, RegExp>> = { ",": /[^,\r\n]*/y, ";": /[^;\r\n]*/y, "\t": /[^\t\r\n]*/y };
const BREAK = /\r\n|\r|\n/y;

const taken = (pattern: RegExp, text: string, cursor: Cursor): string | undefined => {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(text)?.[0];
  if (found !== undefined) cursor.at += found.length;
  return found;
};

/** The cells of the row at a cursor, which moves behind its line break. Undefined if a quotation mark stays open. */
function rowAt(text: string, cursor: Cursor, separator: Separator): string[] | undefined {
  const cells: string[] = [];
  for (;;) {
    const cell = cellAt(text, cursor, separator);
    if (cell === undefined) return undefined;
    cells.push(cell);
    if (text[cursor.at] === separator) cursor.at += 1;
    else {
      if (taken(BREAK, text, cursor) !== undefined) cursor.line += 1;
      return cells;
    }
  }
}

function cellAt(text: string, cursor: Cursor, separator: Separator): string | undefined {
  const blank = taken(separator === "\t" ? /[ ]*(?=")/y : /[ \t]*(?=")/y, text, cursor);
  if (text[cursor.at] !== '"') return (blank ?? "") + (taken(BARE[separator], text, cursor) ?? "");
  cursor.at += 1;
  const end = lastMark(text, cursor.at);
  if (end === -1) return undefined;
  const inside = text.slice(cursor.at, end);
  cursor.at = end + 1;
  cursor.line += inside.split(/\r\n|\r|\n/).length - 1;
  // Text after the last mark belongs to the cell, as spreadsheets read it.
  return inside.replaceAll('""', '"') + (taken(BARE[separator], text, cursor) ?? "");
}

/** The cursor of the mark that closes a quoted cell, or -1. Two marks are one of its text. */
function lastMark(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}
