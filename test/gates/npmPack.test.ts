import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

test.each([
  ["without a build fails, so nobody gets a package without a program", false],
  ["after a build makes a package", true],
])("npm pack %s", (_, isBuilt) => {
  const folder = mkdtempSync(join(tmpdir(), "drawbridge-pack-"));
  try {
    for (const name of ["package.json", ".npmrc"]) copyFileSync(join(ROOT, name), join(folder, name));
    if (isBuilt) mkdirSync(join(folder, "dist"));
    const { status } = spawnSync("npm", ["pack", "--offline", "--silent"], { cwd: folder });
    const made = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".tgz"));
    expect([status === 0, made.length]).toEqual([isBuilt, isBuilt ? 1 : 0]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
