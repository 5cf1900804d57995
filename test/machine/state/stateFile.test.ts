import { mkdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { stateIn } from "../../../sites/machine/state/stateFile.ts";
import { testFolder } from "../testFolder.ts";

const shape = z.object({ a: z.number() });

test.each([
  ["", { why: "damaged" }],
  ['{"a":', { why: "damaged" }],
  ["\0\0\0\0", { why: "damaged" }],
  ["null", { why: "damaged" }],
  ['{"a":"1"}', { why: "damaged" }],
  ['{"a":1}', { found: { a: 1 } }],
])("a file of state with %j is read as %j", (text, read) => {
  using here = testFolder();
  writeFileSync(here.at("state.json"), text);
  expect(stateIn(here.at("state.json"), shape)).toEqual(read);
});

test("a missing file of state is told apart from a damaged one, and an unreadable one from both", () => {
  using here = testFolder();
  expect(stateIn(here.at("state.json"), shape)).toEqual({ why: "missing" });
  mkdirSync(here.at("state.json"));
  expect(() => stateIn(here.at("state.json"), shape)).toThrow(/EISDIR/);
});
