import { mkdirSync, readdirSync, readFileSync, symlinkSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { copyFile, FolderCopy } from "../../../sites/machine/copies/copying.ts";
import { testFolder, type TestFolder } from "../testFolder.ts";

const LONG_AGO = new Date("2020-01-01");

function write(here: TestFolder, path: string, text: string, at = LONG_AGO): void {
  const file = here.at(`from/${path}`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  utimesSync(file, at, at);
}

const contents = (here: TestFolder): Record<string, string> =>
  Object.fromEntries(
    readdirSync(here.at("to"), { recursive: true, encoding: "utf8", withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => [`${entry.parentPath}/${entry.name}`.slice(here.at("to").length + 1), entry])
      .map(([path, entry]) => [path as string, readFileSync(here.at(`to/${path as string}`), "utf8"), entry] as const)
      .map(([path, text]) => [path, text] as const),
  );

test("a copy contains the data, without generated files and links", () => {
  using here = testFolder();
  for (const path of ["state/a.sqlite", "state/a.sqlite-wal", "secrets.env", "unknown/deep/file"])
    write(here, path, path);
  for (const path of [
    "config/x",
    "logs/y",
    "plugins/z",
    "lock",
    "reserve",
    "control.json",
    "state/a.sqlite-shm",
    "state/.probe-1",
    "secrets.env.new",
  ])
    write(here, path, path);
  symlinkSync("/etc/hostname", here.at("from/link"));
  new FolderCopy(here.at("from"), here.at("to")).bring();
  expect(Object.keys(contents(here)).toSorted()).toEqual([
    "secrets.env",
    "state/a.sqlite",
    "state/a.sqlite-wal",
    "unknown/deep/file",
  ]);
});

test("the last pass copies only what was changed, added or removed since", () => {
  using here = testFolder();
  for (const path of ["state/same", "state/changed", "state/gone"]) write(here, path, "old");
  const brought: string[] = [];
  const copy = new FolderCopy(here.at("from"), here.at("to"), (from, to) => {
    brought.push(from.slice(here.at("from").length + 1));
    copyFile(from, to);
  });
  copy.bring();
  brought.length = 0;
  write(here, "state/changed", "new", new Date("2020-01-02"));
  write(here, "state/come", "new", new Date("2020-01-02"));
  rmSync(here.at("from/state/gone"));
  copy.bring();
  expect(contents(here)).toEqual({ "state/same": "old", "state/changed": "new", "state/come": "new" });
  expect(brought.toSorted()).toEqual(["state/changed", "state/come"]);
});

test("a file that was written a moment ago is copied again, because the clock may not have moved", () => {
  using here = testFolder();
  write(here, "state/file", "one", new Date());
  let count = 0;
  const copy = new FolderCopy(here.at("from"), here.at("to"), (from, to) => {
    count += 1;
    copyFile(from, to);
  });
  copy.bring();
  copy.bring();
  expect(count).toBe(2);
});

test("a file that disappears during the copy is no error", () => {
  using here = testFolder();
  write(here, "state/goes", "text");
  write(here, "state/stays", "text");
  new FolderCopy(here.at("from"), here.at("to"), (from, to) => {
    if (from.endsWith("goes")) rmSync(from);
    copyFile(from, to);
  }).bring();
  expect(contents(here)).toEqual({ "state/stays": "text" });
});
