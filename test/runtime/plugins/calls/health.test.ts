import type { CallFailureCode } from "../../../../manifests/faults/callFailure.ts";
import { Probation } from "../../../../runtime/plugins/calls/probation.ts";
import { describe, expect, test } from "vitest";
import { FAILURES_TO_QUARANTINE, INVOCATIONS_KEPT, STALLED_AFTER_MS } from "../../../../manifests/bounds/plugins.ts";
import type { PluginCall } from "../../../../runtime/plugins/calls/calls.ts";
import { PluginHealth, counts } from "../../../../runtime/plugins/calls/health.ts";
import { INTERRUPTED, Invocations, STOPPED } from "../../../../runtime/plugins/calls/invocations.ts";
import type { Culprit, ProcessEnding, ProcessRuns } from "../../../../runtime/plugins/calls/processRuns.ts";
import { migrate } from "../../../../runtime/schema.ts";
import { plugin } from "../../kernel/world.ts";
import { type TestPowers, testPowers } from "../../kernel/powers.ts";

const SITE = "main";
const USE = { calls: 2, chars: 30, denied: 1 };

function ward(powers: TestPowers = testPowers()) {
  migrate(powers.sql);
  const out: string[] = [];
  const invocations = new Invocations(powers);
  const probation = new Probation(powers);
  const health = new PluginHealth({
    powers,
    invocations,
    probation,
    quarantine: (_site, id, _digest, reason) => out.push(`${id}: ${reason}`),
  });
  return { powers, invocations, health, probation, out, restart: () => ward(powers) };
}

const callOf = (id: string): PluginCall => {
  const packed = plugin(id, {}, {});
  return {
    site: SITE,
    plugin: { id, version: "1.0.0", plugin: packed, grant: null },
    point: "tools",
    name: "go",
    input: null,
  };
};
const subject = (id: string, digest = "sha256-a") => ({ site: SITE, plugin: id, digest, startedAt: 0 });

describe("a plugin that fails", () => {
  test.each([
    [FAILURES_TO_QUARANTINE - 1, 0],
    [FAILURES_TO_QUARANTINE, 1],
    [FAILURES_TO_QUARANTINE + 1, 1],
  ])("%i times in a row is taken out %i times", (times, outs) => {
    const { health, out } = ward();
    for (let n = 0; n < times; n++) health.failed(subject("a.a"), "plugin_failed");
    expect(out).toHaveLength(outs);
    if (outs > 0) expect(out[0]).toBe("a.a: it failed 5 times in a row; the last time it failed");
  });

  test("starts again after a success, in another version, and where it is another's site", () => {
    const { health, out } = ward();
    for (let n = 0; n < FAILURES_TO_QUARANTINE - 1; n++) health.failed(subject("a.a"), "plugin_late");
    health.failed({ ...subject("a.a"), site: "other" }, "plugin_late");
    health.succeeded(subject("a.a"));
    for (let n = 0; n < FAILURES_TO_QUARANTINE - 1; n++) health.failed(subject("a.a"), "plugin_late");
    health.failed(subject("a.a", "sha256-b"), "plugin_late");
    expect(out).toEqual([]);
  });

  test("is not out at the first failure after somebody put it back", () => {
    const { health, out } = ward();
    for (let n = 0; n < FAILURES_TO_QUARANTINE + 1; n++) health.failed(subject("a.a"), "plugin_late");
    expect(out).toHaveLength(1);
  });

  test.each([
    [-1, 1],
    [0, 1],
    [1, 2],
  ])(
    "broke off once for all calls that were under way, and again for one that began %i ms later",
    (later, failures) => {
      const { health, powers, out } = ward();
      const begun = powers.clock.now;
      powers.clock.now += 100;
      for (let n = 0; n < 2 * FAILURES_TO_QUARANTINE; n++)
        health.failed({ ...subject("a.a"), startedAt: begun }, "plugin_broken");
      health.failed({ ...subject("a.a"), startedAt: begun + 100 + later }, "plugin_broken");
      expect(powers.sql.all("SELECT failures FROM plugin_health")).toEqual([{ failures }]);
      expect(out).toEqual([]);
    },
  );

  test("broke off again when the clock was set back in between", () => {
    const { health, powers } = ward();
    health.failed(subject("a.a"), "plugin_broken");
    powers.clock.now -= 60_000;
    health.failed({ ...subject("a.a"), startedAt: powers.clock.now }, "plugin_broken");
    expect(powers.sql.all("SELECT failures FROM plugin_health")).toEqual([{ failures: 2 }]);
  });
});

describe("what counts against a plugin", () => {
  test.each<[string, Pick<PluginCall, "point" | "willRetry"> & { name?: string }, boolean]>([
    ["plugin_failed", { point: "hooks", name: "formSubmitted" }, false],
    ["plugin_answer", { point: "hooks", name: "formSubmitted" }, false],
    ["plugin_late", { point: "hooks", name: "formSubmitted" }, true],
    ["plugin_failed", { point: "data", name: "formSubmitted" }, true],
    ["plugin_failed", { point: "hooks" }, true],
    ["plugin_late", { point: "hooks" }, true],
    ["plugin_broken", { point: "data" }, true],
    ["plugin_answer", { point: "data" }, true],
    [INTERRUPTED, { point: "routes" }, true],
    ["plugin_failed", { point: "routes" }, false],
    ["plugin_answer", { point: "routes" }, false],
    ["plugin_late", { point: "routes" }, true],
    ["plugin_failed", { point: "tools" }, false],
    ["plugin_answer", { point: "tools" }, false],
    ["plugin_late", { point: "tools" }, true],
    ["plugin_broken", { point: "tools" }, true],
    ["plugin_failed", { point: "resources" }, false],
    ["plugin_failed", { point: "hooks", willRetry: true }, false],
    ["plugin_broken", { point: "hooks", willRetry: true }, true],
    ["loader_unavailable", { point: "hooks" }, false],
    ["busy", { point: "hooks" }, false],
    ["sandbox_silent", { point: "hooks" }, false],
    // A sandbox of another release may have a code of its own.
    ["toString", { point: "hooks" }, false],
  ])("%s of %j: %s", (code, call, isCounted) =>
    expect(counts({ name: "scheduled", ...call }, code as CallFailureCode)).toBe(isCounted),
  );
});

describe("a call that is found unfinished when the workspace wakes", () => {
  test.each([
    [STALLED_AFTER_MS - 1, 0],
    [STALLED_AFTER_MS, 1],
    [STALLED_AFTER_MS + 1, 1],
  ])("%i ms old and alone: its plugin is taken out %i times", (age, outs) => {
    const first = ward();
    first.invocations.begin(callOf("a.spins"));
    first.powers.clock.now += age;
    const { health, out, invocations } = first.restart();
    health.judgeInterrupted();
    expect(out).toEqual(Array.from({ length: outs }, () => "a.spins: it was running when the process ended"));
    expect(invocations.list(SITE, "a.spins")).toMatchObject([{ outcome: INTERRUPTED, durationMs: null }]);
  });

  test("is told once", () => {
    const { invocations, powers, health, out } = ward();
    invocations.begin(callOf("a.spins"));
    powers.clock.now += STALLED_AFTER_MS;
    health.judgeInterrupted();
    health.judgeInterrupted();
    expect(out).toHaveLength(1);
  });

  test("shares the blame with the others, so that those who go on are free and the one that stalls again is out", () => {
    const { invocations, powers, health, out } = ward();
    const stall = (ids: readonly string[]): void => {
      for (const id of ids) invocations.begin(callOf(id));
      powers.clock.now += STALLED_AFTER_MS;
      health.judgeInterrupted();
    };
    stall(["a.one", "a.spins", "a.two"]);
    expect(out).toEqual([]);
    for (const id of ["a.one", "a.two"]) health.succeeded(subject(id, callOf(id).plugin.plugin.digest));
    stall(["a.one", "a.spins", "a.two"]);
    stall(["a.spins"]);
    expect(out).toEqual(["a.spins: it was running when the process ended"]);
  });

  test("has not done it when it is over", () => {
    const { invocations, powers, health, out } = ward();
    const record = invocations.begin(callOf("a.done"));
    invocations.end(record, { outcome: "ok", durationMs: 3, use: USE, report: null });
    powers.clock.now += STALLED_AFTER_MS;
    health.judgeInterrupted();
    expect(out).toEqual([]);
  });
});

const versionOf = (id: string) => ({ site: SITE, plugin: id, digest: callOf(id).plugin.plugin.digest });
const TENANT = "harbour";
const culprit = (id: string, more: Partial<Culprit> = {}): Culprit => ({
  tenant: TENANT,
  site: SITE,
  plugin: id,
  digest: callOf(id).plugin.plugin.digest,
  ...more,
});
const BLAME = "it was running when the process ended";

describe("a call that was running in a process of which it is known how it ended", () => {
  /** Two long calls in a process that started with the first. */
  function cutOff(ending: ProcessEnding | null) {
    const made = ward();
    const runs: ProcessRuns = [{ began: made.powers.clock.now, ending }];
    for (const id of ["a.spins", "a.waits"]) made.invocations.begin(callOf(id));
    made.powers.clock.now += 2 * STALLED_AFTER_MS;
    return {
      ...made,
      runs: [...runs, { began: made.powers.clock.now, ending: null }],
      outcomeOf: (id: string) => made.invocations.list(SITE, id)[0]?.outcome,
    };
  }
  const failures = ({ powers }: { powers: TestPowers }) =>
    powers.sql.all("SELECT plugin, failures FROM plugin_health WHERE failures > 0 ORDER BY plugin");

  test("that was stopped is charged to nobody", () => {
    const made = cutOff({ how: "stopped" });
    made.health.judgeInterrupted(made.runs, TENANT);
    expect([made.out, failures(made), made.outcomeOf("a.spins"), made.outcomeOf("a.waits")]).toEqual([
      [],
      [],
      STOPPED,
      STOPPED,
    ]);
  });

  test("that was ended for a plugin is charged to that plugin, and once", () => {
    const made = cutOff({ how: "ended", culprit: culprit("a.spins") });
    for (let n = 0; n < 3; n++) made.health.judgeInterrupted(made.runs, TENANT);
    expect([made.out, failures(made), made.outcomeOf("a.spins"), made.outcomeOf("a.waits")]).toEqual([
      [`a.spins: ${BLAME}`],
      [],
      INTERRUPTED,
      STOPPED,
    ]);
  });

  test("that was ended for a plugin is charged to it though its call was over", () => {
    const made = cutOff({ how: "ended", culprit: culprit("a.spins") });
    made.invocations.end(
      { site: SITE, plugin: "a.spins", number: 1 },
      { outcome: "plugin_late", durationMs: 3, use: USE, report: null },
    );
    made.health.judgeInterrupted(made.runs, TENANT);
    expect([made.out, made.outcomeOf("a.waits")]).toEqual([[`a.spins: ${BLAME}`], STOPPED]);
  });

  test.each<[string, Partial<Culprit>]>([
    ["tenant", { tenant: "other" }],
    ["site", { site: "other" }],
    ["version", { digest: "sha256-other" }],
  ])("that was ended for a plugin of another %s is charged to nobody here", (_, more) => {
    const made = cutOff({ how: "ended", culprit: culprit("a.spins", more) });
    made.health.judgeInterrupted(made.runs, TENANT);
    expect([made.out, failures(made), made.outcomeOf("a.spins")]).toEqual([[], [], STOPPED]);
  });

  test.each<[string, ProcessEnding | null]>([
    ["nobody saw ending", null],
    ["was ended, and nobody knows for whom", { how: "ended", culprit: null }],
  ])("that %s is charged to nobody: both are suspected, and go on", (_, ending) => {
    const made = cutOff(ending);
    made.health.judgeInterrupted(made.runs, TENANT);
    expect([made.out, failures(made), made.outcomeOf("a.spins"), made.outcomeOf("a.waits")]).toEqual([
      [],
      [],
      INTERRUPTED,
      INTERRUPTED,
    ]);
    expect(["a.spins", "a.waits"].map((id) => made.probation.has(versionOf(id)))).toEqual([true, true]);
  });

  test("is judged by the run it was part of, to the millisecond", () => {
    const made = ward();
    const began = made.powers.clock.now;
    const runs: ProcessRuns = [
      { began: began - 10, ending: { how: "stopped" } },
      { began, ending: { how: "ended", culprit: null } },
      { began: began + 1, ending: { how: "stopped" } },
    ];
    for (const [id, at] of [
      ["a.before", -1],
      ["a.in", 0],
      ["a.after", 1],
    ] as const) {
      made.powers.clock.now = began + at;
      made.invocations.begin(callOf(id));
    }
    made.powers.clock.now = began + 2 * STALLED_AFTER_MS;
    made.health.judgeInterrupted(runs, TENANT);
    expect(["a.before", "a.in", "a.after"].map((id) => made.invocations.list(SITE, id)[0]?.outcome)).toEqual([
      STOPPED,
      INTERRUPTED,
      STOPPED,
    ]);
    expect(["a.before", "a.in", "a.after"].map((id) => made.probation.has(versionOf(id)))).toEqual([
      false,
      true,
      false,
    ]);
  });
});

describe("records of calls", () => {
  test("say what was called, how it ended and what it used, and nothing of what was said", () => {
    const { invocations, powers } = ward();
    const call = { ...callOf("a.a"), input: { secret: "of a visitor" } };
    invocations.end(invocations.begin(call), { outcome: "plugin_failed", durationMs: 12.5, use: USE, report: null });
    expect(invocations.list(SITE, "a.a")).toEqual([
      {
        plugin: "a.a",
        number: 1,
        version: "1.0.0",
        digest: call.plugin.plugin.digest,
        point: "tools",
        name: "go",
        startedAt: powers.clock.now,
        durationMs: 12.5,
        outcome: "plugin_failed",
        report: null,
        ...USE,
      },
    ]);
    expect(JSON.stringify(powers.sql.all("SELECT * FROM plugin_invocations"))).not.toContain("visitor");
  });

  test.each([
    [INVOCATIONS_KEPT - 1, 1],
    [INVOCATIONS_KEPT, 1],
    [INVOCATIONS_KEPT + 1, 2],
  ])("of %i calls begin with number %i, and one plugin's do not displace another's", (count, oldest) => {
    const { invocations } = ward();
    invocations.begin(callOf("a.rare"));
    for (let n = 0; n < count; n++) invocations.begin(callOf("a.busy"));
    expect(invocations.list(SITE, "a.busy").at(-1)?.number).toBe(oldest);
    expect(invocations.list(SITE, "a.rare")).toHaveLength(1);
  });
});
