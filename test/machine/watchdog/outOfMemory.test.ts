import { constants } from "node:os";
import { expect, test } from "vitest";
import { OutOfMemory } from "../../../sites/machine/watchdog/outOfMemory.ts";

const { signals } = constants;

test.each([
  ["SIGKILL", true],
  ["SIGTERM", true],
  ["SIGINT", true],
  ["SIGHUP", true],
  ["SIGSEGV", false],
  ["SIGABRT", false],
  ["SIGTRAP", false],
  ["SIGILL", false],
  ["SIGBUS", false],
] as const)("%s comes from outside: %s", (name, isFromOutside) => {
  expect(new OutOfMemory(() => 7).isKilledFromOutside(128 + signals[name])).toBe(isFromOutside);
});

test.each([0, 1, 127])("the exit code %i is no kill", (code) => {
  expect(new OutOfMemory(() => 7).isKilledFromOutside(code)).toBe(false);
});

test("a kill is not from outside if the system has killed for memory meanwhile", () => {
  let kills = 7;
  const memory = new OutOfMemory(() => kills);
  expect(memory.isKilledFromOutside(128 + signals.SIGKILL)).toBe(true);
  kills += 1;
  expect(memory.isKilledFromOutside(128 + signals.SIGKILL)).toBe(false);
});
