import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { openDataFolder } from "../../../sites/local/state/dataFolder.ts";
import type { DataFolder } from "../../../sites/local/state/dataFolder.ts";
import { PLACES } from "../../../sites/local/state/inventory.ts";
import { removeOrphans } from "../../../sites/local/state/orphans.ts";
import { testFolder } from "../testFolder.ts";

/** The name of Miniflare's index file for a bucket of this name. */
const INDEX_OF_MEDIA = "09ed058682bc1597010082dd5bb6fa92df9c2e70cec6a264864849eb63f3212e.sqlite";

const OBJECTS = "CREATE TABLE _mf_objects (key TEXT PRIMARY KEY, blob_id TEXT)";
const PARTS = "CREATE TABLE _mf_multipart_parts (upload_id TEXT, part_number INTEGER, blob_id TEXT)";
const NAMED = "INSERT INTO _mf_objects VALUES ('a', 'of-an-object'), ('in parts', NULL)";
const PART = "INSERT INTO _mf_multipart_parts VALUES ('u', 1, 'of-a-part')";

function blobs(folder: DataFolder, bucket: string, ...names: readonly string[]): () => string[] {
  const path = join(folder.state, PLACES.buckets, bucket, "blobs");
  mkdirSync(path, { recursive: true });
  for (const name of names) writeFileSync(join(path, name), "bytes");
  return () => readdirSync(path).toSorted();
}

function index(folder: DataFolder, ...statements: readonly string[]): string {
  const path = join(folder.state, PLACES.bucketIndex, INDEX_OF_MEDIA);
  mkdirSync(join(path, ".."), { recursive: true });
  const database = new DatabaseSync(path);
  for (const statement of statements) database.exec(statement);
  database.close();
  return path;
}

const ALL = ["half-a-file", "of-a-part", "of-an-object"];

describe("files in a bucket that its index does not name", () => {
  test("are removed, and no others", () => {
    using here = testFolder();
    const folder = openDataFolder(here.path);
    index(folder, OBJECTS, PARTS, NAMED, PART);
    const left = blobs(folder, "drawbridge-media", ...ALL);
    mkdirSync(join(folder.state, PLACES.buckets, "drawbridge-media", "blobs", "folder"));
    expect(removeOrphans(folder)).toBe(1);
    expect(left()).toEqual(["folder", "of-a-part", "of-an-object"]);
    expect(removeOrphans(folder)).toBe(0);
  });

  test("are all files if the index names none", () => {
    using here = testFolder();
    const folder = openDataFolder(here.path);
    index(folder, OBJECTS, PARTS);
    const left = blobs(folder, "drawbridge-media", ...ALL);
    expect([removeOrphans(folder), left()]).toEqual([3, []]);
  });

  test.each<[string, readonly string[]]>([
    ["is an empty file", []],
    ["lacks its objects", [PARTS]],
    ["lacks its parts", [OBJECTS, NAMED]],
    ["has another form", ["CREATE TABLE _mf_objects (key TEXT, blob TEXT)", PARTS]],
  ])("stay when the index %s", (_, statements) => {
    using here = testFolder();
    const folder = openDataFolder(here.path);
    index(folder, ...statements);
    const left = blobs(folder, "drawbridge-media", ...ALL);
    expect([removeOrphans(folder), left()]).toEqual([0, ALL]);
  });

  test("stay when the index is damaged, or locked", () => {
    using here = testFolder();
    const folder = openDataFolder(here.path);
    const path = index(folder, OBJECTS, PARTS, NAMED, PART);
    const left = blobs(folder, "drawbridge-media", ...ALL);
    const other = new DatabaseSync(path);
    other.exec("BEGIN EXCLUSIVE");
    expect([removeOrphans(folder), left()]).toEqual([0, ALL]);
    other.close();
    writeFileSync(path, "no database, but as long as the header of one would be, and a little longer than that is");
    expect([removeOrphans(folder), left()]).toEqual([0, ALL]);
  });

  test("stay when the index is another bucket's, and no index is created", () => {
    using here = testFolder();
    const folder = openDataFolder(here.path);
    index(folder, OBJECTS, PARTS, NAMED, PART);
    const left = blobs(folder, "drawbridge-backups", ...ALL);
    expect([removeOrphans(folder), left()]).toEqual([0, ALL]);
    expect(readdirSync(join(folder.state, PLACES.bucketIndex))).toEqual([INDEX_OF_MEDIA]);
  });

  test("do not exist in a new folder", () => {
    using here = testFolder();
    const folder = openDataFolder(here.path);
    expect(removeOrphans(folder)).toBe(0);
    expect(existsSync(join(folder.state, PLACES.buckets))).toBe(false);
  });
});
