import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./folder.ts";

/** The file in which the project declares a union of success and failure. */
const RESULT = "manifests/result.ts";

/** Result types at RPC boundaries, each with a comment that explains why it is not `Result`. */
const AT_BOUNDARIES = [
  "capabilities/outcome.ts",
  "runtime/commands/answer.ts",
  "runtime/plugins/calls/calls.ts",
  "sandbox/invocation.ts",
];
/** Files that mention only the success case of one of these types. */
const HALVES = ["runtime/plugins/calls/probation.ts", "sandbox/pluginSandbox.ts"];

const DECLARED = /readonly ok: true\b/;

const sources = globSync("{manifests,runtime,capabilities,sandbox,plugins,sites}/**/*.{ts,tsx}", { cwd: ROOT }).filter(
  (path) => !/\.generated\.ts$|(^|\/)(node_modules|\.build|\.svc|\.wrangler)\//.test(path),
);
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

test("one file declares a union of success and failure, beside those at boundaries", () => {
  const declaring = sources.filter((path) => DECLARED.test(read(path)));
  expect(declaring.toSorted()).toEqual([RESULT, ...AT_BOUNDARIES, ...HALVES].toSorted());
});

test.each(AT_BOUNDARIES)("%s says why its union is no Result", (path) => {
  expect(read(path).replaceAll(/\s*\*\s*/g, " ")).toMatch(/(is no|does not use) `Result`/);
});
