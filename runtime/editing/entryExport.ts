/** Writes the entries of one content type as CSV, part by part, with their true values. */
import { csvCell, csvFields, PAGE_COLUMNS, VERSION_COLUMN } from "../../manifests/fields/csvFields.ts";
import { CSV_MARK, csvRow, harmless } from "../../manifests/shapes/csv.ts";
import type { Page } from "../documents/content/content.ts";
import type { Documents } from "../documents/documents.ts";
import type { EntriesAsked } from "./entryList.ts";
import type { CatalogueView, PagesView } from "./views.ts";

type TypeView = CatalogueView["contentTypes"][number];
type Listed = PagesView["items"][number];

export interface EntryExportPart {
  readonly csv: string;
  /** The cursor of the next part; null after the last. */
  readonly next: string | null;
}

/** The versions are for an editor that compares a file with the draft. */
export interface ExportAsked extends Omit<EntriesAsked, "size" | "values"> {
  readonly versions?: boolean | undefined;
}

interface Exporting {
  readonly documents: Documents;
  readonly site: string;
  readonly type: Pick<TypeView, "fields">;
  readonly versions: boolean;
  readonly isFirst: boolean;
}

/** A portion of a list as lines, the first with the header. Each of the items has all of its values. */
export function entryExport(exporting: Exporting, { items, next }: PagesView): EntryExportPart {
  const { documents, site, type, versions, isFirst } = exporting;
  const fields = csvFields(type.fields);
  const head = [...PAGE_COLUMNS, ...(versions ? [VERSION_COLUMN] : []), ...fields.map(({ column }) => column)];
  const refOf = pathsOf(documents, site);
  const lineOf = (item: Listed): string => {
    const body = documents.get(site, "page", item.id)?.body;
    const values = fields.map((field) => csvCell(field, item.values?.[field.name], refOf));
    return csvRow([...pageCells(item, body), ...(versions ? [String(item.version)] : []), ...values]);
  };
  return { csv: `${isFirst ? `${CSV_MARK}${csvRow(head)}` : ""}${items.map(lineOf).join("")}`, next };
}

/** Writes a reference as the path of its page, which people can read. A page that is gone keeps its id. */
function pathsOf(documents: Documents, site: string): (id: string) => string {
  const paths = new Map<string, string>();
  return (id) => {
    const path = paths.get(id) ?? documents.pageEntry(site, id)?.path ?? id;
    paths.set(id, path);
    return path;
  };
}

const pageCells = ({ id, title, path, held }: Listed, body: Page | undefined): string[] => [
  id,
  harmless(title),
  path,
  harmless(body?.description ?? ""),
  body?.date ?? "",
  held ? "true" : "false",
];
