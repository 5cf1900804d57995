import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { folder } from "./folder.ts";
import { count, failuresOf, run } from "../outcome.ts";

const one = (status: string) => ({ status, fullName: status, failureMessages: [] });
const file = (...statuses: string[]) => ({
  name: "c.test.ts",
  status: "passed",
  message: "",
  assertionResults: statuses.map(one),
});
const REPORT = { testResults: [file("passed", "passed", "passed")] };
const BROKEN = { name: "a.test.ts", status: "failed", message: "Cannot find\nit", assertionResults: [] };
const FAILED = {
  name: "b.test.ts",
  status: "failed",
  message: "",
  assertionResults: [
    { status: "passed", fullName: "does one thing", failureMessages: [] },
    { status: "failed", fullName: "does another", failureMessages: ["Error: expected 1 to be 2\n    at b.test.ts"] },
  ],
};

describe("the runner", () => {
  test.each([
    ["every case that passed", [file("passed", "passed", "passed")], { passed: 3, failed: 0 }],
    ["a failed case", [FAILED], { passed: 1, failed: 1 }],
    ["a skipped case as a failure", [file("passed", "skipped", "pending")], { passed: 1, failed: 2 }],
    ["a case that is only announced as a failure", [file("passed", "todo")], { passed: 1, failed: 1 }],
    ["a file that broke before its first case", [file("passed"), BROKEN], { passed: 1, failed: 1 }],
    ["a file that broke after its last case", [{ ...file("passed"), status: "failed" }], { passed: 1, failed: 1 }],
  ])("counts %s", (_, testResults, expected) => {
    expect(count({ testResults })).toEqual(expected);
  });

  test.each([
    ["a gate that fails", "exit 3", { passed: 0, failed: 1 }],
    ["a gate that passes", "exit 0", { passed: 1, failed: 0 }],
  ])("reports %s", async (_, script, expected) => {
    expect(await run({ name: "gate", argv: ["bash", "-c", script] })).toMatchObject(expected);
  });

  test("names what failed, a line each", () => {
    expect(failuresOf({ testResults: [BROKEN, FAILED, file("skipped")] })).toEqual([
      "a.test.ts: Cannot find",
      "b.test.ts > does another: Error: expected 1 to be 2",
      "c.test.ts > skipped: skipped",
    ]);
  });

  test("prints each failed case in full, and not what the runtime said beside it", async () => {
    using tree = folder({ "new.json": JSON.stringify({ testResults: [FAILED] }) });
    const script = `cp ${tree.path}/new.json ${tree.path}/report.json; echo thousands of lines`;
    const step = { name: "suite", argv: ["bash", "-c", script], report: `${tree.path}/report.json` };
    expect((await run(step)).output).toBe("b.test.ts > does another\nError: expected 1 to be 2\n    at b.test.ts");
    expect(readFileSync(`${tree.path}/report.log`, "utf8")).toBe("thousands of lines\n");
  });

  test("names a gate that fails, and a suite that fails as a whole", async () => {
    expect((await run({ name: "gate", argv: ["bash", "-c", "exit 3"] })).failures).toEqual(["gate: ended with 3"]);
    expect((await run({ name: "suite", argv: ["true"], report: ".build/test/no-such.json" })).failures).toEqual([
      "suite: ended with 0",
    ]);
  });

  test("reports a gate that cannot be started", async () => {
    expect(await run({ name: "gate", argv: ["drawbridge-no-such-program"] })).toMatchObject({ passed: 0, failed: 1 });
  });

  test.each([
    ["a suite that leaves no report", undefined, 0, { passed: 0, failed: 1 }],
    ["a suite that holds no case", { testResults: [] }, 0, { passed: 0, failed: 1 }],
    ["a suite that passes case by case and fails as a whole", REPORT, 1, { passed: 3, failed: 1 }],
    ["a suite that passes", REPORT, 0, { passed: 3, failed: 0 }],
  ])("reports %s", async (_, report, code, expected) => {
    using tree = folder({ "new.json": JSON.stringify(report ?? "") });
    const copy = report === undefined ? "true" : `cp ${tree.path}/new.json ${tree.path}/report.json`;
    const argv = ["bash", "-c", `${copy}; exit ${code}`];
    expect(await run({ name: "suite", argv, report: `${tree.path}/report.json` })).toMatchObject(expected);
  });

  test("never lets an old report speak", async () => {
    using tree = folder({ "report.json": JSON.stringify(REPORT) });
    const step = { name: "suite", argv: ["true"], report: `${tree.path}/report.json` };
    expect(await run(step)).toMatchObject({ passed: 0, failed: 1 });
  });
});
