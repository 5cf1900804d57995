import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { DECIDING, KeptPackages } from "../../sites/cli/packing/keptPackages.ts";
import { packPlugin } from "../../sites/cli/packing/pluginFolder.ts";
import { loadedModules } from "../support/loadedModules.ts";
import { clearDesks, Desk } from "./svc.ts";

afterAll(clearDesks);

const ROOT = resolve(import.meta.dirname, "../..");
const PLUGIN = packPlugin(join(ROOT, "plugins/basics"));

/** A process that begins after every change of a test. */
const LATER = Date.now() + 3_600_000;

/** A checkout with one check in each folder, and a plugin. */
function checkout() {
  const desk = new Desk();
  for (const folder of DECIDING) desk.write(`${folder}/check.ts`, "first");
  desk.write("package-lock.json", "{}");
  const root = desk.path;
  return { desk, root, folder: join(root, "plugins/one"), start: (began = LATER) => new KeptPackages(root, began) };
}

describe("a kept package", () => {
  test("is found by the next process as it was, while nothing has changed", () => {
    const { folder, start } = checkout();
    expect(start().find(folder, "files")).toBeUndefined();
    start().keep(folder, { from: "files", plugin: PLUGIN });
    expect(start().find(folder, "files")).toStrictEqual(PLUGIN);
    expect(start().find(folder, "other files")).toBeUndefined();
    expect(start().find(`${folder}-beside`, "files")).toBeUndefined();
  });

  test.each([...DECIDING.map((folder) => `${folder}/check.ts`), "manifests/deep/more.ts", "package-lock.json"])(
    "is none once %s has changed",
    (path) => {
      const { desk, folder, start } = checkout();
      start().keep(folder, { from: "files", plugin: PLUGIN });
      desk.write(path, "second");
      expect(start().find(folder, "files")).toBeUndefined();
    },
  );

  test.each([...DECIDING.map((folder) => `${folder}/check.ts`), "package-lock.json", "manifests"])(
    "is neither found nor made by a process that began before %s changed",
    (path) => {
      const { root, folder, start } = checkout();
      start().keep(folder, { from: "files", plugin: PLUGIN });
      const changed = Math.floor(LATER / 1000) - 1_000;
      utimesSync(join(root, path), changed, changed);
      expect(start(changed * 1000 - 1).find(folder, "files")).toBeUndefined();
      expect(start(changed * 1000).find(folder, "files")).toStrictEqual(PLUGIN);
      start(changed * 1000 - 1).keep(folder, { from: "other files", plugin: PLUGIN });
      expect(start().find(folder, "other files")).toBeUndefined();
      expect(start().find(folder, "files")).toStrictEqual(PLUGIN);
    },
  );

  test.each(["package-lock.json", "manifests"])("is none in a checkout without %s", (path) => {
    const { root, folder, start } = checkout();
    rmSync(join(root, path), { recursive: true });
    start().keep(folder, { from: "files", plugin: PLUGIN });
    expect(start().find(folder, "files")).toBeUndefined();
    expect(readdirSync(root)).not.toContain(".build");
  });

  test("is none when its file is damaged, and is kept again", () => {
    const { root, folder, start } = checkout();
    start().keep(folder, { from: "files", plugin: PLUGIN });
    const [file = ""] = readdirSync(join(root, ".build/packed"));
    const path = join(root, ".build/packed", file);
    writeFileSync(path, readFileSync(path).subarray(0, 100));
    expect(start().find(folder, "files")).toBeUndefined();
    start().keep(folder, { from: "files", plugin: PLUGIN });
    expect(start().find(folder, "files")).toStrictEqual(PLUGIN);
  });

  test("replaces the one before it, so that files do not become more", () => {
    const { root, folder, start } = checkout();
    for (const from of ["one", "two"]) start().keep(folder, { from, plugin: PLUGIN });
    expect(readdirSync(join(root, ".build/packed"))).toHaveLength(1);
    expect([start().find(folder, "one"), start().find(folder, "two")?.digest]).toEqual([undefined, PLUGIN.digest]);
  });

  test("is none for folders outside of the checkout", () => {
    const [{ root, start }, elsewhere] = [checkout(), new Desk()];
    mkdirSync(join(elsewhere.path, "plugin"));
    for (const folder of [join(elsewhere.path, "plugin"), root, dirname(root)]) {
      start().keep(folder, { from: "files", plugin: PLUGIN });
      expect(start().find(folder, "files")).toBeUndefined();
    }
    expect(readdirSync(root)).not.toContain(".build");
  });
});

test("every module that decides about a package stands in a folder that counts", () => {
  const all = [...loadedModules(join(ROOT, "sites/cli/packing/pluginFolder.ts"))]
    .filter((path) => path.startsWith(ROOT))
    .map((path) => relative(ROOT, path));
  expect(all.length).toBeGreaterThan(100);
  expect(all.filter((path) => !DECIDING.some((folder) => path.startsWith(`${folder}/`)))).toEqual([]);
});
