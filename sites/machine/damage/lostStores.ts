import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import type { DataFolder } from "../state/dataFolder.ts";
import { type ReadDatabase, databaseNames, rowsOfDatabase } from "../state/databases.ts";
import type { Loss } from "../state/losses.ts";
import { sizesIn } from "../state/buckets.ts";
import { objectId } from "../state/objectId.ts";
import { PLACES, PUBLIC_STORE } from "../state/places.ts";
import type { DamagedFile } from "../state/soundness.ts";

/**
 * Names the stores of agents' logins that have values without an index. A damaged index is named already, and the public
 * store has no such files any more.
 */
export function lostStores(
  { state }: Pick<DataFolder, "state">,
  { reading, damaged }: { readonly reading: ReadDatabase; readonly damaged: readonly DamagedFile[] },
): Loss[] {
  const reported = new Set(damaged.map(({ path }) => path));
  const stores = databaseNames(join(state, PLACES.stores)).filter(
    (name) => name !== PUBLIC_STORE && sizesIn(join(state, PLACES.stores, name, "blobs")).size > 0,
  );
  return stores
    .filter((name) => !reported.has(indexFile(name)) && !hasIndex(join(state, indexFile(name)), reading))
    .map(lostTold);
}

const indexFile = (store: string): string =>
  join(PLACES.storeIndex, `${objectId(basename(PLACES.storeIndex), store)}.sqlite`);

const hasIndex = (path: string, reading: ReadDatabase): boolean =>
  existsSync(path) &&
  reading(path, (database) => rowsOfDatabase(database, "_mf_entries", "SELECT 1 FROM _mf_entries LIMIT 1")).length > 0;

const lostTold = (store: string): Loss => ({
  what: `The index of the store ${store} was lost. Members must connect their agents again.`,
  mend: `To have it back, stop, and restore state/${indexFile(store)} from a backup of the folder.`,
});
