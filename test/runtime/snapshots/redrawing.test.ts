/** Sections that follow what their plugin stores: the clock publishes their pages again. */
import { expect, test } from "vitest";
import { lendStorage } from "../../../capabilities/storage.ts";
import {
  CLOCK_RELEASE_PAUSE_MS,
  CLOCK_STORED_REST_MS,
  RELEASES_KEPT,
  RELEASES_SLACK,
} from "../../../manifests/bounds/publishing.ts";
import { partState } from "../../../runtime/plugins/storage/storageParts.ts";
import { storageRevision } from "../../../runtime/plugins/storage/storageRevision.ts";
import { storageDependency, storagePartDependency } from "../../../runtime/snapshots/storageDependency.ts";
import { askLoan, loanOf } from "../../capabilities/asking.ts";
import { SITE, page } from "../kernel/world.ts";
import { ring } from "../publishing/ringing.ts";
import {
  type ComputingWorld,
  computing,
  computingWorld,
  dataSection,
  echo,
  failed,
  switchTo,
  wake,
} from "./computing.ts";

const PLUGIN = "test.data";
const PAGES = { home: page("/"), one: page("/one", { sections: [dataSection("first")] }) };

/** A site whose page `/one` shows the revision of the plugin's storage. */
async function world(redraw: boolean): Promise<ComputingWorld> {
  const made = await computingWorld(PAGES, [computing({ redraw })], (call) =>
    echo(call, " r0", [storageDependency(PLUGIN, 0)]),
  );
  made.calls.answer = (call) => {
    const revision = storageRevision(made.powers.sql, SITE, PLUGIN);
    return echo(call, ` r${revision}`, [storageDependency(PLUGIN, revision)]);
  };
  return made;
}

/** Stores a value as the plugin's code does. */
const store = ({ powers, kernel }: ComputingWorld, value: number, key = "k"): Promise<unknown> =>
  askLoan(
    loanOf(
      lendStorage(
        powers.sql,
        { site: SITE, plugin: PLUGIN },
        { maxBytes: 1_000, maxKeys: 10, changed: () => kernel.clockMoments.stored(SITE, PLUGIN) },
      ),
    ),
    "storage.put",
    { entries: [{ key, value }] },
  );

const due = ({ kernel, powers }: ComputingWorld): number => (kernel.clockMoments.nextDue() ?? NaN) - powers.clock.now;

async function pass(made: ComputingWorld, ms: number): Promise<string> {
  made.powers.clock.now += ms;
  await ring(made);
  return made.html("/one");
}

test("a page is published again after a short rest, and then at most once a minute", async () => {
  const made = await world(true);
  expect(await made.html("/one")).toContain("first r0");
  await store(made, 1);
  expect(due(made)).toBe(CLOCK_STORED_REST_MS);
  await store(made, 2);
  expect(await pass(made, CLOCK_STORED_REST_MS - 1)).toContain("first r0");
  expect(await pass(made, 1)).toContain("first r2");
  expect(due(made)).toBeNaN();
  await store(made, 3);
  expect(due(made)).toBe(CLOCK_RELEASE_PAUSE_MS);
  expect(await pass(made, CLOCK_RELEASE_PAUSE_MS - 1)).toContain("first r2");
  expect(await pass(made, 1)).toContain("first r3");
});

test("shows nothing of the draft, and an equal value makes no release", async () => {
  const made = await world(true);
  await made.write("one", page("/one", { sections: [dataSection("unpublished")] }));
  await store(made, 1);
  const before = made.kernel.sites.get(SITE).release;
  expect(await pass(made, CLOCK_STORED_REST_MS)).toContain("first r1");
  expect(made.kernel.sites.get(SITE).release).toBe(before + 1);
  await store(made, 1);
  expect(due(made)).toBeNaN();
});

test("a change that shows nothing makes no release, and its page is not asked again", async () => {
  const made = await world(true);
  made.calls.answer = (call) =>
    echo(call, " still", [storageDependency(PLUGIN, storageRevision(made.powers.sql, SITE, PLUGIN))]);
  await store(made, 1);
  expect(await pass(made, CLOCK_STORED_REST_MS)).toContain("first still");
  const before = made.kernel.sites.get(SITE).release;
  made.calls.take();
  await store(made, 2);
  await pass(made, CLOCK_RELEASE_PAUSE_MS);
  expect([made.kernel.sites.get(SITE).release, made.calls.take().length, due(made)]).toEqual([before, 1, NaN]);
  await pass(made, CLOCK_RELEASE_PAUSE_MS);
  await made.write("home", page("/", { title: "Another" }));
  await made.run("publish", {});
  expect([made.kernel.sites.get(SITE).release, made.calls.take().length]).toEqual([before + 1, 0]);
});

test("a plugin that fails then leaves the page as it is, and members are told", async () => {
  const made = await world(true);
  const { release } = made.kernel.sites.get(SITE);
  made.calls.answer = () => failed();
  await store(made, 1);
  expect(await pass(made, CLOCK_STORED_REST_MS)).toContain("first r0");
  expect(made.kernel.sites.get(SITE).release).toBe(release);
  expect(made.kernel.releases.find(SITE, release)?.notices).toMatchObject([{ plugin: PLUGIN }]);
});

test("data that only another form of the page shows makes a release", async () => {
  const made = await world(true);
  const { answer } = made.calls;
  let hidden = 1;
  made.calls.answer = async (call) => {
    const outcome = await answer(call);
    const value = Object.entries(outcome.ok ? (outcome.value as Record<string, Record<string, object>>) : {});
    const more = value.map(([id, sections]) => [
      id,
      Object.fromEntries(Object.keys(sections).map((section) => [section, { text: "same", hidden }])),
    ]);
    return outcome.ok ? { ...outcome, value: Object.fromEntries(more) } : outcome;
  };
  await store(made, 1);
  expect(await pass(made, CLOCK_STORED_REST_MS)).toContain("same");
  const before = made.kernel.sites.get(SITE).release;
  hidden = 2;
  await store(made, 2);
  expect(await pass(made, CLOCK_RELEASE_PAUSE_MS)).toContain("same");
  expect(made.kernel.sites.get(SITE).release).toBe(before + 1);
});

test("plugins that came since and stand on no page make no release", async () => {
  const made = await world(true);
  const { release } = made.kernel.sites.get(SITE);
  const woken = await wake(made.powers, made.calls, [computing({ redraw: true }), computing({ id: "test.other" })]);
  await store(woken, 1);
  woken.calls.answer = (call) => echo(call, " r0", [storageDependency(PLUGIN, 1)]);
  await pass(woken, CLOCK_RELEASE_PAUSE_MS);
  expect([woken.calls.take().length > 0, woken.kernel.sites.get(SITE).release]).toEqual([true, release]);
});

test("as many as there may be displace no release of a member", async () => {
  const made = await world(true);
  const { kernel } = made;
  const { release } = kernel.sites.get(SITE);
  for (let value = 1; value <= RELEASES_KEPT + RELEASES_SLACK; value++) {
    await store(made, value);
    await pass(made, CLOCK_RELEASE_PAUSE_MS);
    kernel.sites.markRefreshed(SITE, kernel.sites.get(SITE).sequence);
  }
  const ids = kernel.releases.list(SITE, 1_000, 1_000).map(({ id }) => id);
  expect(ids).toContain(release);
  expect(ids.length).toBeLessThanOrEqual(1 + RELEASES_SLACK + 1);
  expect(await made.html("/one")).toContain(`first r${RELEASES_KEPT + RELEASES_SLACK}`);
});

test("a publication of a member before it loses nothing that was stored meanwhile", async () => {
  const made = await world(true);
  const { answer } = made.calls;
  made.calls.answer = async (call) => {
    const outcome = await answer(call);
    await store(made, 7);
    return outcome;
  };
  await made.write("one", page("/one", { sections: [dataSection("second")] }));
  await made.run("publish", {});
  made.calls.answer = answer;
  expect(await made.html("/one")).toContain("second r0");
  expect(await pass(made, CLOCK_STORED_REST_MS)).toContain("second r1");
});

test("a change of a part that no page shows makes no release, and draws no page", async () => {
  const made = await world(true);
  const { sql } = made.powers;
  const read = () => storagePartDependency(PLUGIN, "shown:", partState(sql, SITE, PLUGIN, "shown:"));
  made.calls.answer = (call) => echo(call, ` ${read()}`, [read()]);
  await store(made, 1);
  await pass(made, CLOCK_STORED_REST_MS);
  const before = made.kernel.sites.get(SITE).release;
  made.calls.take();
  await store(made, 2);
  await pass(made, CLOCK_RELEASE_PAUSE_MS);
  expect([made.kernel.sites.get(SITE).release, made.calls.take().length]).toEqual([before, 0]);
  await store(made, 3, "shown:1");
  expect(await pass(made, CLOCK_RELEASE_PAUSE_MS)).toContain("first storage:test.data/shown:@1.3");
});

test.each([
  ["of a section that did not ask for it", false, "enabled"],
  ["of a plugin that is off", true, "disabled"],
] as const)("a page %s waits for the next publication", async (_, redraw, state) => {
  const made = await world(redraw);
  switchTo(made, PLUGIN, state);
  const woken = await wake(made.powers, made.calls, [computing({ redraw })]);
  await store(woken, 1);
  expect(due(woken)).toBeNaN();
});
