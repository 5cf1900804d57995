import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { rowsOfDatabase } from "./databases.ts";
import { PLACES } from "./inventory.ts";
import { objectId } from "./objectId.ts";

/** The longest wait for a lock that a writing worker holds, in milliseconds. */
const BUSY_MS = 5_000;

/** Path of the index of a bucket's objects. Miniflare creates it with the first object. */
export const indexOf = (state: string, bucket: string): string =>
  join(state, PLACES.bucketIndex, `${objectId(basename(PLACES.bucketIndex), bucket)}.sqlite`);

/** True if a bucket has no objects. Opens the index read-only, so workers may be running. */
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
