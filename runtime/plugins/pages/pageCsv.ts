/** Writes the entries of a list as CSV, part by part, with their whole values. */
import { STORAGE_BATCH_MAX, STORAGE_VALUE_MAX_CHARS } from "../../../manifests/bounds/bridge.ts";
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

/** Values of the greatest length that fill a part. A first batch of so many reads little that the part leaves out. */
const FIRST_BATCH = Math.ceil(MEMBER_PAGE_EXPORTED_CHARS / STORAGE_VALUE_MAX_CHARS);

/** Reads in batches that double, because a part may be full of values of which its CSV shows nothing. */
export function pagePart({ rows, list, fields, after, timestamp }: Exporting): MemberPagePart {
  const head = `${CSV_MARK}${csvRow(["key", ...fields.map(({ title }) => harmless(title))])}`;
  const lineOf = (row: StoredRow): string => {
    const { key, values } = entryOf(row, fields, Number.POSITIVE_INFINITY);
    return csvRow([key, ...values.map((value) => cell(value, timestamp))]);
  };
  let [csv, last, read, chars] = [after === undefined ? head : "", after, 0, 0];
  const isFull = (): boolean =>
    read >= MEMBER_PAGE_EXPORTED || Math.max(csv.length, chars) >= MEMBER_PAGE_EXPORTED_CHARS;
  for (let limit = FIRST_BATCH; ; limit = Math.min(2 * limit, STORAGE_BATCH_MAX)) {
    const batch = rowsAfter(rows, list, last, limit);
    for (const row of batch) {
      if (isFull()) return { csv, next: last ?? null };
      csv += lineOf(row);
      [last, read, chars] = [row.key, read + 1, chars + row.value.length];
    }
    if (batch.length < limit) return { csv, next: null };
    if (isFull()) return { csv, next: rowsAfter(rows, list, last, 1).length > 0 ? (last ?? null) : null };
  }
}
