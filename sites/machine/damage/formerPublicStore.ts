/** The public store of earlier releases: one file for each value, and an index of the platform's simulator. */
import { hash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { partsOf } from "../../../runtime/database/textParts.ts";
import type { DataFolder } from "../state/dataFolder.ts";
import { type ReadDatabase, rowsOfDatabase } from "../state/databases.ts";
import { objectId } from "../state/objectId.ts";
import { PLACES, PUBLIC_STORE } from "../state/places.ts";
import { PUT, REMOVE_ALL, SCHEMA } from "../../platform/publicStore/publicValues.ts";
import { publicStorePath } from "./mendPublicStore.ts";

/**
 * Moves the values of an earlier release into the present store, and removes the former one. Its files are newer than
 * the present values, because only that release writes them. Sites copy a value again that is missing here. Hold the
 * lock.
 */
export function adoptFormerStore({ state }: Pick<DataFolder, "state">, reading: ReadDatabase): void {
  const index = formerIndex(state);
  const former = join(state, PLACES.stores, PUBLIC_STORE);
  if (existsSync(index)) {
    const entries = reading(index, (database) => rowsOfDatabase<Entry>(database, "_mf_entries", ENTRIES));
    adopt(publicStorePath(state), entries, join(former, "blobs"));
  }
  for (const path of [index, `${index}-wal`, `${index}-shm`, former]) rmSync(path, { recursive: true, force: true });
}

export const formerIndex = (state: string): string =>
  join(state, PLACES.storeIndex, `${objectId(basename(PLACES.storeIndex), PUBLIC_STORE)}.sqlite`);

const ENTRIES = "SELECT key, blob_id AS blob FROM _mf_entries";

interface Entry {
  readonly key: string;
  readonly blob: string;
}

function adopt(path: string, entries: readonly Entry[], blobs: string): void {
  mkdirSync(dirname(path), { recursive: true });
  using closing = new DisposableStack();
  const database = closing.adopt(new DatabaseSync(path), (opened) => opened.close());
  database.exec("PRAGMA journal_mode = WAL");
  database.exec(SCHEMA);
  database.exec("BEGIN");
  database.exec(REMOVE_ALL);
  const put = database.prepare(PUT);
  for (const { key, blob } of entries) {
    const text = soundText(key, join(blobs, blob));
    if (text === undefined) continue;
    const sha256 = hash("sha256", text);
    for (const [part, some] of partsOf(text).entries()) put.run(key, part, sha256, some);
  }
  database.exec("COMMIT");
}

/** Most keys end with the digest of their value. */
const IN_KEY = /\/([0-9a-f]{64})$/;

function soundText(key: string, file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, "utf8");
  const wanted = IN_KEY.exec(key)?.[1];
  return text === "" || (wanted !== undefined && wanted !== hash("sha256", text)) ? undefined : text;
}
