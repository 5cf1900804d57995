import { statSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { makeFolder } from "../../../sites/cli/files/makeFolder.ts";
import { testFolder } from "../../machine/testFolder.ts";

test("a folder and those above it are made, once and with their mode", () => {
  using here = testFolder();
  for (const _ of ["first", "again"]) makeFolder(here.at("a/b/c"), 0o700);
  expect(["a", "a/b", "a/b/c"].map((name) => statSync(here.at(name)).mode & 0o777)).toEqual([0o700, 0o700, 0o700]);
});

test("a file in its place or above it is named", () => {
  using here = testFolder();
  writeFileSync(here.at("file"), "");
  expect(() => makeFolder(here.at("file"))).toThrow(/EEXIST/);
  expect(() => makeFolder(here.at("file/below"))).toThrow(/ENOTDIR/);
});

test.runIf(process.platform === "linux")("a file system that knows no new names ends the attempt", () => {
  expect(() => makeFolder("/proc/no/such/folder")).toThrow(/ENOENT/);
});
