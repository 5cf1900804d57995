import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { MCP_WINDOW_SECONDS } from "../../../manifests/bounds/agents.ts";
import { removeIdleCounters, sweepCounters } from "../../../sites/machine/state/counters.ts";
import { openDataFolder } from "../../../sites/machine/state/dataFolder.ts";
import { testFolder } from "../../machine/testFolder.ts";

/** An attacker uses ever new addresses, to fill the disk with their call counters. */

const COUNTERS = "state/v3/do/drawbridge-public-mcp-CallLimitDO";
const NOW = 1_800_000_000_000;
const IDLE_MS = 4 * MCP_WINDOW_SECONDS * 1000;

function machine() {
  const here = testFolder();
  const folder = openDataFolder(here.path);
  const file = (path: string, age: number): void => {
    mkdirSync(dirname(here.at(path)), { recursive: true });
    writeFileSync(here.at(path), "x");
    utimesSync(here.at(path), NOW / 1000, (NOW - age) / 1000);
  };
  const left = (): string[] => readdirSync(here.at(COUNTERS)).toSorted();
  return { here, folder, file, left, [Symbol.dispose]: () => here[Symbol.dispose]() };
}

test("two thousand addresses leave no file once their counters have expired", () => {
  using here = machine();
  for (let n = 0; n < 2_000; n += 1) here.file(join(COUNTERS, `${n}.sqlite`), IDLE_MS);
  expect(removeIdleCounters(here.folder, NOW)).toBe(2_000);
  expect(here.left()).toEqual([]);
});

test.each([
  ["one that counts", IDLE_MS - 1, ["a.sqlite"]],
  ["none that is idle", IDLE_MS, []],
  ["none that is idle for longer", IDLE_MS + 1, []],
  ["none from a time to come", -IDLE_MS, []],
])("a sweep leaves %s", (_, age, left) => {
  using here = machine();
  here.file(join(COUNTERS, "a.sqlite"), age);
  using _sweep = sweepCounters(here.folder, () => NOW);
  expect(here.left()).toEqual(left);
});

test("a counter that a worker has open stays, as do the list of alarms and all other data", () => {
  using here = machine();
  const others = "state/v3/do/drawbridge-workspace-TenantWorkspaceDO/b.sqlite";
  for (const path of [`${COUNTERS}/a.sqlite`, `${COUNTERS}/a.sqlite-wal`, `${COUNTERS}/metadata.sqlite`, others])
    here.file(path, 9 * IDLE_MS);
  expect(removeIdleCounters(here.folder, NOW)).toBe(0);
  expect([here.left().length, existsSync(here.here.at(others))]).toEqual([3, true]);
});

test("a machine without agents has nothing to sweep", () => {
  using here = machine();
  expect(removeIdleCounters(here.folder, NOW)).toBe(0);
});
