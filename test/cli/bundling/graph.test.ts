import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Metafile } from "esbuild";
import { expect, test } from "vitest";
import { ModuleGraph } from "../../../sites/cli/bundling/graph.ts";

type Inputs = Metafile["inputs"];

const importing = (paths: readonly string[]): Inputs[string] => ({
  bytes: 1,
  imports: paths.map((path) => ({ path, kind: "import-statement" })),
});

const MODULES = Array.from({ length: 200 }, (_, index) => `node_modules/many/m${index}.js`);

/** A package in which every module imports every other one. */
const inputs = (): Inputs => ({
  "main.ts": importing(MODULES.slice(0, 1)),
  ...Object.fromEntries(MODULES.map((path) => [path, importing(MODULES)])),
});

test("a package of many modules is walked through once", () => {
  let looks = 0;
  const counted = new Proxy(inputs(), { get: (from, path: string) => ((looks += 1), from[path]) });
  const graph = new ModuleGraph("/nowhere", "main.ts", { inputs: counted, outputs: {} });
  expect(graph.edges()).toHaveLength(1 + MODULES.length ** 2);
  expect(looks).toBe(1 + MODULES.length);
});

test("a chain of imports is the shortest one, by the names people know", () => {
  const graph = new ModuleGraph("/nowhere", "main.ts", { inputs: inputs(), outputs: {} });
  expect(graph.chainTo(MODULES[7] ?? "")).toEqual(["main.ts", "many/m0.js", "many/m7.js"]);
  expect(graph.chainTo("main.ts")).toEqual(["main.ts"]);
});

test("a package is read once, however many of its modules are named", () => {
  const folder = mkdtempSync(join(tmpdir(), "drawbridge-graph-"));
  const described = (version: string): void =>
    writeFileSync(join(folder, "node_modules/many/package.json"), JSON.stringify({ name: "many", version }));
  mkdirSync(join(folder, "node_modules/many"), { recursive: true });
  described("1.0.0");
  const graph = new ModuleGraph(folder, "main.ts", { inputs: inputs(), outputs: {} });
  const first = graph.nameOf(MODULES[0] ?? "");
  described("2.0.0");
  expect([first, graph.nameOf(MODULES[1] ?? "")]).toEqual(["many@1.0.0/m0.js", "many@1.0.0/m1.js"]);
  rmSync(folder, { recursive: true });
});
