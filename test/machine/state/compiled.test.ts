import { chmodSync, existsSync, mkdirSync, statSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { testFolder } from "../testFolder.ts";

const COMPILED = fileURLToPath(new URL("../../../sites/machine/state/compiled.ts", import.meta.url));
const FOLDER = fileURLToPath(new URL("../../../sites/machine/state/dataFolder.ts", import.meta.url));

/** Calls the function in a process of its own, then loads a module, and answers the folder of the cache. */
function cacheFolder(path: string): string {
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  const program = `
    import { getCompileCacheDir } from "node:module";
    import { keepCompiled } from ${JSON.stringify(COMPILED)};
    import { dataFolderAt } from ${JSON.stringify(FOLDER)};
    keepCompiled(dataFolderAt(${JSON.stringify(path)}));
    process.stdout.write(String(getCompileCacheDir()));
  `;
  return execFileSync(process.execPath, ["--input-type=module", "-e", program], { env, encoding: "utf8" });
}

test("what Node compiled is kept in a data folder that exists", () => {
  using here = testFolder();
  expect(cacheFolder(here.path).startsWith(here.at("compiled"))).toBe(true);
  expect(statSync(here.at("compiled")).mode & 0o777).toBe(0o700);
});

test.each([0o770, 0o707, 0o777])(
  "a folder in which others may write, with mode %o, keeps nothing that would run here",
  (mode) => {
    using here = testFolder();
    chmodSync(here.path, mode);
    expect(cacheFolder(here.path)).toBe("undefined");
    chmodSync(here.path, 0o700);
    mkdirSync(here.at("compiled"));
    chmodSync(here.at("compiled"), mode);
    expect(cacheFolder(here.path)).toBe("undefined");
  },
);

test("a folder that does not exist yet is not made, because its start makes it private", () => {
  using here = testFolder();
  expect(cacheFolder(here.at("later"))).toBe("undefined");
  expect(existsSync(here.at("later"))).toBe(false);
});
