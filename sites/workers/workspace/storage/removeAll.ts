import { STORAGE_DELETE_MAX } from "../../../../manifests/bounds/backups.ts";

/** Removes any number of objects, in batches. Missing keys do no harm. */
export async function removeAll(bucket: R2Bucket, keys: readonly string[]): Promise<void> {
  for (let from = 0; from < keys.length; from += STORAGE_DELETE_MAX)
    await bucket.delete(keys.slice(from, from + STORAGE_DELETE_MAX));
}
