import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./folder.ts";

/** Platform globals that only one file may use. All others get its result. */
const DOORS: readonly (readonly [power: string, asked: RegExp, door: string])[] = [
  ["the named Cache API", /\bcaches\.(?:open|default)\b/, "sites/platform/pageCache/namedPageCache.ts"],
];

const sources = globSync("{manifests,runtime,capabilities,sandbox,sites}/**/*.{ts,tsx}", { cwd: ROOT }).filter(
  (path) => !/\.generated\.ts$|(^|\/)(node_modules|\.build|\.svc|\.wrangler)\//.test(path),
);

test.each(DOORS)("one file alone asks for %s", (_, asked, door) => {
  expect(sources.filter((path) => asked.test(readFileSync(join(ROOT, path), "utf8")))).toEqual([door]);
});
