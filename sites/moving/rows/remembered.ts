/**
 * Entries that remember the rows of which an import made them. A column of the file names each row. A mark says what
 * the file's columns said when the import wrote them, so that a further import sees what a member has changed.
 */
import type { Page } from "../../../runtime/documents/content/content.ts";
import type { PresentSite } from "../plan/site.ts";
import { Names } from "../plan/names.ts";
import type { Mapping } from "./columns.ts";
import { isEmptyCell, rowMark, writtenColumns } from "./rowMark.ts";
import type { PlannedRow } from "./rowPlan.ts";

export const rowSource = (type: string, key: string): string => `csv:${type}:${key}`;

export interface Remembering {
  readonly type: string;
  readonly mapping: Mapping;
  /** All columns of the type, in its order. */
  readonly columns: readonly string[];
  readonly site: Pick<PresentSite, "pages" | "deleted" | "languages">;
  /** True writes over values that a member has changed. */
  readonly overwrite: boolean;
  /** True adds entries again that a member has deleted. */
  readonly restore: boolean;
  /** The page of an entry as it is now. */
  readonly pageOf: (id: string) => Promise<Page>;
}

export interface RememberedRows {
  /** All rows, of which those that are left alone have no edit. */
  readonly rows: readonly PlannedRow[];
  /** Rows whose entries a member has changed since, in a column that an import wrote or now would write. */
  readonly changed: readonly PlannedRow[];
  /** Rows whose entries a member has deleted since. */
  readonly deleted: readonly PlannedRow[];
}

interface Creation {
  readonly do: "create";
  readonly body: object;
  readonly anyPath: boolean;
}
interface Change {
  readonly do: "edit";
  readonly page: string;
  readonly expected: number;
  readonly operations: readonly (
    | { readonly op: "set"; readonly fields: Members }
    | { readonly op: "page"; readonly changes: Members }
  )[];
}

type Members = Readonly<Record<string, unknown>>;

export async function rememberRows(planned: readonly PlannedRow[], remembering: Remembering): Promise<RememberedRows> {
  const { type, site, overwrite, restore, pageOf } = remembering;
  const sourceOf = ({ key = "" }: PlannedRow): string => rowSource(type, key);
  const bySource = new Map(site.pages.map((page) => [page.source, page]));
  const goneSources = new Set(restore ? [] : site.deleted.map(({ source }) => source));
  const names = new Names(site, new Set(planned.map(sourceOf)));
  const rows: PlannedRow[] = [];
  const changed: PlannedRow[] = [];
  const deleted: PlannedRow[] = [];
  const leave = ({ edit: _edit, ...row }: PlannedRow, list: PlannedRow[]): void => {
    list.push(row);
    rows.push(row);
  };
  for (const row of planned) {
    const source = sourceOf(row);
    const change = row.edit as Change;
    if (row.edit === undefined) rows.push(row);
    else if (row.state === "new") {
      if (goneSources.has(source)) leave(row, deleted);
      else rows.push({ ...row, ...created(row, names, source, await markAfter(remembering, row)) });
    } else {
      const written = await untouched(remembering, row, bySource.get(source)?.imported);
      if (!written && !overwrite) leave(row, changed);
      else {
        const imported = await markAfter(remembering, row, written);
        rows.push({ ...row, edit: replaced(change, await pageOf(change.page), imported) });
      }
    }
  }
  return { rows, changed, deleted };
}

/** An entry that comes back has the id that it had. */
function created(
  { edit, path = "/" }: PlannedRow,
  names: Names,
  source: string,
  imported: string,
): Pick<PlannedRow, "edit" | "path"> {
  const { anyPath, body } = edit as Creation;
  const named = names.take(source, path);
  const placed = anyPath ? named.path : path;
  return {
    path: placed,
    edit: { do: "create", id: named.id, body: { ...body, path: placed, source, imported } },
  };
}

/** An edit leaves the digest as it is, so the whole page is written. */
function replaced({ page, expected, operations }: Change, body: Page, imported: string): object {
  const members: Record<string, unknown> = { ...body };
  for (const operation of operations) {
    if (operation.op === "page") Object.assign(members, operation.changes);
    else members["values"] = given({ ...(members["values"] as Members), ...operation.fields });
  }
  return { do: "replace", page, expected, body: { ...given(members), imported } };
}

/** Members with a value: null removes one. */
const given = (members: Members): Members =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));

/** The file's columns of an entry. Its id and address are none: the site gives them. */
const ownColumns = ({ mapping }: Remembering): ReadonlySet<string> =>
  new Set(mapping.filter((target) => target !== null).filter((target) => target !== "id" && target !== "path"));

/**
 * The columns that imports wrote, if no member has changed them. Otherwise undefined, as for a value of a member's own
 * in a column that the file did not have before.
 */
async function untouched(
  remembering: Remembering,
  { changes, entry }: PlannedRow,
  mark: string | null | undefined,
): Promise<ReadonlySet<string> | undefined> {
  const cellOf = (column: string): string => entry?.cells.get(column) ?? "";
  const written = mark ? await writtenColumns(mark, remembering.columns, ownColumns(remembering), cellOf) : undefined;
  const isOwn = changes.some(({ column }) => !written?.has(column) && !isEmptyCell(column, cellOf(column)));
  return isOwn ? undefined : written;
}

/** The mark of an entry as the row leaves it. Columns of earlier imports stay in it. */
function markAfter(
  remembering: Remembering,
  { changes, entry }: PlannedRow,
  written: ReadonlySet<string> = new Set(),
): Promise<string> {
  const after = new Map(changes.map(({ column, after: cell }) => [column, cell]));
  const columns = new Set([...written, ...ownColumns(remembering)]);
  return rowMark(remembering.columns, columns, (column) => after.get(column) ?? entry?.cells.get(column) ?? "");
}
