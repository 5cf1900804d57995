/** The alarm's chores: what a fault of one means for the others and for the log. */
import { expect, test } from "vitest";
import { CHORE_RETRY_MS } from "../../manifests/bounds/commands.ts";
import type { Chore } from "../../runtime/area/chore.ts";
import { Chores } from "../../runtime/chores.ts";
import { testPowers } from "./kernel/powers.ts";

/** Runs one chore beside another that has work now. Answers the faults, and how long the other must wait. */
async function faultsOf(run: Chore["run"]): Promise<{ readonly faults: readonly unknown[]; readonly waitMs: number }> {
  const powers = testPowers();
  const other: Chore = { turn: "call", run: () => undefined, nextDue: () => powers.now() };
  const chores = new Chores({ powers, chores: [{ turn: "call", run, nextDue: () => undefined }, other], tidies: [] });
  const faults = await chores.run();
  return { faults, waitMs: (chores.nextDue() ?? 0) - powers.now() };
}

const [one, two] = [new Error("one"), new Error("two")];
const all = new AggregateError([one, two], "letters failed");

test.each<[string, Chore["run"], readonly unknown[], number]>([
  ["nothing", () => undefined, [], 0],
  ["faults that it dealt with", async () => [one, two], [one, two], 0],
  [
    "an error",
    () => {
      throw one;
    },
    [one],
    CHORE_RETRY_MS,
  ],
  ["an error of several parts", () => Promise.reject(all), [all, one, two], CHORE_RETRY_MS],
])("a chore with %s", async (_, run, faults, waitMs) => {
  expect(await faultsOf(run)).toEqual({ faults, waitMs });
});
