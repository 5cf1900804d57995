import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CALL_GRACE_MS, CALL_MAX_WALL_MS } from "../../../manifests/bounds/calls.ts";
import {
  TRIALS_WAITING,
  TRIALS_WAITING_PER_TENANT,
  TRIAL_SETTLE_MS,
  TRIAL_TENANTS_REMEMBERED,
  TRIAL_WAIT_MS,
} from "../../../manifests/bounds/watchdog.ts";
import type { Culprit } from "../../../runtime/plugins/calls/processRuns.ts";
import { Runs } from "../../../sites/machine/watchdog/runs.ts";
import { MachineTrials } from "../../../sites/machine/watchdog/trials.ts";

const of = (tenant: string, plugin = "a.one"): Culprit => ({ tenant, site: "s", plugin, digest: "sha256-a" });
const [HARBOUR, ORCHARD] = [of("harbour"), of("orchard")];
const STAYS = new AbortController().signal;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function machine() {
  const runs = new Runs("/nowhere/runs.json", Date.now, () => undefined);
  runs.began();
  const [trials, letIn] = [new MachineTrials(runs), [] as string[]];
  const ask = (plugin: Culprit, left = STAYS): Promise<void> =>
    trials.take(plugin, left).then((granted) => void letIn.push(`${plugin.tenant} ${granted ? "in" : "out"}`));
  return { runs, trials, letIn, ask };
}

const passing = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

describe("plugins on probation", () => {
  test("of two tenants are admitted one at a time, in the order of their requests", async () => {
    const { runs, trials, letIn, ask } = machine();
    for (const plugin of [HARBOUR, ORCHARD, of("quarry")]) void ask(plugin);
    await passing(0);
    expect([letIn, runs.trial]).toEqual([["harbour in"], HARBOUR]);
    trials.leave(HARBOUR);
    await passing(TRIAL_SETTLE_MS - 1);
    expect([letIn, runs.trial]).toEqual([["harbour in"], HARBOUR]);
    await passing(1);
    expect([letIn, runs.trial]).toEqual([["harbour in", "orchard in"], ORCHARD]);
  });

  test("are not admitted sooner because another tenant states that its call is over", async () => {
    const { trials, letIn, ask } = machine();
    for (const plugin of [HARBOUR, ORCHARD]) void ask(plugin);
    trials.leave(ORCHARD);
    await passing(TRIAL_SETTLE_MS);
    expect(letIn).toEqual(["harbour in"]);
  });

  test.each([
    [TRIAL_WAIT_MS - 1, 1],
    [TRIAL_WAIT_MS, 2],
  ])("that wait for %i ms: %i get an answer", async (ms, answered) => {
    const { letIn, ask } = machine();
    for (const plugin of [HARBOUR, ORCHARD]) void ask(plugin);
    await passing(ms);
    expect(letIn).toEqual(["harbour in", "orchard out"].slice(0, answered));
  });

  test("whose visitors have left get no turn", async () => {
    const { trials, letIn, ask } = machine();
    const left = new AbortController();
    void ask(HARBOUR);
    void ask(ORCHARD, left.signal);
    left.abort();
    void ask(of("quarry"));
    trials.leave(HARBOUR);
    await passing(TRIAL_SETTLE_MS);
    expect(letIn).toEqual(["harbour in", "orchard out", "quarry in"]);
  });

  test.each([
    [TRIALS_WAITING - 1, 0],
    [TRIALS_WAITING, 0],
    [TRIALS_WAITING + 1, 1],
  ])("%i at once: %i refused", async (count, refused) => {
    const { letIn, ask } = machine();
    void ask(HARBOUR);
    for (let n = 0; n < count; n++) void ask(of(`tenant-${n}`));
    await passing(0);
    expect(letIn.filter((said) => said.endsWith("out"))).toHaveLength(refused);
  });

  test.each([
    [TRIALS_WAITING_PER_TENANT - 1, 0],
    [TRIALS_WAITING_PER_TENANT, 0],
    [TRIALS_WAITING_PER_TENANT + 1, 1],
  ])("%i at once of one tenant: %i refused, and another tenant still gets a place", async (count, refused) => {
    const { letIn, ask } = machine();
    void ask(HARBOUR);
    for (let n = 0; n < count; n++) void ask(ORCHARD);
    void ask(of("quarry"));
    await passing(0);
    expect(letIn.filter((said) => said.endsWith("out"))).toEqual(Array(refused).fill("orchard out"));
  });

  test("of a tenant with many of them delay another tenant's for one turn only", async () => {
    const { trials, letIn, ask } = machine();
    for (const name of ["a.one", "a.two", "a.three"]) void ask(of("harbour", name));
    void ask(ORCHARD);
    trials.leave(of("harbour", "a.one"));
    await passing(TRIAL_SETTLE_MS);
    expect(letIn).toEqual(["harbour in", "orchard in"]);
  });

  test("whose visitor left before the request get no turn", async () => {
    const { runs, letIn, ask } = machine();
    await ask(HARBOUR, AbortSignal.abort());
    expect([letIn, runs.trial]).toEqual([["harbour out"], undefined]);
  });

  test("lose a turn that is never ended", async () => {
    const { letIn, ask, runs } = machine();
    void ask(HARBOUR);
    await passing(CALL_MAX_WALL_MS + 2 * CALL_GRACE_MS - 1);
    expect(runs.trial).toEqual(HARBOUR);
    void ask(ORCHARD);
    await passing(1);
    expect([letIn, runs.trial]).toEqual([["harbour in", "orchard in"], ORCHARD]);
  });
});

describe("the plugins' process", () => {
  test("charges its unexplained end during a trial to the plugin on trial, and to no plugin after that", async () => {
    const { runs, trials, ask } = machine();
    void ask(HARBOUR);
    expect(runs.ended(null)).toEqual(HARBOUR);
    runs.began();
    trials.restart();
    expect([runs.ended(null), runs.all.map(({ ending }) => ending)]).toEqual([
      null,
      [
        { how: "ended", culprit: HARBOUR },
        { how: "ended", culprit: null },
      ],
    ]);
  });

  test("charges its end to a known plugin, and not to the plugin on trial", async () => {
    const { runs, ask } = machine();
    void ask(HARBOUR);
    expect(runs.ended(ORCHARD)).toEqual(ORCHARD);
  });

  test("ends all waiting trials with it, and the next process begins without a turn", async () => {
    const { runs, trials, letIn, ask } = machine();
    for (const plugin of [HARBOUR, ORCHARD]) void ask(plugin);
    runs.stopped();
    runs.began();
    trials.restart();
    void ask(of("quarry"));
    await passing(CALL_MAX_WALL_MS);
    expect([letIn, runs.trial]).toEqual([["harbour in", "orchard out", "quarry in"], of("quarry")]);
  });
});

describe("the memory of tenants' last turns", () => {
  test.each([
    [TRIAL_TENANTS_REMEMBERED - 1, "newcomer in"],
    [TRIAL_TENANTS_REMEMBERED, "harbour in"],
    [TRIAL_TENANTS_REMEMBERED + 1, "harbour in"],
  ])("has a bound: after %i other tenants, the next turn is %s", async (others, first) => {
    const { trials, letIn, ask } = machine();
    const all = [HARBOUR, ...Array.from({ length: others }, (_, n) => of(`t${n}`))];
    for (const plugin of all.slice(0, -1)) {
      void ask(plugin);
      trials.leave(plugin);
      await passing(TRIAL_SETTLE_MS);
    }
    const last = all.at(-1) ?? HARBOUR;
    for (const plugin of [last, HARBOUR, of("newcomer")]) void ask(plugin);
    await passing(0);
    trials.leave(last);
    await passing(TRIAL_SETTLE_MS);
    expect(letIn.at(-1)).toBe(first);
  });
});
