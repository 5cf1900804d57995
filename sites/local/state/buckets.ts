import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { rowsOfDatabase } from "./databases.ts";
import { PLACES } from "./inventory.ts";
import { objectId } from "./objectId.ts";

/** The longest wait for a worker that writes to the index at this moment, in milliseconds. */
const BUSY_MS = 5_000;

/** The index of a bucket's objects, which the simulator makes with the first of them. */
export const indexOf = (state: string, bucket: string): string =>
  join(state, PLACES.bucketIndex, `${objectId(basename(PLACES.bucketIndex), bucket)}.sqlite`);

/** Tells whether a bucket holds nothing, also while workers run. The index is only read. */
export function isBucketEmpty(state: string, bucket: string): boolean {
  const path = indexOf(state, bucket);
  if (!existsSync(path)) return true;
  const index = new DatabaseSync(path, { readOnly: true, timeout: BUSY_MS });
  try {
    return rowsOfDatabase(index, "_mf_objects", "SELECT 1 FROM _mf_objects LIMIT 1").length === 0;
  } finally {
    index.close();
  }
}
