import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { emptyDataFolder, forgetConfig, openDataFolder } from "../../../sites/machine/state/dataFolder.ts";
import { lock } from "../../../sites/machine/state/lock.ts";
import { Soundness } from "../../../sites/machine/state/soundness.ts";
import { testFolder } from "../testFolder.ts";

/** A database of several pages, so that a page behind the header can be damaged. */
function database(path: string): void {
  const open = new DatabaseSync(path);
  open.exec("BEGIN; CREATE TABLE words (word TEXT); CREATE INDEX by_word ON words (word)");
  const insert = open.prepare("INSERT INTO words VALUES (?)");
  for (let row = 0; row < 500; row += 1) insert.run(`word ${row} ${"x".repeat(100)}`);
  open.exec("COMMIT");
  open.close();
}

function damage(path: string, from: number, length: number): void {
  const bytes = readFileSync(path);
  bytes.fill(0x5a, from, from + length);
  writeFileSync(path, bytes);
}

describe("the data folder", () => {
  test("is created with its parts, private to its owner", () => {
    using here = testFolder();
    const folder = openDataFolder(here.at("new/deep"));
    for (const part of [folder.path, folder.state, folder.config, folder.logs, folder.plugins]) {
      expect(statSync(part).mode & 0o777).toBe(0o700);
    }
  });

  test.each(["file/data", "file"])("that is not writable is refused: %s", (path) => {
    using here = testFolder();
    writeFileSync(here.at("file"), "");
    expect(() => openDataFolder(here.at(path))).toThrow(
      /^Cannot write to the folder .+ Choose another one with --data\.$/,
    );
  });

  test("loses all of the product's files and no other when it is emptied", () => {
    using here = testFolder();
    const folder = openDataFolder(here.path);
    writeFileSync(here.at("state/x.sqlite"), "x");
    writeFileSync(here.at("secrets.env"), "x");
    writeFileSync(here.at("holiday.jpg"), "x");
    mkdirSync(here.at("letters"));
    emptyDataFolder(folder);
    expect([existsSync(here.at("state/x.sqlite")), existsSync(here.at("secrets.env"))]).toEqual([false, false]);
    expect([existsSync(here.at("holiday.jpg")), existsSync(here.at("letters")), existsSync(folder.state)]).toEqual([
      true,
      true,
      true,
    ]);
  });

  test("loses its generated configuration and keeps the rest", () => {
    using here = testFolder();
    const folder = openDataFolder(here.path);
    writeFileSync(here.at("config/old"), "x");
    writeFileSync(here.at("state/kept"), "x");
    forgetConfig(folder);
    expect([existsSync(here.at("config/old")), existsSync(here.at("state/kept")), existsSync(folder.config)]).toEqual([
      false,
      true,
      true,
    ]);
  });
});

describe("the lock", () => {
  test("has one holder at a time", () => {
    using here = testFolder();
    const folder = openDataFolder(here.path);
    const held = lock(folder);
    expect(() => lock(folder)).toThrow(/^Another run is using .+ --data\.$/);
    held.release();
    lock(folder).release();
  });

  test("is not confused by a file that is no lock", () => {
    using here = testFolder();
    const folder = openDataFolder(here.path);
    writeFileSync(folder.lock, "something else\n".repeat(500));
    expect(() => lock(folder)).toThrow(/^Cannot lock .+ Delete that file/);
  });
});

describe("damage", () => {
  test.each([
    ["the header", 0, 100],
    ["a page in the middle", 8192, 4096],
  ])("of %s of a database is found, by its path, and the database has no rows", (_, from, length) => {
    using here = testFolder();
    const folder = openDataFolder(here.path);
    mkdirSync(here.at("state/v3/d1"), { recursive: true });
    const path = here.at("state/v3/d1/one.sqlite");
    database(path);
    expect(new Soundness(folder).checkAll()).toEqual([]);
    damage(path, from, length);
    const soundness = new Soundness(folder);
    expect(soundness.read(path, (one) => one.prepare("SELECT word FROM words").all())).toEqual([]);
    expect(soundness.checkAll()).toEqual([{ path: "v3/d1/one.sqlite", why: expect.any(String) as string }]);
  });

  test("of a truncated database is found", () => {
    using here = testFolder();
    const folder = openDataFolder(here.path);
    database(here.at("state/one.sqlite"));
    writeFileSync(here.at("state/one.sqlite"), readFileSync(here.at("state/one.sqlite")).subarray(0, 20_000));
    expect(new Soundness(folder).checkAll()).toEqual([{ path: "one.sqlite", why: expect.any(String) as string }]);
  });

  test("is not a database that another program holds", () => {
    using here = testFolder();
    const folder = openDataFolder(here.path);
    database(here.at("state/one.sqlite"));
    const other = new DatabaseSync(here.at("state/one.sqlite"));
    other.exec("BEGIN EXCLUSIVE");
    expect(() => new Soundness(folder).checkAll()).toThrow(
      /^Cannot read state\/one\.sqlite in .+ Nothing was changed\.$/,
    );
    other.close();
    expect(new Soundness(folder).checkAll()).toEqual([]);
  });

  test("is not seen in an empty folder", () => {
    using here = testFolder();
    expect(new Soundness(openDataFolder(here.path)).checkAll()).toEqual([]);
  });
});
