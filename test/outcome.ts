import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { command } from "./command.ts";
import type { Step } from "./steps.ts";

export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

/** A file of a suite in which something failed. */
export interface FailedFile extends Tally {
  readonly path: string;
}

/** The milliseconds that a file of a suite took, and its longest case. */
export interface FileTime {
  readonly path: string;
  readonly milliseconds: number;
  readonly longest: { readonly name: string; readonly milliseconds: number };
}

export interface Outcome extends Tally {
  /** Each failed case or gate, a line each. */
  readonly failures: readonly string[];
  /** True for a suite whose runtime ended before its last case, while each case it had run had passed. */
  readonly brokeOff: boolean;
  /** Empty for a gate, and for a suite that failed as a whole. */
  readonly failedFiles: readonly FailedFile[];
  /** Empty for a gate. */
  readonly fileTimes: readonly FileTime[];
  readonly milliseconds: number;
  /** The text that shows the fault: each failed case in full, or a gate's whole output. */
  readonly output: string;
}

interface CaseReport {
  readonly status: string;
  readonly fullName: string;
  readonly duration?: number | null;
  readonly failureMessages: readonly string[];
}

interface FileReport {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly startTime?: number;
  readonly endTime?: number;
  readonly assertionResults: readonly CaseReport[];
}

interface VitestReport {
  readonly testResults: readonly FileReport[];
}

/** A file that broke before its first case counts as one failure, and a case that did not run counts as one too. */
function tally({ status, assertionResults }: FileReport): Tally {
  const passed = assertionResults.filter((result) => result.status === "passed").length;
  const failed = assertionResults.length - passed;
  return { passed, failed: failed === 0 && status === "failed" ? 1 : failed };
}

export const sum = (tallies: readonly Tally[]): Tally => ({
  passed: tallies.reduce((total, { passed }) => total + passed, 0),
  failed: tallies.reduce((total, { failed }) => total + failed, 0),
});

export const count = ({ testResults }: VitestReport): Tally => sum(testResults.map(tally));

const short = (path: string): string => relative(process.cwd(), path);

const line = (name: string, why = ""): string => `${name}: ${why.split("\n", 1)[0] ?? ""}`;

/** Each case that failed or did not run, and each file that broke, with the first line of why. */
export const failuresOf = ({ testResults }: VitestReport): string[] =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const cases = assertionResults.filter((result) => result.status !== "passed");
    if (cases.length === 0) return status === "failed" ? [line(short(name), message)] : [];
    return cases.map((one) => line(`${short(name)} > ${one.fullName}`, one.failureMessages[0] ?? one.status));
  });

const failedFilesOf = ({ testResults }: VitestReport): FailedFile[] =>
  testResults.map((file) => ({ path: short(file.name), ...tally(file) })).filter(({ failed }) => failed > 0);

const longestOf = (cases: readonly CaseReport[]): FileTime["longest"] =>
  cases
    .map(({ fullName, duration }) => ({ name: fullName, milliseconds: duration ?? 0 }))
    .reduce((one, two) => (two.milliseconds > one.milliseconds ? two : one), { name: "", milliseconds: 0 });

const fileTimesOf = ({ testResults }: VitestReport): FileTime[] =>
  testResults.map(({ name, startTime = 0, endTime = 0, assertionResults }) => ({
    path: short(name),
    milliseconds: endTime - startTime,
    longest: longestOf(assertionResults),
  }));

/** Lines kept of one failed case. A runtime that broke off adds hundreds of addresses to its message. */
const CASE_LINES = 25;

/** Each failed case with its whole message. */
const detailsOf = ({ testResults }: VitestReport): string[] =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages }) =>
        [`${short(name)} > ${fullName}`, ...failureMessages.join("\n").split("\n")].slice(0, CASE_LINES).join("\n"),
      ),
  );

/** The words of vitest when the process or the object that runs the cases is gone. */
const RUNTIME_GONE = "Worker exited unexpectedly";

const hasBrokenOff = ({ testResults }: VitestReport, output: string): boolean =>
  output.includes(RUNTIME_GONE) &&
  !testResults.some(({ assertionResults }) => assertionResults.some(({ status }) => status === "failed"));

function judge(step: Step, code: number, output: string): Omit<Outcome, "milliseconds"> {
  const none = { failures: [], failedFiles: [], fileTimes: [], brokeOff: false, output };
  const whole = { ...none, passed: 0, failed: 1, failures: [`${step.name}: ended with ${code}`] };
  if (step.report === undefined) return code === 0 ? { ...none, passed: 1, failed: 0 } : whole;
  if (!existsSync(step.report)) return whole;
  const report = JSON.parse(readFileSync(step.report, "utf8")) as VitestReport;
  const { passed, failed } = count(report);
  // A suite that fails as a whole, or holds no case at all, has failed even where each case it ran has passed.
  const brokeOff = hasBrokenOff(report, output);
  if (failed === 0 && (code !== 0 || passed === 0)) return { ...whole, passed, brokeOff };
  const details = detailsOf(report);
  return {
    passed,
    failed,
    failures: failuresOf(report),
    failedFiles: failedFilesOf(report),
    fileTimes: fileTimesOf(report),
    brokeOff,
    output: details.length > 0 ? details.join("\n\n") : output,
  };
}

/** A suite says thousands of lines, most of them the runtime's own. They stay beside its report. */
function keepLog({ report }: Step, output: string): void {
  if (report === undefined) return;
  mkdirSync(dirname(report), { recursive: true });
  writeFileSync(report.replace(/\.json$/, ".log"), output);
}

export async function run(step: Step): Promise<Outcome> {
  if (step.report !== undefined) rmSync(step.report, { force: true }); // An old report must never speak for this run.
  const start = performance.now();
  const { code, output } = await command(step.argv);
  keepLog(step, output);
  return { ...judge(step, code, output), milliseconds: performance.now() - start };
}
