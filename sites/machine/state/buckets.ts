import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { databaseNames, readRunning, rowsOfDatabase } from "./databases.ts";
import { PLACES } from "./places.ts";
import { objectId } from "./objectId.ts";

/** A file of a bucket, as the bucket's index describes it. */
export interface IndexedBlob {
  readonly key: string;
  readonly blob: string;
  readonly bytes: number;
  /** The MD5 of its bytes, in hexadecimal. */
  readonly md5: string;
  /** When the object was stored, in milliseconds since the epoch. */
  readonly at: number;
}

const OBJECTS = `SELECT key, blob_id AS blob, size AS bytes, etag AS md5, uploaded AS at FROM _mf_objects
  WHERE blob_id IS NOT NULL`;
const PARTS = `SELECT coalesce(object_key, '') AS key, blob_id AS blob, size AS bytes, checksum_md5 AS md5, 0 AS at
  FROM _mf_multipart_parts`;

/** Names of the buckets that have files. */
export const bucketsIn = (state: string): string[] =>
  databaseNames(join(state, PLACES.buckets)).filter((bucket) => existsSync(blobsOf(state, bucket)));

/** The folder of a bucket's files. Each has a random name, which the index maps to a key. */
export const blobsOf = (state: string, bucket: string): string => join(state, PLACES.buckets, bucket, "blobs");

/** Path of the index of a bucket's objects. Miniflare creates it with the first object. */
export const indexOf = (state: string, bucket: string): string =>
  join(state, PLACES.bucketIndex, `${objectId(basename(PLACES.bucketIndex), bucket)}.sqlite`);

/** Every file that an index names, also the parts of unfinished uploads. */
export const blobsNamedIn = (database: DatabaseSync): IndexedBlob[] => [
  ...rowsOfDatabase<IndexedBlob>(database, "_mf_objects", OBJECTS),
  ...rowsOfDatabase<IndexedBlob>(database, "_mf_multipart_parts", PARTS),
];

/** Sizes of the files in a folder, by name. */
export const sizesIn = (folder: string): ReadonlyMap<string, number> =>
  new Map(
    (existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [])
      .filter((entry) => entry.isFile())
      .map(({ name }) => [name, statSync(join(folder, name)).size]),
  );

/** True if a bucket has no objects. Opens the index read-only, so workers may be running. */
export function isBucketEmpty(state: string, bucket: string): boolean {
  const path = indexOf(state, bucket);
  if (!existsSync(path)) return true;
  return (
    readRunning(path, (index) => rowsOfDatabase(index, "_mf_objects", "SELECT 1 FROM _mf_objects LIMIT 1")).length === 0
  );
}
