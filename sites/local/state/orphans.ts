/**
 * Files in a bucket that nothing names. The platform's simulator streams an object into a file and then names it in the
 * bucket's index. A machine that stops in between leaves the file, and no request can reach or remove it.
 */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { indexOf } from "./buckets.ts";
import { databaseNames, readDatabase } from "./databases.ts";
import type { DataFolder } from "./dataFolder.ts";
import { PLACES } from "./inventory.ts";

/** Fails on an index without these tables, which says nothing of the files. */
const NAMED = "SELECT blob_id AS blob FROM _mf_objects UNION SELECT blob_id FROM _mf_multipart_parts";

/** Removes them and says how many there were. Call it with the lock held: a running worker's file has no name yet. */
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

/** Nothing when the index cannot be read: every file then stays. */
function namedIn(path: string): ReadonlySet<unknown> | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return new Set(readDatabase(path, (database) => database.prepare(NAMED).all()).map(({ blob }) => blob));
  } catch {
    return undefined;
  }
}
