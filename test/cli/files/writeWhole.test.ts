import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { writeWhole } from "../../../sites/cli/files/writeWhole.ts";
import { testFolder } from "../../machine/testFolder.ts";

test("a file gets the new text and its mode, and nothing is left beside it", () => {
  using here = testFolder();
  writeFileSync(here.at("kept"), "old");
  writeWhole(here.at("kept"), "new", 0o600);
  expect([readFileSync(here.at("kept"), "utf8"), statSync(here.at("kept")).mode & 0o777]).toEqual(["new", 0o600]);
  expect(readdirSync(here.path)).toEqual(["kept"]);
});

test("a file that a killed process with the same id left beside it does not matter", () => {
  using here = testFolder();
  writeFileSync(here.at(`kept.${process.pid}.tmp`), "ha");
  writeWhole(here.at("kept"), "whole");
  expect([readdirSync(here.path), readFileSync(here.at("kept"), "utf8")]).toEqual([["kept"], "whole"]);
});

test("a symlink of that name is replaced, and what it led to stays", () => {
  using here = testFolder();
  writeFileSync(here.at("other"), "other");
  symlinkSync(here.at("other"), here.at("kept"));
  writeWhole(here.at("kept"), "new");
  expect([readFileSync(here.at("other"), "utf8"), readFileSync(here.at("kept"), "utf8")]).toEqual(["other", "new"]);
});

test("a failed write leaves the old text", () => {
  using here = testFolder();
  expect(() => writeWhole(here.at("none/kept"), "new")).toThrow(/ENOENT/);
  expect(readdirSync(here.path)).toEqual([]);
});
