import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { command } from "./command.ts";
import type { Step } from "./steps.ts";

export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** Each failed case or gate, a line each. */
  readonly failures: readonly string[];
  readonly milliseconds: number;
  /** The text that shows the fault: each failed case in full, or a gate's whole output. */
  readonly output: string;
}

interface CaseReport {
  readonly status: string;
  readonly fullName: string;
  readonly failureMessages: readonly string[];
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly CaseReport[];
  }[];
}

/** A file that broke before its first case counts as one failure, and a case that did not run counts as one too. */
export function count(report: VitestReport): { passed: number; failed: number } {
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  const missing = report.numPendingTests + report.numTodoTests;
  return { passed: report.numPassedTests, failed: report.numFailedTests + missing + broken.length };
}

const line = (name: string, why = ""): string => `${relative(process.cwd(), name)}: ${why.split("\n", 1)[0] ?? ""}`;

/** Each case that failed and each file that broke, with the first line of why. */
export const failuresOf = ({ testResults }: VitestReport): string[] =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const cases = assertionResults.filter((result) => result.status === "failed");
    if (cases.length === 0) return status === "failed" ? [line(name, message)] : [];
    return cases.map(({ fullName, failureMessages }) => line(`${name} > ${fullName}`, failureMessages[0]));
  });

/** Lines kept of one failed case. A runtime that broke off adds hundreds of addresses to its message. */
const CASE_LINES = 25;

/** Each failed case with its whole message. */
const detailsOf = ({ testResults }: VitestReport): string[] =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages }) =>
        [`${relative(process.cwd(), name)} > ${fullName}`, ...failureMessages.join("\n").split("\n")]
          .slice(0, CASE_LINES)
          .join("\n"),
      ),
  );

function judge(step: Step, code: number, output: string): Omit<Outcome, "milliseconds"> {
  const whole = { passed: 0, failed: 1, failures: [`${step.name}: ended with ${code}`], output };
  if (step.report === undefined) return code === 0 ? { passed: 1, failed: 0, failures: [], output } : whole;
  if (!existsSync(step.report)) return whole;
  const report = JSON.parse(readFileSync(step.report, "utf8")) as VitestReport;
  const { passed, failed } = count(report);
  // A suite that fails as a whole, or holds no case at all, has failed even where each case it ran has passed.
  if (failed === 0 && (code !== 0 || passed === 0)) return { ...whole, passed };
  const details = detailsOf(report);
  return { passed, failed, failures: failuresOf(report), output: details.length > 0 ? details.join("\n\n") : output };
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
