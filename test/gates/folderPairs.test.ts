import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { ROOT } from "./folder.ts";

/** Sources of every layer and floor. There is no exception for a folder that contains others. */
const SOURCES = globSync("{manifests,runtime,capabilities,sandbox,sites}/**/*.{ts,tsx}", { cwd: ROOT }).filter(
  (path) => !/(^|\/)(node_modules|\.build|\.svc|\.wrangler)\//.test(path),
);

/** The folders in a file's imports, with type imports and dynamic ones. */
const foldersOf = (path: string, text: string): string[] =>
  ts
    .preProcessFile(text)
    .importedFiles.filter(({ fileName }) => fileName.startsWith("."))
    .map(({ fileName }) => dirname(join(dirname(path), fileName)));

/**
 * The two folders that an import joins, just below the folder around both. With everything in it, `a/b/c` counts as
 * `a/b` for an import of `a/d`; files of `a` itself count as `a`.
 */
function joined(from: string, to: string): readonly [string, string] {
  const [one, two] = [from.split("/"), to.split("/")];
  let shared = 0;
  while (shared < one.length && one[shared] === two[shared]) shared++;
  return [one.slice(0, shared + 1).join("/"), two.slice(0, shared + 1).join("/")];
}

/** Pairs of folders that import each other, their children included. */
function pairs(files: Readonly<Record<string, string>>): string[] {
  const arrows = new Set(
    Object.entries(files).flatMap(([path, text]) =>
      foldersOf(path, text).map((to) => joined(dirname(path), to).join(" ")),
    ),
  );
  return [...arrows]
    .map((arrow) => arrow.split(" ") as [string, string])
    .filter(([from, to]) => from < to && arrows.has(`${to} ${from}`))
    .map(([from, to]) => `${from} and ${to}`);
}

describe("pairs of folders that import each other", () => {
  test("are none", () => {
    expect(SOURCES.length).toBeGreaterThan(1500);
    expect(pairs(Object.fromEntries(SOURCES.map((path) => [path, readFileSync(join(ROOT, path), "utf8")])))).toEqual(
      [],
    );
  });

  test.each([
    ["beside each other", "runtime/a/one.ts", "../b/two.ts", "runtime/b/two.ts", "../a/three.ts"],
    ["one in the other", "runtime/one.ts", "./b/two.ts", "runtime/b/two.ts", "../three.ts"],
    ["through their children", "sites/a/x/one.ts", "../../b/two.ts", "sites/b/two.ts", "../a/y/three.ts"],
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
