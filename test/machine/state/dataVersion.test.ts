import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { LAST_STEP } from "../../../runtime/database/lastStep.ts";
import { readMigrations } from "../../../sites/machine/state/migrations.ts";
import {
  keepVersion,
  LAYOUT,
  ownVersion,
  refuseNewer,
  versionIn,
  type DataFolderVersion,
} from "../../../sites/machine/state/dataVersion.ts";
import type { Inventory } from "../../../sites/machine/state/inventory.ts";
import { testFolder } from "../testFolder.ts";

const KNOWN = readMigrations().map(({ name }) => name);

const inventoryOf = (migrations: readonly string[], step: number): Inventory => ({
  migrations: new Set(migrations),
  sites: [],
  workspaces: new Map([
    [
      "harbour",
      { tenant: "harbour", sites: new Set(["shop"]), step, isPublished: false, files: [], held: [], isErased: false },
    ],
    [
      "older",
      { tenant: "older", sites: new Set(["shop"]), step: 1, isPublished: false, files: [], held: [], isErased: false },
    ],
  ]),
  objects: new Set(),
  issuers: new Set<string>(),
  hosted: new Map(),
});

const PRESENT = inventoryOf(KNOWN, LAST_STEP);

function refusalOf(found: Partial<DataFolderVersion> | undefined, inventory: Inventory): string | undefined {
  using here = testFolder();
  if (found) writeFileSync(here.at("version.json"), JSON.stringify({ ...ownVersion(), ...found }));
  try {
    refuseNewer(here, inventory);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

describe("data", () => {
  test.each<[string, Partial<DataFolderVersion> | undefined, Inventory]>([
    ["of this release", {}, PRESENT],
    ["of an earlier step", { release: "0.0.9", step: 1, migration: KNOWN[0] ?? "" }, inventoryOf(KNOWN.slice(0, 1), 1)],
    ["without a version", undefined, PRESENT],
    ["of nothing yet", undefined, { ...PRESENT, migrations: new Set(), workspaces: new Map() }],
  ])("%s is accepted", (_, found, inventory) => {
    expect(refusalOf(found, inventory)).toBe(undefined);
  });

  test.each<[string, Partial<DataFolderVersion> | undefined, Inventory, RegExp]>([
    [
      "that says so by its layout",
      { release: "9.0.0", layout: LAYOUT + 1 },
      PRESENT,
      /release 9\.0\.0: its folder has the layout/,
    ],
    [
      "that says so by its step",
      { release: "9.0.0", step: LAST_STEP + 1 },
      PRESENT,
      /release 9\.0\.0: its workspaces have schema step/,
    ],
    [
      "that says so by its migration",
      { release: "9.0.0", migration: "9999_x.sql" },
      PRESENT,
      /9999_x\.sql, which this release does not know/,
    ],
    [
      "whose control plane is later",
      {},
      inventoryOf([...KNOWN, "9999_y.sql"], LAST_STEP),
      /a later release: .*9999_y\.sql/,
    ],
    [
      "of which one workspace is later",
      undefined,
      inventoryOf(KNOWN, LAST_STEP + 1),
      /a later release: .*schema step \d+/,
    ],
  ])("of a later release %s is refused, with the reason", (_, found, inventory, says) => {
    const said = refusalOf(found, inventory);
    expect(said).toMatch(says);
    expect(said).toMatch(/cannot read newer data\. Start that release, or restore a backup/);
    expect(said).toMatch(/^[^\n]+$/);
  });

  test.each(["[]", '{"release":1}'])("with a version of unknown form is refused: %j", (text) => {
    using here = testFolder();
    writeFileSync(here.at("version.json"), text);
    expect(() => versionIn(here)).toThrow(
      /does not know the form of .+version\.json\. Start the release that wrote it/,
    );
  });

  test.each(["", "{", '{"release":"0.1.0","lay'])(
    "with a version that was cut off is judged by its databases: %j",
    (text) => {
      using here = testFolder();
      writeFileSync(here.at("version.json"), text);
      expect(versionIn(here)).toBe(undefined);
      expect(() => refuseNewer(here, inventoryOf(KNOWN, LAST_STEP + 1))).toThrow(/a later release/);
      keepVersion(here);
      expect(versionIn(here)).toEqual(ownVersion());
    },
  );
});

test("a folder contains the version of the release that wrote it, private to its owner", () => {
  using here = testFolder();
  expect(versionIn(here)).toBe(undefined);
  keepVersion(here);
  expect(versionIn(here)).toEqual(ownVersion());
  expect(statSync(here.at("version.json")).mode & 0o777).toBe(0o600);
  expect([existsSync(here.at("version.json.new")), readFileSync(here.at("version.json"), "utf8")]).toEqual([
    false,
    expect.stringContaining(`"release":"${ownVersion().release}"`),
  ]);
});
