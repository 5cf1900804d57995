import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { OWN_PLUGINS } from "../../sites/cli/packing/packFile.ts";
import { packPlugins } from "../../sites/cli/packing/pluginFolder.ts";
import {
  changedSheets,
  presentSheets,
  releaseTable,
  releaseOf,
  sheetDigests,
  unraised,
  versionFaults,
} from "../../sites/tools/released.ts";
import { releaseVersion } from "../../sites/cli/command/version.ts";
import { declarative } from "../manifests/fixture.ts";
import { ROOT } from "./folder.ts";

const plugin = (version: string, digest: string) => ({ manifest: { ...declarative, version }, digest });

describe("plugins that changed since the last release", () => {
  test("have a higher version", () => {
    expect(Object.keys(releaseTable().plugins).length).toBeGreaterThan(20);
    expect(unraised(releaseTable(), packPlugins([OWN_PLUGINS]))).toEqual([]);
  });

  test.each([
    [
      "the same version",
      "1.0.0",
      ["acme.notices 1.0.0 differs from 1.0.0 of release 0.1.0: raise its version above 1.0.0"],
    ],
    ["a lower version", "0.9.9", [expect.stringContaining("raise its version above 1.0.0")]],
    ["a version that differs only in its build", "1.0.0+later", [expect.stringContaining("raise its version")]],
    ["the next version", "1.0.1", []],
  ])("are found under %s", (_, version, faults) => {
    const table = releaseOf("0.1.0", [plugin("1.0.0", "sha256-old")]);
    expect(unraised(table, [plugin(version, "sha256-new")])).toEqual(faults);
  });

  test("are not those with the same bytes, nor new ones", () => {
    const same = plugin("1.0.0", "sha256-old");
    expect([unraised(releaseOf("0.1.0", [same]), [same]), unraised(releaseOf("0.1.0", []), [same])]).toEqual([[], []]);
  });
});

describe("base and control sheets", () => {
  const [before, after] = [sheetDigests({ 1: ["a{}"], 2: ["b{}"] }), sheetDigests({ 1: ["a{}"], 2: ["b{ }"], 3: [] })];

  test("of the last release are served as they were", () => {
    expect(presentSheets()).toMatchObject({ bases: { 1: expect.any(String) }, controls: { 1: expect.any(String) } });
    expect(changedSheets(releaseTable(), presentSheets())).toEqual([]);
  });

  test("may be added, and neither changed nor removed", () => {
    const table = releaseOf("0.2.0", [], { bases: before, controls: before });
    const fault = (sheet: string): string =>
      `${sheet} differs from release 0.2.0: restore it, and make the change in a new number`;
    expect(changedSheets(table, { bases: { ...before, 3: "sha256-new" }, controls: before })).toEqual([]);
    expect(changedSheets(table, { bases: after, controls: before })).toEqual([fault("base 2")]);
    expect(changedSheets(table, { bases: before, controls: after })).toEqual([fault("control sheet 2")]);
    expect(changedSheets(table, { bases: {}, controls: before })).toEqual([fault("base 1"), fault("base 2")]);
    expect(changedSheets(releaseOf("0.2.0", [], { bases: before }), { bases: before })).toEqual([]);
  });
});

describe("the version of the release", () => {
  const table = releaseOf("0.1.0", []);
  const changelog = (...versions: readonly string[]): string =>
    versions.map((one) => `## ${one}\n\nWords.\n`).join("\n");

  test("is that of the changelog's first section, and newer than the last release", () => {
    const text = readFileSync(join(ROOT, "CHANGELOG.md"), "utf8");
    expect(versionFaults(releaseVersion(), text, releaseTable())).toEqual([]);
  });

  test.each([
    ["0.2.0", ["0.2.0", "0.1.0"], []],
    ["0.1.1", ["0.2.0", "0.1.0"], ["package.json says 0.1.1, but the changelog begins with 0.2.0"]],
    ["0.2.0", ["0.1.0"], ["package.json says 0.2.0, but the changelog begins with 0.1.0"]],
    ["0.2.0", ["0.2.0"], ["the changelog has no section for the release 0.1.0"]],
    ["0.0.9", ["0.0.9", "0.1.0"], ["package.json says 0.0.9, which is not newer than the release 0.1.0"]],
    ["0.1.0", ["0.1.0"], ["package.json says 0.1.0, which is not newer than the release 0.1.0"]],
    ["0.1.1", ["0.1.1", "0.1.0"], []],
  ])("%s over the sections %j", (version, sections, faults) =>
    expect(versionFaults(version, changelog(...sections), table)).toEqual(faults),
  );
});
