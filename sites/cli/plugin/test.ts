/** `svc plugin test`: runs an author's tests in a real sandbox with real leases, over a workspace in memory. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve, sep } from "node:path";
import { moduleBeside } from "../files/beside.ts";
import type { CliCommand, Invocation, Outcome } from "../command/command.ts";
import { type TestSummary, SUMMARY_FILE } from "../rehearsal/summary.ts";
import { toolBeside } from "../files/toolsBeside.ts";
import { judgeFolder } from "./folderJudgement.ts";

/** The tests' process needs it on Node 22, as `svc` does. */
const STACKS = new URL("../../stacks.mjs", import.meta.url).href;
const CONFIG = moduleBeside(import.meta.url, "../rehearsal/vitest.config");
const REPORTER = moduleBeside(import.meta.url, "../rehearsal/summary");

/** An environment in which vitest and its tools send no requests and write only into this run's folder. */
const quietly = (scratch: string, environment: Invocation["environment"]): NodeJS.ProcessEnv => ({
  ...environment,
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_SEND_ERROR_REPORTS: "false",
  WRANGLER_HIDE_BANNER: "true",
  WRANGLER_LOG: "error",
  WRANGLER_LOG_PATH: join(scratch, "logs"),
  WRANGLER_REGISTRY_PATH: join(scratch, "registry"),
  WRANGLER_CACHE_DIR: join(scratch, "cache"),
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  CLOUDFLARE_LOAD_DEV_VARS_FROM_DOT_ENV: "false",
  X_LOCAL_OBSERVABILITY: "false",
  X_LOCAL_EXPLORER: "false",
});

/** Runs vitest and forwards its output to stderr. */
function vitest(
  folder: string,
  filters: readonly string[],
  scratch: string,
  environment: Invocation["environment"],
): Promise<number> {
  const args = [
    join(dirname(toolBeside("vitest")), "vitest.mjs"),
    "run",
    ...filters,
    "--root",
    resolve(folder),
    "--config",
    CONFIG,
    "--reporter=default",
    `--reporter=${REPORTER}`,
  ];
  const env = { ...quietly(scratch, environment), [SUMMARY_FILE]: summaryOf(scratch) };
  const child = spawn(process.execPath, ["--no-warnings", "--import", STACKS, ...args], {
    env,
    stdio: ["ignore", process.stderr, process.stderr],
  });
  return new Promise((done, fail) => child.on("error", fail).on("close", (code) => done(code ?? 1)));
}

/** True for a file that vitest runs as a test. */
const isTest = (path: string): boolean => /\.test\.m?[jt]s$/.test(path) && !path.split(sep).includes("node_modules");

const hasTests = (folder: string): boolean => readdirSync(folder, { recursive: true, encoding: "utf8" }).some(isTest);

const outcomeOf = (folder: string, ok: boolean, { passed, failed }: TestSummary): Outcome => ({
  ok,
  lines: [`${passed} passed, ${failed} failed`],
  data: { folder, passed, failed },
});

/** The outcome for a folder without tests. vitest's own message would only show its file pattern. */
const withoutTests = (folder: string): Outcome => ({
  ...outcomeOf(folder, false, { passed: 0, failed: 0 }),
  talk: [
    `There are no tests in ${folder}. Write a *.test.js file. A plugin from svc plugin init has one as an example.`,
  ],
});

const summaryOf = (scratch: string): string => join(scratch, "summary.json");

/**
 * Reads the number of passed and failed tests. Without the file, the run broke off and vitest has printed the reason.
 */
const summaryIn = (scratch: string): TestSummary =>
  existsSync(summaryOf(scratch))
    ? (JSON.parse(readFileSync(summaryOf(scratch), "utf8")) as TestSummary)
    : { passed: 0, failed: 0 };

async function run({ args: [folder = "."], options, environment }: Invocation): Promise<Outcome> {
  const { findings, lines } = judgeFolder(folder);
  if (findings.length > 0) return { ok: false, lines, data: { folder, findings } };
  if (!hasTests(folder)) return withoutTests(folder);
  toolBeside("vitest");
  const scratch = mkdtempSync(join(tmpdir(), "drawbridge-plugin-test-"));
  try {
    const only = options.text("only");
    const code = await vitest(folder, only === undefined ? [] : [only], scratch, environment);
    const summary = summaryIn(scratch);
    return outcomeOf(folder, code === 0 && summary.passed > 0, summary);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

export const test: CliCommand = {
  name: "test",
  summary: "Run a plugin's tests (*.test.js) against a real sandbox with a real lease.",
  argument: ["[folder]", "the folder with plugin.jsonc (default: this one)"],
  options: [["--only <text>", "run only test files whose path contains this text"]],
  examples: ["svc plugin test counter", "svc plugin test --only ratings --json"],
  run,
};
