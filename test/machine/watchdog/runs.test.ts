import { MachineTrials } from "../../../sites/machine/watchdog/trials.ts";
import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { PLUGIN_ID_MAX_CHARS } from "../../../manifests/bounds/manifest.ts";
import { TENANT_ID_MAX_CHARS } from "../../../manifests/bounds/operators.ts";
import { RUNS_KEPT, RUNS_MAX_BYTES } from "../../../manifests/bounds/watchdog.ts";
import { type Culprit, runAt } from "../../../runtime/plugins/calls/processRuns.ts";
import { attemptName, stemOf, pluginOfIsolate } from "../../../sandbox/isolateName.ts";
import { Runs } from "../../../sites/machine/watchdog/runs.ts";
import { serveRuns } from "../../../sites/machine/watchdog/runsAddress.ts";
import { testFolder } from "../testFolder.ts";

const CULPRIT: Culprit = { tenant: "t", site: "s", plugin: "a.spins", digest: "sha256-a" };

/** The runs in a file, read again as after a restart. */
function kept(here: { at(name: string): string }) {
  let now = 0;
  return { path: here.at("runs.json"), open: () => new Runs(here.at("runs.json"), () => (now += 1)) };
}

describe("the record of how runs ended", () => {
  test("survives a kill of any process, and has no ending for a run whose end nobody saw", () => {
    using here = testFolder();
    const { open } = kept(here);
    open().began();
    expect(open().all).toEqual([{ began: 1, ending: null }]);
    open().began();
    open().ended(CULPRIT);
    expect(open().all).toEqual([
      { began: 1, ending: null },
      { began: 2, ending: { how: "ended", culprit: CULPRIT } },
    ]);
    const runs = open();
    runs.began();
    runs.stopped();
    expect(open().all.at(-1)).toEqual({ began: 3, ending: { how: "stopped" } });
  });

  test("covers a run's calls even if the clock was set back before its beginning meanwhile", () => {
    using here = testFolder();
    const clock = { now: 100_000, lasting: 7_000 };
    const runs = new Runs(
      here.at("runs.json"),
      () => clock.now,
      () => undefined,
      () => clock.lasting,
    );
    runs.began();
    Object.assign(clock, { now: 50_000, lasting: 7_000 + 2_000 });
    runs.ended(CULPRIT);
    clock.now = 50_100;
    runs.began();
    expect(runs.all.map(({ began }) => began)).toEqual([48_000, 50_100]);
    const during = 49_000;
    expect(runAt(runs.all, during)?.ending).toEqual({ how: "ended", culprit: CULPRIT });
  });

  test("keeps the first ending: a later stop of an ended process excuses no plugin", () => {
    using here = testFolder();
    const runs = kept(here).open();
    runs.stopped();
    expect(runs.all).toEqual([]);
    runs.began();
    runs.ended(CULPRIT);
    runs.stopped();
    expect(runs.all).toEqual([{ began: 1, ending: { how: "ended", culprit: CULPRIT } }]);
  });

  test("charges nobody for a kill from outside, not even the plugin whose trial runs", () => {
    using here = testFolder();
    const runs = kept(here).open();
    runs.began();
    runs.tries(CULPRIT);
    runs.killed();
    expect([runs.ended(CULPRIT), runs.all]).toEqual([CULPRIT, [{ began: 1, ending: { how: "stopped" } }]]);
  });

  test.each([
    ["", []],
    ["[", []],
    ["{}", []],
    ['[{"began":1,"ending":{"how":"stopped"},"more":1}]', []],
  ])("is not read from a file with %j", (text, runs) => {
    using here = testFolder();
    const { path, open } = kept(here);
    writeFileSync(path, text);
    expect(open().all).toEqual(runs);
  });

  test.each([
    [RUNS_KEPT - 1, 1],
    [RUNS_KEPT, 1],
    [RUNS_KEPT + 1, 2],
  ])("of %i runs is kept from the one that began at %i", (count, oldest) => {
    using here = testFolder();
    const { open } = kept(here);
    const runs = open();
    for (let n = 0; n < count; n++) runs.began();
    expect(open().all[0]?.began).toBe(oldest);
  });

  test("is served only at its own address, and fits into what a workspace reads", async () => {
    using here = testFolder();
    const runs = kept(here).open();
    const longest = {
      tenant: "t".repeat(TENANT_ID_MAX_CHARS),
      site: "s".repeat(TENANT_ID_MAX_CHARS),
      plugin: "p".repeat(PLUGIN_ID_MAX_CHARS),
      digest: `sha256-${"d".repeat(43)}`,
    };
    for (let n = 0; n < RUNS_KEPT; n++) {
      runs.began();
      runs.ended(longest);
    }
    const served = await serveRuns({ runs, trials: new MachineTrials(runs), losses: () => [] });
    const told = await (await fetch(served.address)).text();
    const others = await Promise.all(
      [new URL("/", served.address), `${served.address}/`, `${served.address}?x`].map(
        async (url) => (await fetch(url)).status,
      ),
    );
    const written = await fetch(served.address, { method: "POST", body: "[]" });
    await served.stop();
    expect(JSON.parse(told)).toEqual(runs.all);
    expect(told.length).toBeLessThan(RUNS_MAX_BYTES);
    expect([...others, written.status]).toEqual([404, 404, 404, 404]);
  });
});

describe("an isolate's name", () => {
  test("identifies its plugin, and needs no escape in an address", () => {
    const name = attemptName(stemOf(CULPRIT, ['a grant "of" /any\ud800 signs', "guest"]), 7);
    expect(pluginOfIsolate(`PLUGIN_LOADER:${name}`)).toEqual(CULPRIT);
    expect(new URL(`ws://127.0.0.1/PLUGIN_LOADER:${name}`).pathname).toBe(`/PLUGIN_LOADER:${name}`);
  });

  test.each([
    "",
    "core:user:drawbridge-site",
    "7.%5B%5D",
    ...["7 [1]", "7.", "x.%5B%5D", "7.%5B%5D/%5D"].map((name) => `PLUGIN_LOADER:${name}`),
  ])("%j is not a plugin's", (name) => expect(pluginOfIsolate(name)).toBeUndefined());
});
