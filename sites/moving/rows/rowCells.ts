/** The cells of one row, by what they are, and what they say. */
import { csvCell, type CsvField } from "../../../manifests/fields/csvFields.ts";
import { harmless, unmarked } from "../../../manifests/shapes/csv.ts";
import { type CellFault, cellValue, dateOf, type LocalTime, truthOf } from "./cellValue.ts";
import type { PageTitles } from "./pageTitles.ts";
import type { PresentEntry } from "./present.ts";

/** `missing` is an empty cell where a value must be, `refused` what the field's own rules say. */
export interface RowFault {
  /** The column as people know it. Empty for the row itself. */
  readonly title: string;
  readonly fault: CellFault | "missing" | "moved" | "twice" | "tooManyCells" | "refused";
  /** The part of the cell that is faulty, or the rule that it breaks. */
  readonly found: string;
  /** The content type of the page that is missing. */
  readonly of?: string;
}

export interface RowChange {
  readonly title: string;
  /** The name of the column in an exported file. */
  readonly column: string;
  readonly before: string;
  readonly after: string;
}

export interface CellsRead {
  /** The members of the page that change. Null removes one. */
  readonly page: Readonly<Record<string, unknown>>;
  readonly values: Readonly<Record<string, unknown>>;
  readonly changes: readonly RowChange[];
  readonly faults: readonly RowFault[];
}

export interface CellReading {
  readonly fields: readonly CsvField[];
  readonly pages: ReadonlyMap<string, PageTitles>;
  readonly pathOf: (id: string) => string;
  readonly localTime: LocalTime;
  /** Words for the columns of the page. */
  readonly titles: Readonly<Record<string, string>>;
}

const plain = (text: string): string => text.replaceAll(/\r\n?/g, "\n");
const same = (one: string, other: string): boolean => plain(one) === plain(other);

/** Reads the cells that differ from the entry. Without an entry, the cells that say anything. */
export function readRowCells(
  reading: CellReading,
  cells: ReadonlyMap<string, string>,
  present: PresentEntry | undefined,
): CellsRead {
  const page: Record<string, unknown> = {};
  const values: Record<string, unknown> = {};
  const changes: RowChange[] = [];
  const faults: RowFault[] = [];
  for (const [name, cell] of cells) {
    const before = present?.cells.get(name) ?? "";
    const field = reading.fields.find(({ column }) => column === name);
    const read = same(cell, before) ? undefined : field ? readValue(reading, field, cell) : readMember(name, cell);
    const title = titleOf(reading, name, field);
    if (read === undefined) continue;
    if ("fault" in read) faults.push({ title, ...read });
    else if (!same(read.cell, before)) {
      if (field) values[field.name] = read.value;
      else page[name] = read.value;
      changes.push({ title, column: name, before, after: read.cell });
    }
  }
  return { page, values, changes, faults };
}

const titleOf = ({ titles }: CellReading, name: string, field: CsvField | undefined): string =>
  field?.title ?? titles[name] ?? name;

type ReadCell = { readonly value: unknown; readonly cell: string } | Omit<RowFault, "title"> | undefined;

function readValue({ pages, pathOf, localTime }: CellReading, field: CsvField, cell: string): ReadCell {
  if (cell.trim() === "") return { value: null, cell: "" };
  const read = cellValue({ field, pages, localTime }, cell);
  if ("fault" in read) return { ...read, ...(read.fault === "unknownPage" && field.of !== null && { of: field.of }) };
  return { value: read.value, cell: csvCell(field, read.value, pathOf) };
}

/** Columns of the page that a row changes. Its id and path find the entry instead. */
const MEMBERS: Readonly<Record<string, (text: string) => ReadCell>> = {
  title: (text) => (text === "" ? { fault: "missing", found: "" } : { value: text, cell: harmless(text) }),
  description: (text) => ({ value: text === "" ? null : text, cell: harmless(text) }),
  date(text) {
    const read = text === "" ? { value: null } : dateOf(text);
    return "fault" in read ? { ...read, found: text } : { value: read.value, cell: read.value ?? "" };
  },
  held(text) {
    const value = text === "" ? false : truthOf(text);
    if (value === undefined) return { fault: "boolean", found: text };
    return { value: value ? true : null, cell: String(value) };
  },
};

const readMember = (name: string, cell: string): ReadCell => MEMBERS[name]?.(unmarked(cell).trim());
