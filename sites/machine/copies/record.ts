import { createHash } from "node:crypto";
import { closeSync, fsyncSync, openSync, readFileSync, readSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import * as z from "zod/mini";
import { reason } from "../process/problem.ts";
import { type DamagedFile, verdictLine } from "../state/soundness.ts";
import { below } from "./copying.ts";

/** Names inside of a backup folder: the data, and the record of its files. */
export const DATA = "data";
export const RECORD = "backup.json";

const FORMAT = 1;
const OWNER_ONLY = 0o600;
const CHUNK_BYTES = 1024 * 1024;

const shape = z.strictObject({
  format: z.literal(FORMAT),
  release: z.string(),
  madeAt: z.string(),
  /** The parts that the copied data had lost, so the backup lacks them. */
  lacks: z.optional(z.array(z.string())),
  files: z.array(
    z.strictObject({
      path: z.string(),
      bytes: z.int(),
      sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    }),
  ),
});

export type BackupRecord = z.infer<typeof shape>;

export interface BackupOrigin {
  readonly release: string;
  readonly madeAt: string;
  readonly lacks: readonly string[];
}

/**
 * Writes the record with every file's digest. This is the last step, because a folder without a record is no backup.
 */
export function writeRecord(folder: string, { lacks, ...origin }: BackupOrigin): BackupRecord {
  const files = below(join(folder, DATA), "").map((path) => ({ path, ...digestOfFile(join(folder, DATA, path)) }));
  const record: BackupRecord = {
    format: FORMAT,
    ...origin,
    ...(lacks.length > 0 ? { lacks: [...lacks] } : {}),
    files: files.toSorted(byPath),
  };
  const file = join(folder, RECORD);
  writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`, { mode: OWNER_ONLY });
  synced(file);
  return record;
}

const byPath = (a: { readonly path: string }, b: { readonly path: string }): number => (a.path < b.path ? -1 : 1);

/** Brings a file to the disk. */
export function synced(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function digestOfFile(path: string): { readonly bytes: number; readonly sha256: string } {
  const [hash, chunk] = [createHash("sha256"), Buffer.alloc(CHUNK_BYTES)];
  const file = openSync(path, "r");
  let bytes = 0;
  try {
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
      hash.update(chunk.subarray(0, read));
      bytes += read;
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return { bytes, sha256: hash.digest("hex") };
}

export interface ExaminedBackup {
  /** Undefined if it cannot be read. */
  readonly record: BackupRecord | undefined;
  readonly faults: readonly string[];
  /** Databases that were copied as they are, and are damaged. They are among the faults. */
  readonly damaged: readonly DamagedFile[];
}

/** Verifies a backup. */
export function examineBackup(folder: string): ExaminedBackup {
  const record = recordIn(folder);
  if (typeof record === "string") return { record: undefined, faults: [record], damaged: [] };
  const known = new Map(record.files.map((file) => [file.path, file]));
  const found = new Set(below(join(folder, DATA), ""));
  const missing = [...known.keys()].filter((path) => !found.has(path)).map((path) => `${path} is missing`);
  const unknown = [...found].filter((path) => !known.has(path)).map((path) => `${path} does not belong to the backup`);
  const [changed, damaged] = [[] as string[], [] as DamagedFile[]];
  for (const file of record.files.filter(({ path }) => found.has(path))) {
    if (hasChanged(folder, file)) changed.push(`${file.path} has changed`);
    else damaged.push(...damageIn(folder, file.path));
  }
  const broken = damaged.map(({ path, why }) => `${path} is damaged: ${why}`);
  return { record, faults: [...missing, ...unknown, ...changed, ...broken], damaged };
}

function hasChanged(folder: string, { path, bytes, sha256 }: BackupRecord["files"][number]): boolean {
  const now = digestOfFile(join(folder, DATA, path));
  return now.bytes !== bytes || now.sha256 !== sha256;
}

function damageIn(folder: string, path: string): DamagedFile[] {
  const why = path.endsWith(".sqlite") ? findDamage(join(folder, DATA, path)) : undefined;
  return why === undefined ? [] : [{ path, why }];
}

function recordIn(folder: string): BackupRecord | string {
  try {
    const read = shape.safeParse(JSON.parse(readFileSync(join(folder, RECORD), "utf8")));
    return read.success ? read.data : `${RECORD} has a format that this release cannot read`;
  } catch (error) {
    return `${RECORD} cannot be read (${reason(error)})`;
  }
}

/** Reads every page of a database, read-only; answers the first fault. */
function findDamage(path: string): string | undefined {
  let database: DatabaseSync | undefined;
  try {
    const address = pathToFileURL(path);
    address.searchParams.set("immutable", "1");
    database = new DatabaseSync(address, { readOnly: true });
    const verdict = database.prepare("PRAGMA integrity_check(1)").get()?.["integrity_check"];
    return verdict === "ok" ? undefined : verdictLine(String(verdict));
  } catch (error) {
    return reason(error);
  } finally {
    database?.close();
  }
}
