/** The page of dependencies names exactly the packages that the project installs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./page.ts";

type Packages = Readonly<Record<string, string>>;

const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
  readFileSync(join(ROOT, "package.json"), "utf8"),
) as Readonly<Record<"dependencies" | "devDependencies" | "optionalDependencies", Packages>>;

const INSTALLED = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });

const [TAKEN = "", NOT_TAKEN = ""] = readFileSync(join(ROOT, "docs/dependencies.md"), "utf8").split("\n## Not taken\n");

/** The packages in the first cells of a page's tables. */
const packagesIn = (text: string): string[] =>
  [...text.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name),
  );

test("every installed package has its reason, and no other", () => {
  expect(packagesIn(TAKEN).toSorted()).toEqual(INSTALLED.toSorted());
});

test("a package that was not taken is not installed", () => {
  const rejected = packagesIn(NOT_TAKEN);
  expect(rejected).not.toEqual([]);
  expect(rejected.filter((name) => INSTALLED.includes(name))).toEqual([]);
});

test("the simulator and the bundler of one machine are those of the tool that deploys", () => {
  const tool = readFileSync(join(ROOT, "node_modules/wrangler/package.json"), "utf8");
  const { version, dependencies: its } = JSON.parse(tool) as {
    readonly version: string;
    readonly dependencies: Packages;
  };
  const { miniflare, esbuild, wrangler } = dependencies;
  expect({ miniflare, esbuild, wrangler }).toEqual({
    miniflare: its["miniflare"],
    esbuild: its["esbuild"],
    wrangler: version,
  });
});

test("two packages in one cell are both read", () => {
  expect(packagesIn("| package | why |\n|---|---|\n| `oak`, `@ash/elm` | boats |\n")).toEqual(["oak", "@ash/elm"]);
});
