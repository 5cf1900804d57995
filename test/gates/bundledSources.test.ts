/** Tests in workerd load their sources from a bundle, in which each source is once. */
import { beforeAll, describe, expect, test } from "vitest";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ownBundle, readingFrom } from "../bundledSources.ts";
import { PROJECTS } from "../projects.ts";
import { ROOT } from "./folder.ts";

const TEST = join(ROOT, "test/worker/sandbox/isolate.test.ts");
const SOURCE = "sandbox/isolate.ts";

let folder: string;
beforeAll(async () => {
  folder = await ownBundle(PROJECTS.filter(({ name }) => name === "sandbox"));
});

const resolved = (source: string, importer?: string): string | undefined =>
  readingFrom(folder).resolveId(source, importer);

describe("the sources of a suite in workerd", () => {
  test("are each in one part of the bundle", () => {
    const maps = globSync("**/*.map", { cwd: folder }).map((path) => readFileSync(join(folder, path), "utf8"));
    const sources = maps.flatMap((text) => (JSON.parse(text) as { readonly sources: string[] }).sources);
    expect(sources.filter((path) => path.endsWith(SOURCE))).toHaveLength(1);
    expect(sources.toSorted()).toEqual([...new Set(sources)].toSorted());
  });

  test.each([
    ["a test that imports them", `../../../${SOURCE}`, TEST],
    ["the runner, for a worker", join(ROOT, SOURCE), undefined],
  ])("come from there for %s", (_, source, importer) => {
    expect(resolved(source, importer)).toBe(join(folder, "sandbox/isolate.js"));
  });

  test.each([
    ["a source", "./isolate.ts", join(ROOT, "sandbox/pool.ts")],
    ["a test that imports a helper", "./sandboxCalls.ts", TEST],
    ["a test that imports a package", "vitest", TEST],
  ])("are not looked up there for %s", (_, source, importer) => {
    expect(resolved(source, importer)).toBeUndefined();
  });

  test("are evaluated when something imports them, and not with their part", () => {
    expect(readFileSync(join(folder, "sandbox/isolate.js"), "utf8")).toMatch(/^init_isolate\(\);$/m);
  });

  test("are refused if the bundle lacks one, which would then be there twice", () => {
    expect(() => resolved("../../../sandbox/none.ts", TEST)).toThrow("sandbox/none.ts is in no bundle");
  });
});
