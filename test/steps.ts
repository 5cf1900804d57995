import { existsSync } from "node:fs";
import { DEFAULT_TIMEOUT_MS, PROJECTS, type Project } from "./projects.ts";

/** One thing `npm test` runs. A gate is one check by itself; a suite is counted case by case from its report. */
export interface Step {
  readonly name: string;
  readonly argv: readonly string[];
  readonly report?: string;
  /** The longest that a case of a suite may take, in milliseconds. */
  readonly limitMs?: number;
}

/** Every folder with sources. A layer nobody has started is no folder yet, and the tools refuse names of nothing. */
const SOURCES = [
  "manifests",
  "runtime",
  "capabilities",
  "sandbox",
  "plugins",
  "sites",
  "test",
  "vitest.config.ts",
].filter((path) => existsSync(path));

const REPORTERS = ["--reporter=default", "--reporter=json"];

export const suite = ({ name: project, timeoutMs = DEFAULT_TIMEOUT_MS }: Project): Step => {
  const report = `.build/test/${project}.json`;
  return {
    name: `tests: ${project}`,
    argv: ["vitest", "run", "--project", project, ...REPORTERS, `--outputFile.json=${report}`],
    report,
    limitMs: timeoutMs,
  };
};

/** The suite with only these of its files, and a report of its own. */
export function only({ name, argv, report = "" }: Step, files: readonly string[]): Step {
  const own = report.replace(/\.json$/, "-again.json");
  return { name, argv: [...argv.slice(0, -1), `--outputFile.json=${own}`, ...files], report: own };
}

/**
 * Checks the types of one part. Several checkers would each check what they share, in twice the processor time, while
 * the cores have other steps to run.
 */
const types = (name: string, part: string): Step => ({
  name: `types: ${name}`,
  argv: ["tsc", "-p", `tsconfig.${part}.json`, "--checkers", "1"],
});

/** Independent of each other, the longest first. */
export const GATES: readonly Step[] = [
  { name: "dependency direction", argv: ["depcruise", "--config", ".dependency-cruiser.mjs", ...SOURCES] },
  types("node", "node"),
  types("worker tests", "worker-test"),
  types("worker", "worker"),
  types("workspace parts in node", "workspace-test"),
  types("browser", "browser"),
  { name: "lint", argv: ["oxlint", ...SOURCES] },
  { name: "format", argv: ["oxfmt", "--check", "."] },
  { name: "dead code", argv: ["knip", "--no-progress"] },
  { name: "bundles", argv: ["node", "sites/tools/build.ts"] },
  { name: "generated files", argv: ["node", "sites/tools/generate.ts", "--check"] },
];

const suitesOf = (projects: readonly Project[]): Step[] => projects.map(suite);

/** Suites that mostly wait for something they have started go beside those that compute. */
export const SUITES: readonly Step[] = suitesOf(PROJECTS.filter(({ alone }) => alone !== true));

/** Steps that run beside these would spoil their measurements. */
export const SUITES_ALONE: readonly Step[] = suitesOf(PROJECTS.filter(({ alone }) => alone === true));

/** Names of several steps at once. */
export const GROUPS: Readonly<Record<string, readonly string[]>> = {
  /** The steps that a change of functions can break, without a worker or a browser. */
  check: [...GATES.map(({ name }) => name), "tests: unit"],
};
