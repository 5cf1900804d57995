import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { ROOT } from "./folder.ts";

/** Sources of the layers below the sites. There is no exception for a folder that contains others. */
const SOURCES = globSync("{manifests,runtime,capabilities,sandbox}/**/*.ts", { cwd: ROOT });

/** The folders in a file's imports, with type imports and dynamic ones. */
const foldersOf = (path: string, text: string): string[] =>
  ts
    .preProcessFile(text)
    .importedFiles.filter(({ fileName }) => fileName.startsWith("."))
    .map(({ fileName }) => dirname(join(dirname(path), fileName)));

/** Pairs of folders that import each other. A file counts only for its own folder. */
function pairs(files: Readonly<Record<string, string>>): string[] {
  const arrows = new Set(
    Object.entries(files).flatMap(([path, text]) => foldersOf(path, text).map((to) => `${dirname(path)} ${to}`)),
  );
  return [...arrows]
    .map((arrow) => arrow.split(" ") as [string, string])
    .filter(([from, to]) => from < to && arrows.has(`${to} ${from}`))
    .map(([from, to]) => `${from} and ${to}`);
}

describe("pairs of folders that import each other", () => {
  test("are none on the floors below the sites", () => {
    expect(SOURCES.length).toBeGreaterThan(500);
    expect(pairs(Object.fromEntries(SOURCES.map((path) => [path, readFileSync(join(ROOT, path), "utf8")])))).toEqual(
      [],
    );
  });

  test.each([
    ["beside each other", "runtime/a/one.ts", "../b/two.ts", "runtime/b/two.ts", "../a/three.ts"],
    ["one in the other", "runtime/one.ts", "./b/two.ts", "runtime/b/two.ts", "../three.ts"],
    ["with one between them", "runtime/one.ts", "./b/c/two.ts", "runtime/b/c/two.ts", "../../three.ts"],
  ])("are found %s", (_, one, up, other, down) => {
    expect(pairs({ [one]: `import { a } from "${up}";`, [other]: `import { b } from "${down}";` })).toHaveLength(1);
    expect(pairs({ [one]: `import type { A } from "${up}";`, [other]: `type B = import("${down}").B;` })).toHaveLength(
      1,
    );
    expect(pairs({ [one]: `export * from "${up}";`, [other]: `const b = () => import("${down}");` })).toHaveLength(1);
  });

  test.each([
    ["one way only", { "runtime/a/one.ts": 'import "../b/two.ts";', "runtime/b/two.ts": 'import "./three.ts";' }],
    [
      "in a circle of three, which dependency-cruiser finds",
      {
        "runtime/a/one.ts": 'import "../b/two.ts";',
        "runtime/b/two.ts": 'import "../c/three.ts";',
        "runtime/c/three.ts": 'import "../a/four.ts";',
      },
    ],
    ["of a package", { "runtime/a/one.ts": 'import "zod/mini";' }],
  ])("are not found %s", (_, files) => {
    expect(pairs(files)).toEqual([]);
  });
});
