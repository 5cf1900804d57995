/** The parts of a copied data folder that are damaged or lost. */
import { existsSync, renameSync } from "node:fs";
import { join, relative } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { proofsIn } from "../blobs/proofs.ts";
import { changedTold } from "../blobs/damagedBlob.ts";
import { damageNamed } from "../damage/owners.ts";
import { digestsOf } from "../damage/digests.ts";
import { reason } from "../process/problem.ts";
import { shippedPictures } from "../runner/storage.ts";
import type { DataFolder } from "../state/dataFolder.ts";
import { type ReadDatabase, readDatabase } from "../state/databases.ts";
import { takeInventory, tenantOfFile } from "../state/inventory.ts";
import { lossesIn } from "../state/losses.ts";
import { type DamagedFile, isDamage } from "../state/soundness.ts";
import { below } from "./copying.ts";

/** The ending keeps programs from opening the file. */
const APART = ".damaged";

/** Merges the write-ahead log of each database into its file. Answers the damaged ones, which it sets apart. */
export function settleAll(data: string): DamagedFile[] {
  const names = below(data, "").filter((name) => name.endsWith(".sqlite"));
  return names.flatMap((path) => settled(data, path));
}

function settled(data: string, path: string): DamagedFile[] {
  try {
    settle(join(data, path));
    return [];
  } catch (error) {
    if (!isDamage(error)) throw error;
    setApart(join(data, path));
    return [{ path, why: reason(error) }];
  }
}

function settle(path: string): void {
  const database = new DatabaseSync(path);
  try {
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  } finally {
    database.close();
  }
}

/** Gives a damaged database and its log an ending by which nothing opens them. An expert may still read rows in it. */
export function setApart(path: string): void {
  for (const one of [path, `${path}-wal`]) if (existsSync(one)) renameSync(one, one + APART);
}

/** Names every damaged or lost part. Paths of damaged databases are below the data folder. */
export function lackingIn(copied: DataFolder, damaged: readonly DamagedFile[]): string[] {
  const inventory = takeInventory(copied, withoutDamaged);
  const tenantOf = (path: string): string | undefined => tenantOfFile(inventory, path);
  return [
    ...damaged.map(({ path, why }) => damageNamed({ path: relative("state", path), why }, tenantOf)),
    ...changedIn(copied.state),
    ...lossesIn(inventory, shippedPictures()).map(({ what }) => what),
  ];
}

/** Reads no rows from a damaged database, which is named already. */
const withoutDamaged: ReadDatabase = (path, reading) => {
  try {
    return readDatabase(path, reading);
  } catch (error) {
    if (!isDamage(error)) throw error;
    return [];
  }
};

/** Names the files in stores whose bytes do not have their digest. */
const changedIn = (state: string): string[] =>
  [...proofsIn(state, withoutDamaged)].flatMap(([path, proof]) => {
    const file = join(state, path);
    if (!existsSync(file) || digestsOf(file)[proof.algorithm] === proof.digest) return [];
    return [changedTold({ ...proof, path })];
  });
