import { describe, expect, test } from "vitest";
import { FAILURES_TO_QUARANTINE, INVOCATIONS_KEPT, STALLED_AFTER_MS } from "../../../manifests/bounds.ts";
import type { PluginCall } from "../../../runtime/plugins/calls.ts";
import { PluginHealth, counts } from "../../../runtime/plugins/health.ts";
import { INTERRUPTED, Invocations } from "../../../runtime/plugins/invocations.ts";
import { migrate } from "../../../runtime/schema.ts";
import { plugin } from "../kernel/kit.ts";
import type { TestPowers } from "../kernel/powers.ts";
import { testPowers } from "../kernel/powers.ts";

const SITE = "main";
const USE = { calls: 2, chars: 30, denied: 1 };

function ward(powers: TestPowers = testPowers()) {
  migrate(powers.sql);
  const out: string[] = [];
  const invocations = new Invocations(powers);
  const health = new PluginHealth({ powers, invocations, quarantine: (_site, id, _digest, reason) => out.push(`${id}: ${reason}`) });
  return { powers, invocations, health, out, restart: () => ward(powers) };
}

const callOf = (id: string): PluginCall => {
  const packed = plugin(id, {}, {});
  return { site: SITE, plugin: { id, version: "1.0.0", plugin: packed, grant: null }, point: "tools", name: "go", input: null };
};
const subject = (id: string, digest = "sha256-a") => ({ site: SITE, plugin: id, digest, startedAt: 0 });

describe("a plugin that fails", () => {
  test.each([[FAILURES_TO_QUARANTINE - 1, 0], [FAILURES_TO_QUARANTINE, 1], [FAILURES_TO_QUARANTINE + 1, 1]])("%i times in a row is taken out %i times", (times, outs) => {
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

  test.each([[-1, 1], [0, 1], [1, 2]])("broke off once for all calls that were under way, and again for one that began %i ms later", (later, failures) => {
    const { health, powers, out } = ward();
    const begun = powers.clock.now;
    powers.clock.now += 100;
    for (let n = 0; n < 2 * FAILURES_TO_QUARANTINE; n++) health.failed({ ...subject("a.a"), startedAt: begun }, "plugin_broken");
    health.failed({ ...subject("a.a"), startedAt: begun + 100 + later }, "plugin_broken");
    expect(powers.sql.all("SELECT failures FROM plugin_health")).toEqual([{ failures }]);
    expect(out).toEqual([]);
  });

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
    ["plugin_failed", { point: "hooks", name: "formSubmitted" }, false], ["plugin_answer", { point: "hooks", name: "formSubmitted" }, false],
    ["plugin_late", { point: "hooks", name: "formSubmitted" }, true], ["plugin_failed", { point: "data", name: "formSubmitted" }, true],
    ["plugin_failed", { point: "hooks" }, true], ["plugin_late", { point: "hooks" }, true], ["plugin_broken", { point: "data" }, true],
    ["plugin_answer", { point: "data" }, true], [INTERRUPTED, { point: "routes" }, true],
    ["plugin_failed", { point: "routes" }, false], ["plugin_answer", { point: "routes" }, false], ["plugin_late", { point: "routes" }, true],
    ["plugin_failed", { point: "hooks", willRetry: true }, false], ["plugin_broken", { point: "hooks", willRetry: true }, true],
    ["loader_unavailable", { point: "hooks" }, false], ["busy", { point: "hooks" }, false], ["sandbox_silent", { point: "hooks" }, false],
    ["toString", { point: "hooks" }, false],
  ])("%s of %j: %s", (code, call, isCounted) => expect(counts({ name: "scheduled", ...call }, code)).toBe(isCounted));
});

describe("a call that is found unfinished when the workspace wakes", () => {
  test.each([[STALLED_AFTER_MS - 1, 0], [STALLED_AFTER_MS, 1], [STALLED_AFTER_MS + 1, 1]])("%i ms old and alone: its plugin is taken out %i times", (age, outs) => {
    const first = ward();
    first.invocations.begin(callOf("a.spins"));
    first.powers.clock.now += age;
    const { health, out, invocations } = first.restart();
    health.blameInterrupted();
    expect(out).toEqual(Array.from({ length: outs }, () => "a.spins: it was running when the process was ended"));
    expect(invocations.list(SITE, "a.spins")).toMatchObject([{ outcome: INTERRUPTED, durationMs: null }]);
  });

  test("is told once", () => {
    const { invocations, powers, health, out } = ward();
    invocations.begin(callOf("a.spins"));
    powers.clock.now += STALLED_AFTER_MS;
    health.blameInterrupted();
    health.blameInterrupted();
    expect(out).toHaveLength(1);
  });

  test("shares the blame with the others, so that those who go on are free and the one that stalls again is out", () => {
    const { invocations, powers, health, out } = ward();
    const stall = (ids: readonly string[]): void => {
      for (const id of ids) invocations.begin(callOf(id));
      powers.clock.now += STALLED_AFTER_MS;
      health.blameInterrupted();
    };
    stall(["a.one", "a.spins", "a.two"]);
    expect(out).toEqual([]);
    for (const id of ["a.one", "a.two"]) health.succeeded(subject(id, callOf(id).plugin.plugin.digest));
    stall(["a.one", "a.spins", "a.two"]);
    stall(["a.spins"]);
    expect(out).toEqual(["a.spins: it was running when the process was ended"]);
  });

  test("has not done it when it is over", () => {
    const { invocations, powers, health, out } = ward();
    const record = invocations.begin(callOf("a.done"));
    invocations.end(record, { outcome: "ok", durationMs: 3, use: USE });
    powers.clock.now += STALLED_AFTER_MS;
    health.blameInterrupted();
    expect(out).toEqual([]);
  });
});

describe("records of calls", () => {
  test("say what was called, how it ended and what it used, and nothing of what was said", () => {
    const { invocations, powers } = ward();
    const call = { ...callOf("a.a"), input: { secret: "of a visitor" } };
    invocations.end(invocations.begin(call), { outcome: "plugin_failed", durationMs: 12.5, use: USE });
    expect(invocations.list(SITE, "a.a")).toEqual([{
      plugin: "a.a", number: 1, version: "1.0.0", digest: call.plugin.plugin.digest, point: "tools", name: "go",
      startedAt: powers.clock.now, durationMs: 12.5, outcome: "plugin_failed", ...USE,
    }]);
    expect(JSON.stringify(powers.sql.all("SELECT * FROM plugin_invocations"))).not.toContain("visitor");
  });

  test.each([[INVOCATIONS_KEPT - 1, 1], [INVOCATIONS_KEPT, 1], [INVOCATIONS_KEPT + 1, 2]])("of %i calls begin with number %i, and one plugin's do not displace another's", (count, oldest) => {
    const { invocations } = ward();
    invocations.begin(callOf("a.rare"));
    for (let n = 0; n < count; n++) invocations.begin(callOf("a.busy"));
    expect(invocations.list(SITE, "a.busy").at(-1)?.number).toBe(oldest);
    expect(invocations.list(SITE, "a.rare")).toHaveLength(1);
  });
});
