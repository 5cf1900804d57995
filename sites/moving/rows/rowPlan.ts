/** Plans what a file does to the entries of a type: each row is new, changes an entry, changes nothing, or is faulty. */
import { PATH_MAX_CHARS } from "../../../manifests/bounds/documents.ts";
import { validateFields } from "../../../manifests/fields/fields.ts";
import { decodePointer } from "../../../manifests/refusals/pointer.ts";
import type { Issue } from "../../../manifests/refusals/refusal.ts";
import { entryPath, innerAddress } from "../../../manifests/shapes/entryAddress.ts";
import type { CsvRow } from "../../../manifests/shapes/csvReader.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import { slugOf } from "../../../manifests/shapes/pagePath.ts";
import type { Mapping } from "./columns.ts";
import type { Present, PresentEntry } from "./present.ts";
import { type CellReading, type CellsRead, readRowCells, type RowChange, type RowFault } from "./rowCells.ts";

/** The content type, as the catalogue has it. */
export interface ImportedType {
  readonly type: string;
  readonly address: string | null;
  readonly fields: JsonSchema;
  readonly sections: readonly object[];
}

export interface Planning extends CellReading {
  readonly type: ImportedType;
  readonly present: Present;
  readonly mapping: Mapping;
  /** True if new entries stay back from publications, unless their row says otherwise. */
  readonly holdsNew: boolean;
  /** The column that names each row. Undefined if rows find their entries by id, path or title. */
  readonly keys?: RowKeys | undefined;
  /** A rule that a value breaks, in words. */
  readonly sayIssue: (issue: Issue) => string;
}

export interface RowKeys {
  /** The number of the column in the file, from 0, and its name there. */
  readonly column: number;
  readonly title: string;
  /** The id of the entry that an earlier import made of the row. */
  readonly idOf: (key: string) => string | undefined;
}

export type RowState = "new" | "changed" | "same" | "faulty";

export interface PlannedRow {
  readonly line: number;
  readonly title: string;
  readonly state: RowState;
  readonly changes: readonly RowChange[];
  readonly faults: readonly RowFault[];
  /** The edit of the API. Undefined if there is nothing to do. */
  readonly edit?: object;
  /** The address of a new entry. */
  readonly path?: string;
  /** The cell that names the row. */
  readonly key?: string | undefined;
  readonly entry?: PresentEntry | undefined;
}

export function planRows(planning: Planning, rows: readonly CsvRow[]): readonly PlannedRow[] {
  const claimed: Claimed = { paths: new Set(), numbers: new Map(), keys: new Set() };
  return rows.map((row) => planRow(planning, row, claimed));
}

function planRow(planning: Planning, { line, cells }: CsvRow, claimed: Claimed): PlannedRow {
  const { mapping } = planning;
  const named = new Map(
    mapping.flatMap((target, index) => (target === null ? [] : [[target, cells[index] ?? ""] as const])),
  );
  const title = (named.get("title") ?? "").trim();
  const key = keyIn(planning, cells);
  const place = placeOf(planning, named, claimed, key);
  const { entry } = place;
  const read = readRowCells(planning, named, entry);
  const shown = {
    line,
    title: title || (entry?.cells.get("title") ?? ""),
    changes: read.changes,
    entry,
    key,
  };
  const faults = [
    ...read.faults,
    ...place.faults,
    ...valueFaults(planning, read, entry),
    ...titleFaults(planning, shown),
    ...surplusFaults(mapping, cells),
  ];
  if (faults.length > 0) return { ...shown, state: "faulty", faults };
  if (!entry) return { ...shown, state: "new", faults, path: place.path, edit: creation(planning, read, place) };
  if (read.changes.length === 0) return { ...shown, state: "same", faults };
  return { ...shown, state: "changed", faults, edit: change(entry, read) };
}

const titleFaults = ({ titles }: Planning, { entry, title }: Pick<PlannedRow, "entry" | "title">): RowFault[] =>
  entry === undefined && title === "" ? [missing(titles["title"] ?? "title")] : [];

const surplusFaults = (mapping: Mapping, cells: readonly string[]): RowFault[] =>
  cells.slice(mapping.length).some((cell) => cell.trim() !== "")
    ? [{ title: "", fault: "tooManyCells", found: String(cells.length) }]
    : [];

/** The cell that names the row. Undefined if no column does. */
const keyIn = ({ keys }: Planning, cells: readonly string[]): string | undefined =>
  keys && (cells[keys.column] ?? "").trim();

/** The paths that earlier rows of the file are about. */
interface Claimed {
  readonly paths: Set<string>;
  /** The number of rows whose titles make a path. */
  readonly numbers: Map<string, number>;
  readonly keys: Set<string>;
}

const missing = (title: string): RowFault => ({ title, fault: "missing", found: "" });

interface EntryPlace {
  readonly entry: PresentEntry | undefined;
  readonly path: string;
  /** True if the row names the path itself. */
  readonly isNamed: boolean;
  readonly faults: readonly RowFault[];
}

function placeOf(
  planning: Planning,
  named: ReadonlyMap<string, string>,
  claimed: Claimed,
  key: string | undefined,
): EntryPlace {
  return key === undefined ? placeByCells(planning, named, claimed) : placeByKey(planning, named, claimed, key);
}

/** The entry that a row is about: by its id, its path, or the path that its title makes. */
function placeByCells(planning: Planning, named: ReadonlyMap<string, string>, claimed: Claimed): EntryPlace {
  const { present, titles } = planning;
  const cell = (name: string): string => named.get(name)?.trim() ?? "";
  const given = cell("path").replace(/^(?=[^/])/, "/");
  const ofId = present.withId(cell("id"));
  const entry = ofId ?? (given === "" ? undefined : present.at(given));
  if (entry === undefined && given === "") return placeByTitle(planning, named, claimed);
  const path = entry?.path ?? given;
  const twice = claimed.paths.has(path) ? [{ title: "", fault: "twice" as const, found: path }] : [];
  const isMoved = given !== "" && given !== path;
  const moved = isMoved ? [{ title: String(titles["path"]), fault: "moved" as const, found: given }] : [];
  claimed.paths.add(path);
  return { entry, path, isNamed: true, faults: [...twice, ...moved] };
}

/** The entry that an earlier import made of the row, or the place of a new one. */
function placeByKey(planning: Planning, named: ReadonlyMap<string, string>, claimed: Claimed, key: string): EntryPlace {
  const { keys, present } = planning;
  const isTwice = claimed.keys.has(key);
  claimed.keys.add(key);
  const faults =
    key === "" ? [missing(keys?.title ?? "")] : isTwice ? [{ title: "", fault: "twice" as const, found: key }] : [];
  const entry = present.withId(keys?.idOf(key) ?? "");
  if (!entry && (named.get("path") ?? "").trim() === "") {
    const place = placeByTitle(planning, named, claimed);
    return { ...place, entry: undefined, faults };
  }
  const place = placeByCells(planning, new Map([...named, ["id", entry?.id ?? ""]]), claimed);
  return { ...place, entry, faults: [...faults, ...place.faults] };
}

/** Rows of one title are entries at numbered paths, in their order, so that the same file again finds each of them. */
function placeByTitle(planning: Planning, named: ReadonlyMap<string, string>, claimed: Claimed): EntryPlace {
  const wanted = madePath(planning, named);
  let number = claimed.numbers.get(wanted) ?? 1;
  const numbered = (): string => (number === 1 ? wanted : `${wanted}-${number}`);
  while (claimed.paths.has(numbered())) number += 1;
  const path = numbered();
  claimed.numbers.set(wanted, number + 1);
  claimed.paths.add(path);
  return { entry: planning.present.at(path), path, isNamed: false, faults: [] };
}

/** The path that the editor gives a new entry of this title. */
function madePath(planning: Planning, named: ReadonlyMap<string, string>): string {
  const { page, values } = readRowCells(planning, named, undefined);
  const slug = slugOf(named.get("title") ?? "");
  const dateOf = (field: string | undefined): string =>
    String((field === undefined ? page["date"] : values[field]) ?? "");
  const { type, address } = planning.type;
  return (entryPath(address ?? innerAddress(type), slug, dateOf) ?? `/${slug}`).slice(0, PATH_MAX_CHARS);
}

/** Faults by the fields' own rules. Of an entry, only its changed values are checked. */
function valueFaults({ type, fields, sayIssue }: Planning, read: CellsRead, entry?: PresentEntry): RowFault[] {
  const given = Object.entries(read.values).filter(([, value]) => value !== null);
  const titleOf = (name: string): string => fields.find((field) => field.name === name)?.title ?? name;
  const faulty = new Set(read.faults.map(({ title }) => title));
  const required = (type.fields["required"] ?? []) as readonly string[];
  const emptied = required.filter((name) => (entry ? read.values[name] === null : read.values[name] == null));
  const refused = validateFields(type.fields, Object.fromEntries(given)).flatMap((issue) => {
    const [name = ""] = decodePointer(issue.pointer);
    return given.some(([one]) => one === name) ? [{ title: titleOf(name), found: sayIssue(issue) }] : [];
  });
  return [
    ...emptied.map(titleOf).map(missing),
    ...refused.map((one): RowFault => ({ ...one, fault: "refused" })),
  ].filter(({ title }) => !faulty.has(title));
}

const withoutNull = (members: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));

function creation({ type, mapping, holdsNew }: Planning, { page, values }: CellsRead, place: EntryPlace): object {
  const sections = type.sections.map((section, index) => ({ id: `section-${index + 1}`, ...section }));
  const isHeld = mapping.includes("held") ? page["held"] === true : holdsNew;
  const { held: _held, ...members } = withoutNull(page);
  const body = { ...members, path: place.path, type: type.type, values: withoutNull(values), sections };
  return { do: "create", body: { ...body, ...(isHeld && { held: true }) }, anyPath: !place.isNamed };
}

function change({ id, version }: PresentEntry, { page, values }: CellsRead): object {
  const operations = [
    ...(Object.keys(values).length > 0 ? [{ op: "set", section: "entry_values", fields: values }] : []),
    ...(Object.keys(page).length > 0 ? [{ op: "page", changes: page }] : []),
  ];
  return { do: "edit", page: id, expected: version, operations };
}
