/** The plugins that were written from the docs: their row in the README, their check, and their own tests. */
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { checkFolder } from "../../sites/cli/plugin/check.ts";
import { clearDesks, Desk } from "./svc.ts";

// Authors' own tests start workers.
vi.setConfig({ testTimeout: 180_000 });
afterAll(clearDesks);

const TESTS = join(import.meta.dirname, "..");
const FOLDER = join(TESTS, "fixtures/plugins");
const FOLDERS = readdirSync(FOLDER);

const ROWS = readFileSync(join(TESTS, "README.md"), "utf8")
  .split("## Plugins written from the docs")[1]
  ?.split("\n## ")[0]
  ?.split("\n")
  .filter((line) => line.startsWith("| `"));

const inBackticks = (text = ""): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);

/** Plugins whose tests no other test file runs. */
const TESTED = ["lantern-spin", "lantern-shorten", "lantern-ferry", "lantern-till"];

describe("the table of plugins", () => {
  test("names every folder once, and no other", () => {
    const named = (ROWS ?? []).flatMap((row) => inBackticks(row.split("|")[1]));
    expect(named.toSorted()).toEqual(FOLDERS.toSorted());
  });

  test("leads to tests that speak of the plugin", () => {
    for (const row of ROWS ?? []) {
      const [, plugins, , where = ""] = row.split("|");
      const [path] = inBackticks(where);
      if (path === undefined) continue;
      expect(existsSync(join(TESTS, path)), path).toBe(true);
      const text = readFileSync(join(TESTS, path), "utf8");
      for (const plugin of inBackticks(plugins))
        expect(text, path).toMatch(new RegExp(`lantern[-.]${plugin.replace("lantern-", "")}|plugins/${plugin}`));
    }
  });
});

test.each(FOLDERS)("%s has nothing that svc plugin check finds", (folder) => {
  expect(checkFolder(join(FOLDER, folder)).findings).toEqual([]);
});

test.each(TESTED)("the own tests of %s pass", async (folder) => {
  using desk = new Desk();
  cpSync(FOLDER, join(desk.path, "plugins"), { recursive: true });
  const { code, data } = await desk.json("test", join("plugins", folder));
  expect([code, data]).toMatchObject([0, { failed: 0 }]);
});
