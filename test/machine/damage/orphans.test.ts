import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { removeOrphans } from "../../../sites/machine/damage/mendBuckets.ts";
import { OBJECTS_TABLE } from "../../../sites/machine/damage/bucketRows.ts";
import { blobsOf, indexOf } from "../../../sites/machine/state/buckets.ts";
import { openDataFolder, type DataFolder } from "../../../sites/machine/state/dataFolder.ts";
import { PLACES } from "../../../sites/machine/state/places.ts";
import { Soundness } from "../../../sites/machine/state/soundness.ts";
import { testFolder } from "../testFolder.ts";

const BUCKET = "drawbridge-media";
const FIRST = Date.UTC(2026, 0, 2);

/** The name of Miniflare's index file for a bucket of this name. */
const INDEX_OF_MEDIA = "09ed058682bc1597010082dd5bb6fa92df9c2e70cec6a264864849eb63f3212e.sqlite";

const PARTS =
  "CREATE TABLE _mf_multipart_parts (upload_id TEXT, part_number INTEGER, blob_id TEXT, size INTEGER, checksum_md5 TEXT, object_key TEXT)";
const rowOf = (key: string, blob: string | null): string =>
  `INSERT INTO _mf_objects VALUES ('${key}', ${blob === null ? "NULL" : `'${blob}'`}, 'v', 5, 'md5', ${FIRST}, '{}', '{}', '{}')`;
const PART = (blob: string): string => `INSERT INTO _mf_multipart_parts VALUES ('u', 1, '${blob}', 5, 'md5', NULL)`;

/** A file's name as Miniflare makes it, which ends with the time. */
const blobAt = (name: string, at: number): string =>
  Buffer.from(name.padEnd(32)).toString("hex") + at.toString(16).padStart(16, "0");

function blobs(folder: DataFolder, ...names: readonly string[]): () => string[] {
  const path = blobsOf(folder.state, BUCKET);
  mkdirSync(path, { recursive: true });
  for (const name of names) writeFileSync(join(path, name), "bytes");
  return () => readdirSync(path).toSorted();
}

function index(folder: DataFolder, ...statements: readonly string[]): string {
  const path = indexOf(folder.state, BUCKET);
  mkdirSync(dirname(path), { recursive: true });
  const database = new DatabaseSync(path);
  for (const statement of statements) database.exec(statement);
  database.close();
  return path;
}

const removed = (folder: DataFolder): number => removeOrphans(folder, new Soundness(folder).read);

const [OBJECT, OF_PART, LEFT] = [blobAt("object", FIRST), blobAt("part", FIRST + 1), blobAt("left", FIRST + 2)];
const WHOLE = [OBJECTS_TABLE, PARTS, rowOf("a", OBJECT), rowOf("in parts", null), PART(OF_PART)];

describe("files in a bucket that its index does not name", () => {
  test("are removed, and no others", () => {
    using here = testFolder();
    const folder = openDataFolder(here.path);
    index(folder, ...WHOLE);
    const left = blobs(folder, OBJECT, OF_PART, LEFT);
    mkdirSync(join(blobsOf(folder.state, BUCKET), "folder"));
    expect([removed(folder), left()]).toEqual([1, [OBJECT, OF_PART, "folder"].toSorted()]);
    expect(removed(folder)).toBe(0);
  });

  test.each([
    ["a moment older than its first entry", FIRST - 1, 0],
    ["as old as its first entry", FIRST, 1],
    ["younger", FIRST + 1, 1],
  ])("and that are %s: a lost index may have named older ones", (_, at, count) => {
    using here = testFolder();
    const folder = openDataFolder(here.path);
    index(folder, ...WHOLE);
    blobs(folder, OBJECT, OF_PART, blobAt("left", at));
    expect(removed(folder)).toBe(count);
  });

  test.each<[string, readonly string[]]>([
    ["is an empty file", []],
    ["lacks its objects", [PARTS]],
    ["has no entries, as one that was made anew", [OBJECTS_TABLE, PARTS]],
  ])("stay when the index %s", (_, statements) => {
    using here = testFolder();
    const folder = openDataFolder(here.path);
    index(folder, ...statements);
    const left = blobs(folder, OBJECT, OF_PART, LEFT);
    expect([removed(folder), left()]).toEqual([0, [OBJECT, OF_PART, LEFT].toSorted()]);
  });

  test("stay when the index is damaged", () => {
    using here = testFolder();
    const folder = openDataFolder(here.path);
    const path = index(folder, ...WHOLE);
    const left = blobs(folder, OBJECT, OF_PART, LEFT);
    writeFileSync(path, "no database, but as long as the header of one would be, and a little longer than that is");
    expect([removed(folder), left()]).toEqual([0, [OBJECT, OF_PART, LEFT].toSorted()]);
  });

  test("stay when there is no index, and none is created", () => {
    using here = testFolder();
    const folder = openDataFolder(here.path);
    const left = blobs(folder, LEFT);
    expect([removed(folder), left()]).toEqual([0, [LEFT]]);
    expect(readdirSync(join(folder.state, PLACES.buckets))).toEqual([BUCKET]);
  });

  test("do not exist in a new folder", () => {
    using here = testFolder();
    expect(removed(openDataFolder(here.path))).toBe(0);
  });
});

test("the index of a bucket has the name that Miniflare gives it", () => {
  expect(indexOf("", BUCKET)).toBe(join(PLACES.bucketIndex, INDEX_OF_MEDIA));
});
