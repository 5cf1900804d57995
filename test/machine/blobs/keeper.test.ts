import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import {
  BLOBS_CHECK_AGAIN_MS,
  BLOBS_CHECK_BEGINS_MS,
  BLOBS_CHECKED_BYTES,
} from "../../../manifests/bounds/operators.ts";
import { blobIn } from "../../../sites/machine/blobs/blobService.ts";
import { damagedTold, type DamagedBlob } from "../../../sites/machine/blobs/damagedBlob.ts";
import { BlobKeeper } from "../../../sites/machine/blobs/keeper.ts";
import { startPatrol } from "../../../sites/machine/blobs/patrol.ts";
import { proofsIn } from "../../../sites/machine/blobs/proofs.ts";
import { Aside } from "../../../sites/machine/damage/aside.ts";
import { OBJECTS_TABLE } from "../../../sites/machine/damage/bucketRows.ts";
import { blobsOf, indexOf } from "../../../sites/machine/state/buckets.ts";
import { readRunning } from "../../../sites/machine/state/databases.ts";
import { openDataFolder, type DataFolder } from "../../../sites/machine/state/dataFolder.ts";
import { objectId } from "../../../sites/machine/state/objectId.ts";
import { PLACES } from "../../../sites/machine/state/places.ts";
import { testFolder } from "../testFolder.ts";

const NOW = Date.UTC(2026, 0, 2);
const blobName = (mark: string): string => mark.repeat(64) + NOW.toString(16).padStart(16, "0");
const digest = (bytes: Buffer, algorithm: string): string => createHash(algorithm).update(bytes).digest("hex");

const BYTES = Buffer.from("the bytes of a stored file");
const MEDIA = "drawbridge-media";
const LOGINS = "replace-oauth-id";
const GRANT = "saltmarrow/grant";

function made(path: string, ...statements: readonly string[]): void {
  mkdirSync(dirname(path), { recursive: true });
  const database = new DatabaseSync(path);
  for (const statement of statements) database.exec(statement);
  database.close();
}

function stored(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, BYTES);
}

const md5 = digest(BYTES, "md5");
const sha256 = digest(BYTES, "sha256");

const KEPT = {
  "an upload": { mark: "1", key: `saltmarrow/${sha256}/boat.webp` },
  "a picture in another width": { mark: "2", key: `saltmarrow/${sha256}/boat.webp/w400` },
  "an archive": { mark: "3", key: "saltmarrow/backups/one" },
} as const;

const VALUES = {
  "a value with its digest": { mark: "6", key: GRANT, metadata: `'{"sha256":"${sha256}"}'` },
} as const;

const PART = { mark: "4", key: "" };
const UNPROVEN = { mark: "7", key: "saltmarrow/client" };

/** A data folder with a file of every kind. */
function filled(home: string): DataFolder {
  const folder = openDataFolder(home);
  const rows = Object.values(KEPT).map(
    ({ mark, key }) =>
      `INSERT INTO _mf_objects VALUES ('${key}', '${blobName(mark)}', 'v', ${BYTES.length}, '${md5}', ${NOW}, '{}', '{}', '{}')`,
  );
  made(
    indexOf(folder.state, MEDIA),
    OBJECTS_TABLE,
    "CREATE TABLE _mf_multipart_parts (blob_id TEXT, size INTEGER, checksum_md5 TEXT, object_key TEXT)",
    ...rows,
    `INSERT INTO _mf_multipart_parts VALUES ('${blobName(PART.mark)}', ${BYTES.length}, '${md5}', NULL)`,
  );
  for (const { mark } of [...Object.values(KEPT), PART]) stored(join(blobsOf(folder.state, MEDIA), blobName(mark)));
  const index = join(folder.state, PLACES.storeIndex, `${objectId(basename(PLACES.storeIndex), LOGINS)}.sqlite`);
  made(
    index,
    "CREATE TABLE _mf_entries (key TEXT PRIMARY KEY, blob_id TEXT NOT NULL, expiration INTEGER, metadata TEXT)",
    ...Object.values(VALUES).map(
      ({ mark, key, metadata }) => `INSERT INTO _mf_entries VALUES ('${key}', '${blobName(mark)}', NULL, ${metadata})`,
    ),
    `INSERT INTO _mf_entries VALUES ('${UNPROVEN.key}', '${blobName(UNPROVEN.mark)}', NULL, NULL)`,
  );
  for (const { mark } of [...Object.values(VALUES), UNPROVEN])
    stored(join(folder.state, PLACES.stores, LOGINS, "blobs", blobName(mark)));
  return folder;
}

const pathOf = (mark: string): string =>
  Number(mark) < 5
    ? join(PLACES.buckets, MEDIA, "blobs", blobName(mark))
    : join(PLACES.stores, LOGINS, "blobs", blobName(mark));

function keeperOf(folder: DataFolder): { keeper: BlobKeeper; damaged: DamagedBlob[] } {
  const damaged: DamagedBlob[] = [];
  const keeper = new BlobKeeper({
    state: folder.state,
    proofs: () => proofsIn(folder.state, readRunning),
    aside: new Aside(folder, NOW),
    onDamage: (one) => damaged.push(one),
  });
  return { keeper, damaged };
}

function flip(path: string): void {
  const bytes = readFileSync(path);
  bytes[3] = (bytes[3] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

const PROVEN = { ...KEPT, "a part of an upload": PART, ...VALUES };

describe("a file of a store", () => {
  test.each(Object.entries(PROVEN))("is compared once a round, when it is sound: %s", async (_, { mark }) => {
    using here = testFolder();
    const folder = filled(here.path);
    const { keeper, damaged } = keeperOf(folder);
    expect([...keeper.open].toSorted()).toContain(pathOf(mark));
    expect(await keeper.isSound(pathOf(mark))).toBe(true);
    flip(join(folder.state, pathOf(mark)));
    expect([await keeper.isSound(pathOf(mark)), damaged]).toEqual([true, []]);
    keeper.again();
    expect([await keeper.isSound(pathOf(mark)), damaged.length]).toEqual([false, 1]);
  });

  test.each(Object.entries(PROVEN))("with one changed bit is set aside and told: %s", async (_, { mark, key }) => {
    using here = testFolder();
    const folder = filled(here.path);
    flip(join(folder.state, pathOf(mark)));
    const { keeper, damaged } = keeperOf(folder);
    const answers = await Promise.all([keeper.isSound(pathOf(mark)), keeper.isSound(pathOf(mark))]);
    expect([answers, damaged.length, damaged[0]?.key]).toEqual([[false, false], 1, key]);
    expect(existsSync(join(folder.state, pathOf(mark)))).toBe(false);
    expect(readFileSync(join(folder.path, damaged[0]?.kept ?? "")).length).toBe(BYTES.length);
    const { what, mend } = damagedTold(damaged[0] as DamagedBlob);
    expect(what).toContain(key === "" ? "a part of an upload" : `tenant saltmarrow has changed bytes: ${key} in `);
    expect(mend).toContain(`state/${pathOf(mark)}`);
  });

  test("that is gone, has no proof or is new, counts as sound", async () => {
    using here = testFolder();
    const folder = filled(here.path);
    const { keeper, damaged } = keeperOf(folder);
    const [gone, unproven] = [pathOf("1"), pathOf(UNPROVEN.mark)];
    rmSync(join(folder.state, gone));
    const found = await Promise.all([gone, unproven, pathOf("9")].map((path) => keeper.isSound(path)));
    expect([found, damaged]).toEqual([[true, true, true], []]);
  });

  test("that cannot be read is neither sound nor set aside", async () => {
    using here = testFolder();
    const folder = filled(here.path);
    const { keeper } = keeperOf(folder);
    rmSync(join(folder.state, pathOf("1")));
    mkdirSync(join(folder.state, pathOf("1")));
    await expect(keeper.isSound(pathOf("1"))).rejects.toThrow("EISDIR");
    await expect(keeper.isSound(pathOf("1"))).rejects.toThrow("EISDIR");
  });
});

describe("the files that nobody asks for", () => {
  test("are compared one after the other, at a bounded rate, after the start", async () => {
    using here = testFolder();
    const folder = filled(here.path);
    flip(join(folder.state, pathOf("6")));
    const { keeper, damaged } = keeperOf(folder);
    const waits: number[] = [];
    const done = Promise.withResolvers<void>();
    const patrol = startPatrol({
      keeper: Object.assign(keeper, { sizeOf: () => BLOBS_CHECKED_BYTES / 2 }),
      tell: () => undefined,
      wait: async (ms) => {
        waits.push(ms);
        if (ms !== BLOBS_CHECK_AGAIN_MS) return;
        if (damaged.length > 1) return done.resolve();
        // The bytes change after they were compared, so the next round finds them.
        flip(join(folder.state, pathOf("1")));
      },
    });
    await done.promise;
    patrol[Symbol.dispose]();
    const count = Object.keys(PROVEN).length;
    const round = (files: number): number[] => [...Array.from({ length: files }, () => 500), BLOBS_CHECK_AGAIN_MS];
    expect(waits).toEqual([BLOBS_CHECK_BEGINS_MS, ...round(count), ...round(count)]);
    expect([[...keeper.open], damaged.map(({ key }) => key)]).toEqual([[], [GRANT, KEPT["an upload"].key]]);
  });

  test("are no longer compared once the run ends", async () => {
    using here = testFolder();
    const { keeper } = keeperOf(filled(here.path));
    const told: string[] = [];
    startPatrol({ keeper, tell: (line) => told.push(line) })[Symbol.dispose]();
    await new Promise((done) => setImmediate(done));
    expect([[...keeper.open].length, told]).toEqual([Object.keys(PROVEN).length, []]);
  });

  test("do not end the comparison if one cannot be read", async () => {
    using here = testFolder();
    const folder = filled(here.path);
    rmSync(join(folder.state, pathOf("1")));
    mkdirSync(join(folder.state, pathOf("1")));
    const { keeper } = keeperOf(folder);
    const told: string[] = [];
    const done = Promise.withResolvers<void>();
    let waits = 0;
    const wait = async (): Promise<void> => {
      waits += 1;
      if (waits > Object.keys(PROVEN).length) done.resolve();
    };
    using patrol = startPatrol({ keeper, tell: (line) => told.push(line), wait });
    await done.promise;
    expect([patrol === undefined, told, [...keeper.open]]).toEqual([
      false,
      [expect.stringMatching(/cannot be read/)],
      [pathOf("1")],
    ]);
  });
});

describe("an address of a file", () => {
  const BLOB = "0".repeat(80);

  test.each([
    [`http://blobs/r2/${MEDIA}/blobs/${BLOB}`, join("v3/r2", MEDIA, "blobs", BLOB)],
    [`/kv/replace-oauth-id/blobs/${BLOB}`, join("v3/kv/replace-oauth-id/blobs", BLOB)],
    [`/d1/one/blobs/${BLOB}`, undefined],
    [`/r2/../blobs/${BLOB}`, undefined],
    [`/r2/%2e%2e/blobs/${BLOB}`, undefined],
    [`/r2/a%2fb/blobs/${BLOB}`, undefined],
    [`/r2/%/blobs/${BLOB}`, undefined],
    [`/r2/one/blobs/${BLOB.slice(1)}`, undefined],
    [`/r2/one/blobs/${BLOB}0`, undefined],
    [`/r2/one/blobs/../../../../secrets.env`, undefined],
    [`http://elsewhere/r2/one/blobs/${BLOB}`, undefined],
  ])("%s leads to %s", (url, path) => expect(blobIn(url)).toBe(path));
});
