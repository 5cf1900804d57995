import { mkdirSync } from "node:fs";
import { expect, test } from "vitest";
import { dataFolderAt, emptyDataFolder, openDataFolder } from "../../../sites/machine/state/dataFolder.ts";
import { Separation } from "../../../sites/machine/state/separation.ts";
import { testFolder } from "../testFolder.ts";

test("plugin code gets its own process after the first end, and keeps that after restarts until the operator disables it", () => {
  using here = testFolder();
  const folder = openDataFolder(here.path);
  const first = new Separation(folder, undefined);
  expect([first.isWanted, first.mayBegin]).toEqual([false, true]);
  first.begins();
  expect(new Separation(folder, undefined).isWanted).toBe(true);
  const never = new Separation(folder, false);
  expect([never.isWanted, never.mayBegin]).toEqual([false, false]);
  expect(new Separation(folder, undefined).isWanted).toBe(false);
});

test("an operator's option gives plugin code its own process, and only for that start", () => {
  using here = testFolder();
  const folder = openDataFolder(here.path);
  const wanted = new Separation(folder, true);
  expect([wanted.isWanted, wanted.mayBegin]).toEqual([true, false]);
  expect(new Separation(folder, undefined).isWanted).toBe(false);
});

test("an emptied folder forgets the separation", () => {
  using here = testFolder();
  const folder = openDataFolder(here.path);
  new Separation(folder, undefined).begins();
  emptyDataFolder(folder);
  expect(new Separation(folder, undefined).isWanted).toBe(false);
});

test("a separation that cannot be stored is no error", () => {
  using here = testFolder();
  const folder = dataFolderAt(here.path);
  mkdirSync(folder.apart);
  expect(() => new Separation(folder, undefined).begins()).not.toThrow();
});
