import { describe, expect, test } from "vitest";
import { folder } from "./folder.ts";

/** What the compiler must refuse, under the very options the project is compiled with. */
const REFUSED: readonly (readonly [name: string, config: string, path: string, text: string])[] = [
  ["a wrong type", "worker", "runtime/a.ts", "export const x: string = 1;"],
  ["an item that may be absent", "worker", "runtime/a.ts", "export const first = (list: string[]): string => list[0];"],
  ["undefined for an optional member", "worker", "runtime/a.ts", "export const x: { a?: string } = { a: undefined };"],
  ["an implicit any", "worker", "runtime/a.ts", "export const x = (value) => value;"],
  ["an unused name", "worker", "runtime/a.ts", "export const x = 1;\nconst y = 2;"],
  ["an enum, which Node cannot run", "node", "sites/cli/a.ts", "export enum Kind { One }"],
  ["a parameter property, which Node cannot run", "node", "sites/cli/a.ts", "export class A { constructor(readonly x: string) {} }"],
  ["Node in a worker", "worker", "sites/site/a.ts", "export const x = __dirname;"],
  ["a Node module in a worker", "worker", "sites/site/a.ts", "import { readFileSync } from \"node:fs\";\nexport const x = readFileSync;"],
  ["the page's document in a worker", "worker", "sites/site/a.ts", "export const x = document.title;"],
  ["a worker's platform in a browser", "browser", "sites/editor/a.ts", "export const x = new HTMLRewriter();"],
  ["Node in a browser", "browser", "sites/editor/a.ts", "export const x = process.env;"],
];

const FILLER = "export const filler = 1;\n";

function check(config: string, path: string, text: string): number | null {
  using tree = folder({ [path]: text, "manifests/filler.ts": FILLER, "sites/local/filler.ts": FILLER, "sites/editor/filler.ts": FILLER });
  tree.copy("tsconfig.base.json");
  tree.copy(`tsconfig.${config}.json`);
  tree.linkPackages();
  return tree.run("tsc", "-p", `tsconfig.${config}.json`).status;
}

describe("type check", () => {
  test.each(REFUSED)("%s is rejected", (_, config, path, text) => {
    expect(check(config, path, `${text}\n`)).not.toBe(0);
  });

  test.each(["worker", "node", "browser"])("a correct file passes for %s", (config) => {
    expect(check(config, "manifests/a.ts", FILLER)).toBe(0);
  });
});
