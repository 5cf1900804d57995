/**
 * A reporter that writes the number of passed and failed tests to a file. The environment names the file, which `svc
 * plugin test` reads.
 */
import { writeFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";

export interface TestSummary {
  readonly passed: number;
  readonly failed: number;
}

export const SUMMARY_FILE = "SVC_PLUGIN_TEST_SUMMARY";

export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string): number => tests.filter((test) => test.result().state === state).length;
    const summary: TestSummary = { passed: count("passed"), failed: count("failed") };
    writeFileSync(process.env[SUMMARY_FILE] ?? "", JSON.stringify(summary));
  }
}
