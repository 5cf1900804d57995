/** The rows that a list of a plugin's page shows. */
import { STORAGE_BATCH_MAX } from "../../../manifests/bounds/bridge.ts";
import { MEMBER_PAGE_ROWS, MEMBER_PAGE_SOUGHT, MEMBER_PAGE_SOUGHT_CHARS } from "../../../manifests/bounds/plugins.ts";
import type { MemberPageField, MemberPageList } from "../../../manifests/manifest/memberPage.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { StorageRows } from "../storage/storageRows.ts";
import type { StoredRow } from "../storage/storageUse.ts";
import { entryOf } from "./entries.ts";

interface Found {
  readonly shown: readonly StoredRow[];
  /** The key after which the list goes on; null at its end. */
  readonly next: string | null;
}

/** Some rows of a list in its order, after a key. */
export const rowsAfter = (
  rows: StorageRows,
  { prefix, order = "last" }: MemberPageList,
  after: string | undefined,
  limit: number,
): StoredRow[] =>
  order === "last"
    ? rows.before({ prefix, before: after, limit })
    : rows.within({ prefix, ...(after === undefined ? {} : { after }), limit });

export function listedRows(rows: StorageRows, list: MemberPageList, after: string | undefined): Found {
  const found = rowsAfter(rows, list, after, MEMBER_PAGE_ROWS + 1);
  const shown = found.slice(0, MEMBER_PAGE_ROWS);
  return { shown, next: found.length > shown.length ? (shown.at(-1)?.key ?? null) : null };
}

/** An entry that another member has moved or deleted is not found. */
export function onlyRow(rows: StorageRows, { prefix }: MemberPageList, key: string): Found {
  const shown = key.startsWith(prefix) ? rows.find(key) : [];
  if (shown.length === 0) throw new Refusal("NOT_FOUND", { id: key });
  return { shown, next: null };
}

interface Sought {
  readonly text: string;
  /** The fields in whose values the text is sought. */
  readonly fields: readonly MemberPageField[];
}

const folded = (text: string): string => text.normalize("NFC").toLowerCase();

function holds(row: StoredRow, { text, fields }: Sought): boolean {
  const { values } = entryOf(row, fields, Number.POSITIVE_INFINITY);
  return values.some(({ value }) => value !== null && folded(String(value)).includes(text));
}

/** The rows whose shown values hold a text. A search that has read its most goes on from there with the next one. */
export function soughtRows(
  rows: StorageRows,
  list: MemberPageList,
  after: string | undefined,
  { text, fields }: Sought,
): Found {
  const sought = { text: folded(text), fields };
  const shown: StoredRow[] = [];
  let [last, read, chars] = [after, 0, 0];
  const isOver = (): boolean =>
    shown.length === MEMBER_PAGE_ROWS || read >= MEMBER_PAGE_SOUGHT || chars >= MEMBER_PAGE_SOUGHT_CHARS;
  while (!isOver()) {
    const batch = rowsAfter(rows, list, last, STORAGE_BATCH_MAX);
    for (const row of batch) {
      if (isOver()) break;
      [last, read, chars] = [row.key, read + 1, chars + row.value.length];
      if (holds(row, sought)) shown.push(row);
    }
    if (batch.length < STORAGE_BATCH_MAX && batch.at(-1)?.key === last) return { shown, next: null };
    if (batch.length === 0) return { shown, next: null };
  }
  const goesOn = rowsAfter(rows, list, last, 1).length > 0;
  return { shown, next: goesOn ? (last ?? null) : null };
}
