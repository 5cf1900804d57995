import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FolderWatch } from "../../sites/cli/manage/folderWatch.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "drawbridge-watch-"));
  mkdirSync(join(folder, "sections"));
  for (const path of ["main.js", "sections/a.liquid"]) writeFileSync(join(folder, path), "0");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

let saves = 0;

/** Saves as many editors do: a new file replaces the old one. */
function replace(path: string): void {
  writeFileSync(join(folder, `${path}~`), String((saves += 1)));
  renameSync(join(folder, `${path}~`), join(folder, path));
}
const overwrite = (path: string): void => writeFileSync(join(folder, path), String((saves += 1)));

test.each(["main.js", "sections/a.liquid"])("every save of %s is noticed, whichever way it is made", async (path) => {
  using watching = new FolderWatch(folder);
  for (const save of [overwrite, replace, replace, overwrite, replace, overwrite]) {
    save(path);
    expect(await watching.next()).toBe(true);
  }
});

test("a folder that is new, or gone and made again, is watched as well", async () => {
  using watching = new FolderWatch(folder);
  for (const name of ["more", "sections", "more"]) {
    rmSync(join(folder, name), { recursive: true, force: true });
    mkdirSync(join(folder, name));
    expect(await watching.next()).toBe(true);
    overwrite(`${name}/b.liquid`);
    expect(await watching.next()).toBe(true);
  }
});

test("what packages leave out is passed over, and stopping ends the wait", async () => {
  mkdirSync(join(folder, "node_modules/other"), { recursive: true });
  using watching = new FolderWatch(folder);
  overwrite("node_modules/other/index.js");
  const waiting = watching.next();
  const early = await Promise.race([waiting, new Promise((done) => setTimeout(() => done("nothing"), 400))]);
  watching.stop();
  expect([early, await waiting]).toEqual(["nothing", false]);
});
