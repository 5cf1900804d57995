import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { folder } from "./folder.ts";
import { run } from "../outcome.ts";
import { secondLook } from "../secondLook.ts";

const report = (path: string, statuses: readonly string[]) => ({
  name: `${process.cwd()}/${path}`,
  status: statuses.includes("failed") ? "failed" : "passed",
  message: "",
  assertionResults: statuses.map((status, at) => ({ status, fullName: `case ${at + 1}`, failureMessages: [] })),
});

/** A test command whose runs produce these reports in turn. */
async function suite(
  tree: string,
  name: string,
  runs: readonly (readonly ReturnType<typeof report>[])[],
  firstSays = "",
) {
  runs.forEach((testResults, at) => writeFileSync(`${tree}/run${at + 1}.json`, JSON.stringify({ testResults })));
  writeFileSync(`${tree}/turn`, "0");
  writeFileSync(`${tree}/says1`, firstSays);
  const script =
    'cd "$0"; turn=$(($(cat turn) + 1)); echo $turn > turn; echo "$@" >> asked; cat says$turn 2>/dev/null; for a in "$@"; do case $a in --outputFile.json=*) cp run$turn.json "${a#*=}";; esac; done';
  const file = `${tree}/suite.json`;
  const step = { name, argv: ["bash", "-c", script, tree, `--outputFile.json=${file}`], report: file };
  return { step, outcome: await run(step) };
}

const FILE = "test/browser/a.test.ts";
const FAILS = report(FILE, ["passed", "failed"]);
const PASSES = report(FILE, ["passed", "passed"]);
const OTHER = report("test/browser/b.test.ts", ["passed"]);

describe("a second look at what failed beside other suites", () => {
  test("lets the file count that passes alone, and still names its case", async () => {
    using tree = folder({});
    const [looked] = await secondLook([await suite(tree.path, "tests: browser", [[FAILS, OTHER], [PASSES]])]);
    expect(looked).toMatchObject({
      outcome: { passed: 3, failed: 0, failures: [] },
      unsteady: [`${FILE} > case 2: failed`],
    });
  });

  test("leaves a case failed that fails again", async () => {
    using tree = folder({});
    const [looked] = await secondLook([await suite(tree.path, "tests: browser", [[FAILS, OTHER], [FAILS]])]);
    expect(looked).toMatchObject({ outcome: { passed: 2, failed: 1 }, unsteady: [] });
  });

  const failed = (...paths: string[]) => paths.map((path) => report(path, ["failed"]));
  const passed = (...paths: string[]) => paths.map((path) => report(path, ["passed"]));

  test.each([
    ["one file", "tests: machine", ["test/machine/a.test.ts"], 0],
    ["two files", "tests: machine", ["test/machine/a.test.ts", "test/machine/b.test.ts"], 0],
    [
      "three files",
      "tests: machine",
      ["test/machine/a.test.ts", "test/machine/b.test.ts", "test/machine/c.test.ts"],
      3,
    ],
    ["an attack that succeeded", "tests: site", ["test/hostile/site/a.test.ts"], 1],
    ["a case that waits for nothing", "tests: unit 1", ["test/runtime/a.test.ts"], 1],
  ])("of %s leaves the right number failed", async (_, name, paths, left) => {
    using tree = folder({});
    const [looked] = await secondLook([await suite(tree.path, name, [failed(...paths), passed(...paths)])]);
    expect(looked?.outcome.failed).toBe(left);
  });

  test("is not taken where a gate has failed, or a suite as a whole", async () => {
    using tree = folder({});
    const gate = { name: "lint", argv: ["bash", "-c", "exit 1"] };
    const unsteady = await suite(tree.path, "tests: browser", [[FAILS], [PASSES]]);
    const looked = await secondLook([unsteady, { step: gate, outcome: await run(gate) }]);
    expect(looked.map(({ outcome }) => outcome.failed)).toEqual([1, 1]);
  });

  describe("at a suite whose runtime ended", () => {
    const GONE = "Caused by: Error: Worker exited unexpectedly during started state";
    const LEFT = report("test/hostile/site/c.test.ts", ["passed", "pending"]);
    const WHOLE = report("test/hostile/site/c.test.ts", ["passed", "passed"]);

    test("runs it again as a whole, and counts that run alone", async () => {
      using tree = folder({});
      const [looked] = await secondLook([
        await suite(
          tree.path,
          "tests: site",
          [
            [OTHER, LEFT],
            [OTHER, WHOLE],
          ],
          GONE,
        ),
      ]);
      expect(looked).toMatchObject({
        outcome: { passed: 3, failed: 0, failures: [] },
        unsteady: ["tests: site: its runtime ended after 2 cases"],
      });
    });

    test.each([
      ["a case had failed before", [FAILS, LEFT], GONE],
      ["nothing says that it ended", [OTHER, LEFT], "so many cases did not run"],
    ])("leaves it failed where %s", async (_, first, says) => {
      using tree = folder({});
      const [looked] = await secondLook([await suite(tree.path, "tests: site", [first, [OTHER, WHOLE]], says)]);
      expect(looked?.outcome.failed).toBeGreaterThan(0);
    });

    test("leaves it failed where it ends again, or a gate has failed", async () => {
      using tree = folder({});
      const again = await suite(tree.path, "tests: site", [[LEFT], [LEFT]], GONE);
      expect((await secondLook([again]))[0]?.outcome.failed).toBe(1);
      using other = folder({});
      const gate = { name: "lint", argv: ["bash", "-c", "exit 1"] };
      const ended = await suite(other.path, "tests: site", [[LEFT], [WHOLE]], GONE);
      const looked = await secondLook([ended, { step: gate, outcome: await run(gate) }]);
      expect(looked.map(({ outcome }) => outcome.failed)).toEqual([1, 1]);
    });
  });
});
