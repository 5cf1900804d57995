import { createHash } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { adoptFormerStore, formerIndex } from "../../../sites/machine/damage/formerPublicStore.ts";
import { publicStorePath } from "../../../sites/machine/damage/mendPublicStore.ts";
import { readDatabase } from "../../../sites/machine/state/databases.ts";
import { openDataFolder, type DataFolder } from "../../../sites/machine/state/dataFolder.ts";
import { PLACES, PUBLIC_STORE } from "../../../sites/machine/state/places.ts";
import { testFolder } from "../testFolder.ts";

const digest = (text: string): string => createHash("sha256").update(text).digest("hex");
const blobsOf = ({ state }: DataFolder): string => join(state, PLACES.stores, PUBLIC_STORE, "blobs");

const LONG = `x${"\u{1f600}".repeat(600_000)}`;

/** Stores values as an earlier release did. A null value has an entry and no file. */
function storeFormerly(folder: DataFolder, values: Readonly<Record<string, string | null>>): void {
  const index = formerIndex(folder.state);
  for (const path of [dirname(index), blobsOf(folder)]) mkdirSync(path, { recursive: true });
  using database = new DatabaseSync(index);
  database.exec(
    "CREATE TABLE _mf_entries (key TEXT PRIMARY KEY, blob_id TEXT NOT NULL, expiration INTEGER, metadata TEXT)",
  );
  for (const [number, [key, text]] of Object.entries(values).entries()) {
    database.prepare("INSERT INTO _mf_entries VALUES (?, ?, NULL, NULL)").run(key, `blob-${number}`);
    if (text !== null) writeFileSync(join(blobsOf(folder), `blob-${number}`), text);
  }
}

const valuesIn = ({ state }: DataFolder): unknown[] =>
  readDatabase(publicStorePath(state), (database) =>
    database
      .prepare("SELECT key, sha256, group_concat(text, '' ORDER BY part) AS text FROM public_values GROUP BY key")
      .all(),
  ).map((row) => ({ ...row }));

test("the public store of an earlier release moves to the present one, without its damaged values", () => {
  using here = testFolder();
  const folder = openDataFolder(here.path);
  const page = `tenants/a/sites/main/pages/home/${digest("page")}`;
  storeFormerly(folder, {
    [page]: "page",
    [`tenants/a/sites/main/pages/other/${digest("other")}`]: "changed",
    "hosts/a.example": null,
    "hosts/b.example": "",
    "tenants/a/sites/main/current": LONG,
  });
  adoptFormerStore(folder, readDatabase);
  const moved = [
    { key: "tenants/a/sites/main/current", sha256: digest(LONG), text: LONG },
    { key: page, sha256: digest("page"), text: "page" },
  ];
  expect(valuesIn(folder)).toEqual(moved);
  expect([formerIndex(folder.state), dirname(blobsOf(folder))].filter((path) => existsSync(path))).toEqual([]);
  adoptFormerStore(folder, readDatabase);
  expect(valuesIn(folder)).toEqual(moved);
});

test("after a return to an earlier release, its values replace the ones of before", () => {
  using here = testFolder();
  const folder = openDataFolder(here.path);
  storeFormerly(folder, { "tenants/a/sites/main/current": "1", "hosts/a.example": "a" });
  adoptFormerStore(folder, readDatabase);
  storeFormerly(folder, { "tenants/a/sites/main/current": "2" });
  adoptFormerStore(folder, readDatabase);
  expect(valuesIn(folder)).toEqual([{ key: "tenants/a/sites/main/current", sha256: digest("2"), text: "2" }]);
});

test("without a store of an earlier release, none is made", () => {
  using here = testFolder();
  const folder = openDataFolder(here.path);
  adoptFormerStore(folder, readDatabase);
  expect(existsSync(publicStorePath(folder.state))).toBe(false);
});
