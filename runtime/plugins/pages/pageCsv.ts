/** Writes the entries of a list as CSV, part by part, with their whole values. */
import { MEMBER_PAGE_EXPORTED, MEMBER_PAGE_EXPORTED_CHARS } from "../../../manifests/bounds/plugins.ts";
import type { MemberPageField, MemberPageList } from "../../../manifests/manifest/memberPage.ts";
import { CSV_MARK, csvRow, harmless } from "../../../manifests/shapes/csv.ts";
import type { Powers } from "../../powers/powers.ts";
import type { StorageRows } from "../storage/storageRows.ts";
import type { StoredRow } from "../storage/storageUse.ts";
import { entryOf } from "./entries.ts";
import { rowsAfter } from "./rowsOfList.ts";
import type { ShownValue } from "./views.ts";

export interface MemberPagePart {
  readonly csv: string;
  /** The key after which the next part goes on; null after the last. */
  readonly next: string | null;
}

interface Exporting {
  readonly rows: StorageRows;
  readonly list: MemberPageList;
  readonly fields: readonly MemberPageField[];
  readonly after: string | undefined;
  readonly timestamp: Powers["timestamp"];
}

/** Times that the platform can write. */
const LATEST_MS = 8.64e15;

/** Numbers are not escaped, because no formula begins with one. */
function cell({ as, value }: ShownValue, timestamp: Powers["timestamp"]): string {
  if (value === null) return "";
  if (typeof value === "string") return harmless(value);
  return as === "time" && typeof value === "number" && Math.abs(value) <= LATEST_MS ? timestamp(value) : String(value);
}

export function pagePart({ rows, list, fields, after, timestamp }: Exporting): MemberPagePart {
  const head = `${CSV_MARK}${csvRow(["key", ...fields.map(({ title }) => harmless(title))])}`;
  const lineOf = (row: StoredRow): string => {
    const { key, values } = entryOf(row, fields, Number.POSITIVE_INFINITY);
    return csvRow([key, ...values.map((value) => cell(value, timestamp))]);
  };
  let [csv, last] = [after === undefined ? head : "", after];
  const found = rowsAfter(rows, list, after, MEMBER_PAGE_EXPORTED + 1);
  for (const row of found.slice(0, MEMBER_PAGE_EXPORTED)) {
    if (csv.length >= MEMBER_PAGE_EXPORTED_CHARS) return { csv, next: last ?? null };
    csv += lineOf(row);
    last = row.key;
  }
  return { csv, next: found.length > MEMBER_PAGE_EXPORTED ? (last ?? null) : null };
}
