import { describe, expect, test } from "vitest";
import type { FileTime } from "../outcome.ts";
import type { Result } from "../secondLook.ts";
import { nearLimit, slowestFiles } from "../slowest.ts";
import { GATES, GROUPS, only, SUITES } from "../steps.ts";

const LIMIT_MS = 30_000;

const file = (path: string, milliseconds: number, longest = milliseconds): FileTime => ({
  path,
  milliseconds,
  longest: { name: "waits", milliseconds: longest },
});

const suite = (...fileTimes: readonly FileTime[]): Result => ({
  step: { name: "tests: site", argv: [], report: "site.json", limitMs: LIMIT_MS },
  outcome: {
    passed: 1,
    failed: 0,
    failures: [],
    failedFiles: [],
    fileTimes,
    brokeOff: false,
    milliseconds: 0,
    output: "",
  },
});

describe("the end of a run", () => {
  test("names its ten slowest files, the slowest first, over all suites", () => {
    const times = Array.from({ length: 12 }, (_, at) => file(`test/${at}.test.ts`, at * 1000));
    const lines = slowestFiles([suite(...times.slice(0, 6)), suite(...times.slice(6))]);
    expect(lines).toHaveLength(10);
    expect(lines[0]).toMatch(/11\.0 s {2}test\/11\.test\.ts$/);
    expect(lines.at(-1)).toMatch(/ 2\.0 s {2}test\/2\.test\.ts$/);
  });

  test.each([
    ["a millisecond below half of its limit", LIMIT_MS / 2 - 1, 0],
    ["at half of its limit", LIMIT_MS / 2, 0],
    ["a millisecond above half of its limit", LIMIT_MS / 2 + 1, 1],
  ])("names a case %s as near it, or not", (_, milliseconds, lines) => {
    expect(nearLimit([suite(file("test/a.test.ts", 90_000, milliseconds))])).toHaveLength(lines);
  });

  test("says the case and both times", () => {
    expect(nearLimit([suite(file("test/a.test.ts", 90_000, 20_000))])).toEqual([
      "NEAR    20.0 s of 30.0 s  test/a.test.ts > waits",
    ]);
  });
});

test("every suite has a limit for its cases", () => {
  expect(SUITES.filter(({ limitMs = 0 }) => limitMs <= 0)).toEqual([]);
});

test("every group names steps that there are", () => {
  const names = [...GATES, ...SUITES].map(({ name }) => name);
  expect(Object.values(GROUPS).flatMap((group) => group.filter((name) => !names.includes(name)))).toEqual([]);
});

test("a project that takes far longer than others is divided into suites, and files that run again are not", () => {
  const shares = (argv: readonly string[]): string[] => argv.filter((argument) => argument.startsWith("--shard="));
  const divided = SUITES.filter(({ argv }) => shares(argv).length > 0);
  expect(divided.map(({ name, argv }) => [name, ...shares(argv)])).toEqual([
    ["tests: unit 1", "--shard=1/2"],
    ["tests: unit 2", "--shard=2/2"],
  ]);
  expect(new Set(SUITES.map(({ report }) => report)).size).toBe(SUITES.length);
  expect(divided.flatMap((step) => shares(only(step, ["test/a.test.ts"]).argv))).toEqual([]);
});
