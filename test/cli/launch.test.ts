import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { clearDesks, Desk } from "./svc.ts";

afterAll(clearDesks);

test("a package without a build says how to make a whole one", () => {
  using desk = new Desk();
  mkdirSync(join(desk.path, "sites"));
  copyFileSync(join(import.meta.dirname, "../../sites/launch.mjs"), join(desk.path, "sites/launch.mjs"));
  const { status, stderr } = spawnSync(process.execPath, [join(desk.path, "sites/launch.mjs")], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr:
      "This package of drawbridge was packed without its program. In a checkout, npm run package builds and packs it.\n",
  });
});
