import { existsSync, readFileSync, rmSync } from "node:fs";
import { command } from "./command.ts";
import type { Step } from "./steps.ts";

export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly milliseconds: number;
  readonly output: string;
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
}

/** A file that broke before its first case counts as one failure, and a case that did not run counts as one too. */
export function count(report: VitestReport): { passed: number; failed: number } {
  const broken = report.testResults.filter(({ status, assertionResults }) => status === "failed" && assertionResults.length === 0);
  const missing = report.numPendingTests + report.numTodoTests;
  return { passed: report.numPassedTests, failed: report.numFailedTests + missing + broken.length };
}

function judge(step: Step, code: number): { passed: number; failed: number } {
  if (step.report === undefined) return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  if (!existsSync(step.report)) return { passed: 0, failed: 1 };
  const { passed, failed } = count(JSON.parse(readFileSync(step.report, "utf8")) as VitestReport);
  // A suite that fails as a whole, or holds no case at all, has failed even where each case it ran has passed.
  const whole = failed === 0 && (code !== 0 || passed === 0) ? 1 : 0;
  return { passed, failed: failed + whole };
}

export async function run(step: Step): Promise<Outcome> {
  if (step.report !== undefined) rmSync(step.report, { force: true }); // An old report must never speak for this run.
  const start = performance.now();
  const { code, output } = await command(step.argv);
  return { ...judge(step, code), milliseconds: performance.now() - start, output };
}
