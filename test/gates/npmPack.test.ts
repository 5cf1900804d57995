import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

/** The package is packed from a folder of its own, which a build fills. */
test.each([
  ["without a build", false],
  ["after a build", true],
])("npm pack in a checkout fails %s, so nobody gets a package without a program", (_, isBuilt) => {
  const folder = mkdtempSync(join(tmpdir(), "drawbridge-pack-"));
  try {
    for (const name of ["package.json", ".npmrc"]) copyFileSync(join(ROOT, name), join(folder, name));
    if (isBuilt) mkdirSync(join(folder, "dist"));
    const { status, stderr } = spawnSync("npm", ["pack", "--offline"], { cwd: folder, encoding: "utf8" });
    const made = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".tgz"));
    expect([status === 0, made]).toEqual([false, []]);
    expect(stderr).toContain("npm-run-package-builds-and-packs");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
