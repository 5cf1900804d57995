import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { PLACES } from "../state/places.ts";
import { BlobSync } from "./syncing.ts";

/** File systems' clocks are coarse, so a file may seem older than it is, in milliseconds. */
const COARSE_MS = 2_000;

/** A file in the folder of a bucket's or namespace's values. */
const BLOB = /^[^/\\]+[/\\]blobs[/\\][0-9a-f]{80}$/;

/** Syncs the files that a program other than the workers has stored since a time. */
export async function syncNewBlobs(state: string, since: number, sync = new BlobSync(state)): Promise<void> {
  const all = await Promise.all([PLACES.buckets, PLACES.stores].map((place) => filesIn(join(state, place))));
  const added: string[] = [];
  for (const path of all.flat()) if ((await stat(path)).mtimeMs >= since - COARSE_MS) added.push(path);
  await Promise.all(added.map((path) => sync.keep(path)));
}

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  return names.filter((name) => BLOB.test(name)).map((name) => join(folder, name));
}
