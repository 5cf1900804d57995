import { countOf } from "../../../manifests/refusals/countOf.ts";
import { existsSync, rmSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { type IndexedBlob, blobsNamedIn, blobsOf, bucketsIn, indexOf, sizesIn } from "../state/buckets.ts";
import type { DataFolder } from "../state/dataFolder.ts";
import type { ReadDatabase } from "../state/databases.ts";
import type { Inventory } from "../state/inventory.ts";
import type { Loss } from "../state/losses.ts";
import { PLACES } from "../state/places.ts";
import type { Aside } from "./aside.ts";
import { type NewRow, changeIndex, mendedAt } from "./bucketRows.ts";
import { digestsOf } from "./digests.ts";
import { type FoundArchive, type UnnamedFile, findArchives, isArchive } from "./lostArchives.ts";
import {
  type WantedByDigest,
  SHARED,
  isMadeAgain,
  isNamedNowhere,
  isStoredAgain,
  tenantOfKey,
  wantedObjects,
} from "./wanted.ts";

/** The losses and repairs of a start in the buckets. */
export interface MendedBuckets {
  readonly losses: readonly Loss[];
  readonly lines: readonly string[];
}

/**
 * Compares every bucket with its index: sets files of a wrong size aside, and enters files that the index lost. Hold
 * the lock.
 */
export function mendBuckets(
  { state }: Pick<DataFolder, "state">,
  kept: Inventory,
  { aside, reading, now }: { readonly aside: Aside; readonly reading: ReadDatabase; readonly now: () => number },
): MendedBuckets {
  const wanted = wantedObjects(kept);
  const all = bucketsIn(state).map((bucket) => mendBucket({ state, bucket, wanted, aside, reading, now: now() }));
  return { losses: all.flatMap(({ losses }) => losses), lines: all.flatMap(({ lines }) => lines) };
}

interface Mending {
  readonly state: string;
  readonly bucket: string;
  readonly wanted: WantedByDigest;
  readonly aside: Aside;
  readonly reading: ReadDatabase;
  readonly now: number;
}

function mendBucket({ state, bucket, wanted, aside, reading, now }: Mending): MendedBuckets {
  const rows = existsSync(indexOf(state, bucket)) ? reading(indexOf(state, bucket), blobsNamedIn) : [];
  const sizes = sizesIn(blobsOf(state, bucket));
  const broken = rows.filter(({ blob, bytes }) => sizes.get(blob) !== bytes);
  const cut = broken.filter(({ blob }) => sizes.has(blob));
  const moved = cut.map(({ blob, ...row }) => ({ ...row, kept: aside.move(join(placeOf(bucket), blob)) }));
  const sound = new Set(rows.filter((row) => !broken.includes(row)).map(({ key }) => key));
  const known = new Set(rows.map(({ blob }) => blob));
  const unnamed = [...sizes].filter(([blob]) => !known.has(blob));
  const since = beginOf(rows);
  const old = unnamed.map(([blob, bytes]) => fileOf(state, bucket, blob, bytes)).filter(({ at }) => at < since);
  // Only workspaces write to this bucket. A member's upload elsewhere could pretend to be an archive.
  const archived = bucket === SHARED.backups ? findArchives(old, { bucket, sound }) : [];
  const add = [
    ...archived.flatMap((archive) => archive.rows),
    ...rowsFor({ state, bucket, wanted: withMedia(wanted, archived), unnamed, sound }),
  ];
  const isBack = new Set(add.map(({ key }) => key));
  const gone = broken.filter(({ key }) => !isBack.has(key));
  changeIndex(state, bucket, { add, drop: gone.map(({ key }) => key).filter(isStoredAgain), now });
  const added = new Set(add.map(({ blob }) => blob));
  const archives = old.filter(({ blob, path }) => !added.has(blob) && isArchive(path));
  return {
    losses: [
      ...moved.filter(({ key }) => !isMadeAgain(key)).map((row) => cutTold(bucket, row)),
      ...gone.filter(({ key }) => isNamedNowhere(key)).map((row) => goneTold(bucket, row)),
      ...(archives.length > 0 ? [archivesTold(state, bucket, archives.length)] : []),
    ],
    lines: [
      ...(add.length > 0
        ? [
            `The index of the bucket ${bucket} had lost ${countOf(add.length, "file")}. All are back, named by their digests.`,
          ]
        : []),
      ...(archived.length > 0 ? [archivesBack(archived)] : []),
    ],
  };
}

function archivesBack(archived: readonly FoundArchive[]): string {
  const tenants = [...new Set(archived.map(({ head }) => head.tenant))].toSorted().join(", ");
  return `Named ${countOf(archived.length, "archive")} of the tenants ${tenants} anew, because only the index knew the names. Backups list them.`;
}

/** Adds the files that archives need, which may be in no library any more. */
function withMedia(wanted: WantedByDigest, archived: readonly FoundArchive[]): WantedByDigest {
  const all = [
    ...[...wanted].flatMap(([digest, objects]) => objects.map((object) => [digest, object] as const)),
    ...archived.flatMap(({ media }) => media),
  ];
  const unique = new Map(all.map(([digest, object]) => [`${object.bucket} ${object.key}`, [digest, object] as const]));
  return new Map(
    [...Map.groupBy(unique.values(), ([digest]) => digest)].map(([digest, pairs]) => [
      digest,
      pairs.map(([, object]) => object),
    ]),
  );
}

function fileOf(state: string, bucket: string, blob: string, bytes: number): UnnamedFile {
  const path = join(blobsOf(state, bucket), blob);
  return { blob, path, bytes, at: storedAt(blob, path) };
}

const placeOf = (bucket: string): string => join(PLACES.buckets, bucket, "blobs");

const cutTold = (bucket: string, { key, kept }: { readonly key: string; readonly kept: string }): Loss => ({
  what: `A file of the tenant ${tenantOfKey(key)} was cut off or changed: ${key} in the bucket ${bucket}. It is kept as ${kept}.`,
  mend: `Stop, and restore state/${PLACES.buckets} from a backup of the folder, or store the file again.`,
});

const goneTold = (bucket: string, { key, blob }: IndexedBlob): Loss => ({
  what: `The object ${key} of the tenant ${tenantOfKey(key)} in the bucket ${bucket} has lost its bytes.`,
  mend: `Stop, and restore state/${placeOf(bucket)}/${blob} from a backup of the folder.`,
});

const archivesTold = (state: string, bucket: string, files: number): Loss => ({
  what: `The index of the bucket ${bucket} was lost, and with it the names of ${countOf(files, "archive")}. The bytes stay in state/${placeOf(bucket)}.`,
  mend: `Stop, and restore state/${relative(state, indexOf(state, bucket))} from a backup of the folder.`,
});

/** The time of the oldest entry of an index. Files from before were known to an earlier index. */
const beginOf = (rows: readonly IndexedBlob[]): number => Math.min(...rows.map(({ at }) => at).filter((at) => at > 0));

interface Unnamed {
  readonly state: string;
  readonly bucket: string;
  readonly wanted: WantedByDigest;
  /** Files that the index does not name, with their sizes. */
  readonly unnamed: readonly (readonly [blob: string, bytes: number])[];
  /** Keys that have their bytes. */
  readonly sound: ReadonlySet<string>;
}

/** Rows for files that the index does not name. Reads them only if a key in this bucket lacks its bytes. */
function rowsFor({ state, bucket, wanted, unnamed, sound }: Unnamed): NewRow[] {
  const lacking = [...wanted.values()].flat().filter((one) => one.bucket === bucket && !sound.has(one.key));
  const open = new Set(lacking.map(({ key }) => key));
  if (open.size === 0) return [];
  return unnamed.flatMap(([blob, bytes]) => {
    const path = join(blobsOf(state, bucket), blob);
    const { md5, sha256 } = digestsOf(path);
    const target = wanted.get(sha256)?.find((one) => one.bucket === bucket && open.delete(one.key));
    return target ? [{ ...target, blob, bytes, md5, sha256, at: storedAt(blob, path) }] : [];
  });
}

/**
 * Deletes files that no index names: Miniflare writes an object's file first, and a crash may prevent its entry. Call
 * it only if nothing is lost. A file older than the index, or than the index's repair, stays: a lost index knew it.
 */
export function removeOrphans({ state }: Pick<DataFolder, "state">, reading: ReadDatabase): number {
  const orphans = bucketsIn(state).flatMap((bucket) => orphansOf(state, bucket, reading));
  for (const path of orphans) rmSync(path);
  return orphans.length;
}

function orphansOf(state: string, bucket: string, reading: ReadDatabase): string[] {
  if (!existsSync(indexOf(state, bucket))) return [];
  const rows = reading(indexOf(state, bucket), blobsNamedIn);
  const named = new Set(rows.map(({ blob }) => blob));
  const since = Math.max(beginOf(rows), ...reading(indexOf(state, bucket), mendedAt));
  return [...sizesIn(blobsOf(state, bucket)).keys()]
    .filter((blob) => !named.has(blob))
    .map((blob) => ({ blob, path: join(blobsOf(state, bucket), blob) }))
    .filter(({ blob, path }) => storedAt(blob, path) >= since)
    .map(({ path }) => path);
}

/** Miniflare ends a file's name with the time of its storing, which a copy of the folder does not change. */
const TIME = /^[0-9a-f]{64}([0-9a-f]{16})$/;

const storedAt = (blob: string, path: string): number => {
  const [, time] = TIME.exec(blob) ?? [];
  return time === undefined ? statSync(path).mtimeMs : Number(BigInt(`0x${time}`));
};
