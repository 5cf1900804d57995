import { existsSync } from "node:fs";
import { DEFAULT_TIMEOUT_MS, PROJECTS, type Project } from "./projects.ts";

/** One thing `npm test` runs. A gate is one check by itself; a suite is counted case by case from its report. */
export interface Step {
  readonly name: string;
  readonly argv: readonly string[];
  readonly report?: string;
  /** The longest that a case of a suite may take, in milliseconds. */
  readonly limitMs?: number;
  /** True if it uses, or writes too, what a run builds for its suites. */
  readonly needsBuilt?: boolean;
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

/** Divides a project's files by their names. */
const SHARE = "--shard=";

const REPORTERS = ["--reporter=default", "--reporter=json"];

/** A suite with a project's files, or with the share of them that is named. */
const suite = ({ name: project, timeoutMs = DEFAULT_TIMEOUT_MS }: Project, name: string, share: string[]): Step => {
  const report = `.build/test/${name.replace(" ", "-")}.json`;
  return {
    name: `tests: ${name}`,
    argv: ["vitest", "run", "--project", project, ...share, ...REPORTERS, `--outputFile.json=${report}`],
    report,
    limitMs: timeoutMs,
    needsBuilt: true,
  };
};

/** The suites of a project, which together have each of its files once. */
export function suites(project: Project): readonly Step[] {
  const { name, parts = 1 } = project;
  if (parts === 1) return [suite(project, name, [])];
  return Array.from({ length: parts }, (_, at) => suite(project, `${name} ${at + 1}`, [`${SHARE}${at + 1}/${parts}`]));
}

/** The suite with only these of its files, and a report of its own. */
export function only({ name, argv, report = "" }: Step, files: readonly string[]): Step {
  const own = report.replace(/\.json$/, "-again.json");
  const whole = argv.slice(0, -1).filter((argument) => !argument.startsWith(SHARE));
  return { name, argv: [...whole, `--outputFile.json=${own}`, ...files], report: own };
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
  { name: "bundles", argv: ["node", "sites/tools/build.ts"], needsBuilt: true },
  { name: "generated files", argv: ["node", "sites/tools/generate.ts", "--check"] },
];

const suitesOf = (projects: readonly Project[]): Step[] => projects.flatMap(suites);

/** Suites that mostly wait for something they have started go beside those that compute. */
export const SUITES: readonly Step[] = suitesOf(PROJECTS.filter(({ alone }) => alone !== true));

/** Steps that run beside these would spoil their measurements. */
export const SUITES_ALONE: readonly Step[] = suitesOf(PROJECTS.filter(({ alone }) => alone === true));

/** The suites of tests of functions, which wait for no process, browser or clock. */
export const STEADY: readonly string[] = suitesOf(PROJECTS.filter(({ name }) => name === "unit")).map(
  ({ name }) => name,
);

/** Names of several steps at once. */
export const GROUPS: Readonly<Record<string, readonly string[]>> = {
  "tests: unit": STEADY,
  /** The steps that a change of functions can break, without a worker or a browser. */
  check: [...GATES.map(({ name }) => name), ...STEADY],
};
