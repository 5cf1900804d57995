/** The meaning of a file's columns: which member of the page, or which field of the type, each of them has. */
import { type CsvField, PAGE_COLUMNS, type PageColumn } from "../../../manifests/fields/csvFields.ts";
import { fold } from "../../../runtime/search/words.ts";

/** A column of the page or of a field, by the name of the column in an exported file. */
export type ColumnTarget = string;

/** The target of each column of the file, in its order. Null for a column that is not used. */
export type Mapping = readonly (ColumnTarget | null)[];

/** All columns of a type, in its order. */
export const columnsOfRows = (fields: readonly CsvField[]): readonly ColumnTarget[] => [
  ...PAGE_COLUMNS,
  ...fields.map(({ column }) => column),
];

/** Names that people give to the columns of a page, folded. */
const NAMES: Readonly<Record<PageColumn, readonly string[]>> = {
  id: ["id"],
  title: ["title", "titel", "name", "headline", "uberschrift"],
  path: ["path", "slug", "address", "adresse", "pfad", "url"],
  description: ["description", "beschreibung", "summary"],
  date: ["date", "datum"],
  held: ["held", "held back", "draft", "entwurf", "zuruckgehalten"],
};

const named = (text: string): string => fold(text).trim();

/** The likely target of each column. A second column of one name is not used. */
export function guessedMapping(header: readonly string[], fields: readonly CsvField[]): Mapping {
  const exact = new Map<string, ColumnTarget>([
    ...PAGE_COLUMNS.map((one) => [one, one] as const),
    ...fields.map(({ column }) => [named(column), column] as const),
  ]);
  const likely = new Map<string, ColumnTarget>([
    ...PAGE_COLUMNS.flatMap((one) => NAMES[one].map((name) => [name, one] as const)),
    ...fields.map(({ title, column }) => [named(title), column] as const),
    ...exact,
  ]);
  const seen = new Set<ColumnTarget>();
  return header.map((cell) => {
    const target = likely.get(named(cell)) ?? null;
    if (target === null || seen.has(target)) return null;
    seen.add(target);
    return target;
  });
}

/** Names that the header has more than once. */
export const repeated = (header: readonly string[]): readonly string[] => {
  const names = header.map(named);
  return [...new Set(header.filter((cell, index) => named(cell) !== "" && names.indexOf(named(cell)) < index))];
};
