/**
 * Finds files in a bucket without an index entry. Miniflare first writes an object's file and then its entry. A crash
 * in between leaves a file that no request can reach or delete.
 */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { indexOf } from "./buckets.ts";
import { databaseNames, readDatabase } from "./databases.ts";
import type { DataFolder } from "./dataFolder.ts";
import { PLACES } from "./inventory.ts";

/** Selects the used files. Fails for an index without these tables, because its files cannot be judged. */
const NAMED = "SELECT blob_id AS blob FROM _mf_objects UNION SELECT blob_id FROM _mf_multipart_parts";

/**
 * Deletes orphaned files; answers how many. Hold the lock, because a running worker may not have written the entry yet.
 */
export function removeOrphans({ state }: DataFolder): number {
  const orphans = databaseNames(join(state, PLACES.buckets)).flatMap((bucket) => orphansOf(state, bucket));
  for (const path of orphans) rmSync(path);
  return orphans.length;
}

function orphansOf(state: string, bucket: string): string[] {
  const blobs = join(state, PLACES.buckets, bucket, "blobs");
  const named = existsSync(blobs) ? namedIn(indexOf(state, bucket)) : undefined;
  if (!named) return [];
  return readdirSync(blobs, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !named.has(entry.name))
    .map(({ name }) => join(blobs, name));
}

/** The used files of a bucket. Undefined if the index cannot be read; all files then stay. */
function namedIn(path: string): ReadonlySet<unknown> | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return new Set(readDatabase(path, (database) => database.prepare(NAMED).all()).map(({ blob }) => blob));
  } catch {
    return undefined;
  }
}
