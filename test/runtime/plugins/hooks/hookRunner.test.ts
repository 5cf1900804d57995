import { describe, expect, test } from "vitest";
import {
  JOB_BACKOFF_FACTOR,
  JOB_BACKOFF_MAX_MS,
  JOB_BACKOFF_MS,
  JOB_KEPT_MS,
  JOBS_AT_ONCE,
  JOBS_GATHER_MS,
  JOBS_ROW_MS,
  JOBS_WAITING_PER_HOOK,
} from "../../../../manifests/bounds/plugins.ts";
import { HOOKS } from "../../../../manifests/hooks/table.ts";
import type { Contributes } from "../../../../manifests/manifest/manifest.ts";
import type { PackedPlugin } from "../../../../manifests/packages/packedPlugin.ts";
import type { PluginOutcome } from "../../../../runtime/plugins/calls/calls.ts";
import type { PublicPlaces } from "../../../../runtime/serving/publicContent.ts";
import { type ComputingWorld, computingWorld, executable, failed, said, wake } from "../../snapshots/computing.ts";
import { SITE, page } from "../../kernel/world.ts";

const NOWHERE: PublicPlaces = {
  put: async () => undefined,
  delete: async () => undefined,
  purge: async () => undefined,
};
const MINUTE_MS = 60_000;

const after = (id = "test.after"): PackedPlugin => executable(id, { hooks: [{ on: "afterPublish" }] });
const every = (everyMinutes: number, id = "test.every"): PackedPlugin =>
  executable(id, { hooks: [{ on: "scheduled", everyMinutes }] });
const quiet = (): PackedPlugin => executable("test.quiet", { routes: [] } as unknown as Contributes);

const world = (pack: readonly PackedPlugin[], answer?: () => PluginOutcome | Promise<PluginOutcome>) =>
  computingWorld({ home: page("/") }, pack, answer);

const carry = ({ kernel }: ComputingWorld, sequence = kernel.sites.get(SITE).sequence) =>
  kernel.publicContent.refresh(SITE, sequence, NOWHERE);

async function publish(at: ComputingWorld, title: string): Promise<void> {
  await at.write("home", page("/", { title }));
  await at.run("publish", {});
  at.calls.take();
}

/** The hook calls of one alarm. */
async function turn(at: ComputingWorld): Promise<string[]> {
  at.calls.take();
  await at.kernel.hookRunner.runDue();
  return at.calls
    .take()
    .map(({ plugin, name, input }) => `${plugin.id} ${name} ${(input as { sequence?: number }).sequence ?? ""}`.trim());
}

const later = (at: ComputingWorld, ms: number): void => void (at.powers.clock.now += ms);

describe("after a publication", () => {
  test("a plugin is called when it has been carried, not before, and once", async () => {
    const at = await world([after(), quiet()]);
    expect(await turn(at)).toEqual([]);
    await carry(at);
    at.calls.take();
    await at.kernel.hookRunner.runDue();
    expect(at.calls.take()).toMatchObject([
      {
        site: SITE,
        point: "hooks",
        name: "afterPublish",
        input: { release: 1, sequence: 1, publishedAt: "2026-01-02T00:00:00.000Z", origin: "https://acme.example" },
      },
    ]);
    await carry(at);
    later(at, JOB_KEPT_MS);
    expect(await turn(at)).toEqual([]);
    expect(at.kernel.hookRunner.nextDue()).toBeUndefined();
  });

  test("that is carried again, to mend a store, nobody is called again", async () => {
    const at = await world([after()]);
    await carry(at);
    await turn(at);
    at.kernel.publicContent.forget(SITE);
    await carry(at);
    expect(await turn(at)).toEqual([]);
  });

  test("each publication is told, in order, also while an earlier call has not come through", async () => {
    const at = await world([after()], () => failed());
    await carry(at);
    await turn(at);
    await publish(at, "Two");
    await carry(at);
    expect(await turn(at)).toEqual([]);
    at.calls.answer = () => said(null);
    later(at, JOB_BACKOFF_MS);
    expect(await turn(at)).toEqual(["test.after afterPublish 1"]);
    expect(await turn(at)).toEqual(["test.after afterPublish 2"]);
  });

  describe("a plugin with a least time between calls", () => {
    const rare = (): PackedPlugin => executable("test.rare", { hooks: [{ on: "afterPublish", everyMinutes: 15 }] });
    const FIRST = "test.rare afterPublish 1";

    async function published(at: ComputingWorld, ...titles: string[]): Promise<void> {
      for (const title of titles) {
        await publish(at, title);
        await carry(at);
      }
    }

    test("has its first call at once, and then one for all publications of the time", async () => {
      const at = await world([rare(), after()]);
      await carry(at);
      expect(await turn(at)).toEqual([FIRST, "test.after afterPublish 1"]);
      await published(at, "Two", "Three");
      expect(await turn(at)).toEqual(["test.after afterPublish 2"]);
      expect(await turn(at)).toEqual(["test.after afterPublish 3"]);
      later(at, 15 * MINUTE_MS - 1);
      expect(await turn(at)).toEqual([]);
      expect(at.kernel.hookRunner.nextDue()).toBe(at.powers.clock.now + 1);
      later(at, 1);
      expect(await turn(at)).toEqual(["test.rare afterPublish 3"]);
      expect(at.kernel.hookRunner.nextDue()).toBeUndefined();
    });

    test("is told of a publication that comes while a call runs", async () => {
      let answer: (said: PluginOutcome) => void = () => undefined;
      const at = await world([rare()], () => new Promise<PluginOutcome>((resolve) => (answer = resolve)));
      await carry(at);
      const running = at.kernel.hookRunner.runDue();
      await published(at, "Two");
      answer(said(null));
      await running;
      later(at, 15 * MINUTE_MS);
      at.calls.answer = () => said(null);
      expect(await turn(at)).toEqual(["test.rare afterPublish 2"]);
    });

    test("is called again soon after a failure", async () => {
      const at = await world([rare()], () => failed());
      await carry(at);
      expect(await turn(at)).toEqual([FIRST]);
      at.calls.answer = () => said(null);
      later(at, JOB_BACKOFF_MS);
      expect(await turn(at)).toEqual([FIRST]);
    });

    test("does not wait after a restart, nor after the clock was set back", async () => {
      const at = await world([rare()]);
      await carry(at);
      await turn(at);
      await published(at, "Two");
      const woken = await wake(at.powers, at.calls, [rare()]);
      expect(await turn(woken)).toEqual(["test.rare afterPublish 2"]);
      await published(woken, "Three");
      later(woken, -1);
      woken.powers.sql.all("UPDATE plugin_jobs SET due_at = 0");
      expect(await turn(woken)).toEqual(["test.rare afterPublish 3"]);
    });

    test("is called after a rest of more than a day", async () => {
      const days = JOB_KEPT_MS / MINUTE_MS + 15;
      const at = await world([executable("test.rare", { hooks: [{ on: "afterPublish", everyMinutes: days }] })]);
      await carry(at);
      await turn(at);
      await published(at, "Two");
      later(at, days * MINUTE_MS);
      expect(await turn(at)).toEqual(["test.rare afterPublish 2"]);
    });
  });

  test("a crash between call and answer repeats the call, one after the answer does not", async () => {
    const at = await world([after()], () => new Promise<PluginOutcome>(() => undefined));
    await carry(at);
    void at.kernel.hookRunner.runDue();
    const woken = await wake(at.powers, at.calls, [after()]);
    woken.calls.answer = () => said(null);
    expect(await turn(woken)).toEqual([]);
    later(woken, JOB_BACKOFF_MS);
    expect(await turn(woken)).toEqual(["test.after afterPublish 1"]);
    const again = await wake(at.powers, at.calls, [after()]);
    later(again, JOB_KEPT_MS);
    expect(await turn(again)).toEqual([]);
  });

  test("a plugin that fails is called again, each time later, and then no more", async () => {
    const at = await world([after()], () => failed());
    await carry(at);
    const tries: boolean[] = [];
    for (let attempt = 0; attempt < HOOKS.afterPublish.attempts; attempt++) {
      const wait =
        attempt === 0 ? 0 : Math.min(JOB_BACKOFF_MS * JOB_BACKOFF_FACTOR ** (attempt - 1), JOB_BACKOFF_MAX_MS);
      later(at, wait - 1);
      if (attempt > 0) expect(await turn(at)).toEqual([]);
      later(at, 1);
      at.calls.take();
      await at.kernel.hookRunner.runDue();
      tries.push(...at.calls.take().map(({ willRetry }) => willRetry === true));
    }
    expect(tries).toEqual([true, true, true, true, false]);
    later(at, JOB_KEPT_MS);
    expect(await turn(at)).toEqual([]);
    expect(at.kernel.hookRunner.nextDue()).toBeUndefined();
  });

  test.each(["sandbox_silent", "busy", "settings_unfit"] as const)(
    "what is not the plugin's doing (%s) is no attempt: it is called as soon as it can be, for a day",
    async (code) => {
      const at = await world([after()], () => ({ ok: false, code, message: "" }));
      await carry(at);
      for (let n = 0; n < HOOKS.afterPublish.attempts + 1; n++) {
        expect(await turn(at)).toHaveLength(1);
        later(at, JOB_BACKOFF_MAX_MS);
      }
      at.calls.answer = () => said(null);
      expect(await turn(at)).toEqual(["test.after afterPublish 1"]);
      later(at, JOB_BACKOFF_MAX_MS);
      expect(await turn(at)).toEqual([]);
    },
  );

  test("one slow plugin does not hold back another, and is not called twice meanwhile", async () => {
    let end = (): void => undefined;
    const at = await world([after("test.quick"), after("test.slow")]);
    at.calls.answer = ({ plugin }) =>
      plugin.id === "test.slow" ? new Promise((resolve) => (end = () => resolve(said(null)))) : said(null);
    await carry(at);
    const turns = at.kernel.hookRunner.runDue();
    await publish(at, "Two");
    await carry(at);
    later(at, JOB_BACKOFF_MAX_MS);
    expect(await turn(at)).toEqual(["test.quick afterPublish 2"]);
    expect(at.kernel.hookRunner.nextDue()).toBeGreaterThan(at.powers.clock.now);
    end();
    await turns;
    at.calls.answer = () => said(null);
    expect(await turn(at)).toEqual(["test.slow afterPublish 2"]);
  });

  test.each([
    [JOBS_AT_ONCE - 1, 0],
    [JOBS_AT_ONCE, 0],
    [JOBS_AT_ONCE + 1, 1],
  ])("%i plugins are called in one turn, but for %i that wait for the next", async (count, left) => {
    const at = await world(Array.from({ length: count }, (_, n) => after(`test.p${String(n).padStart(2, "0")}`)));
    await carry(at);
    expect(await turn(at)).toHaveLength(count - left);
    expect(await turn(at)).toHaveLength(left);
  });

  test.each([
    [JOBS_WAITING_PER_HOOK - 1, 1],
    [JOBS_WAITING_PER_HOOK, 1],
    [JOBS_WAITING_PER_HOOK + 1, 2],
  ])("of %i calls that are owed the oldest is number %i", async (count, oldest) => {
    const at = await world([after()]);
    for (let n = 1; n <= count; n++) at.kernel.hookRunner.published({ ...at.kernel.sites.get(SITE), sequence: n });
    expect(await turn(at)).toEqual([`test.after afterPublish ${oldest}`]);
  });
});

describe("visitors' submissions", () => {
  const hears = executable("test.hears", { hooks: [{ on: "formSubmitted" }, { on: "afterPublish" }] });

  /** A site with this many submissions that wait for the plugin. */
  async function submitted(count: number, answer?: () => PluginOutcome): Promise<ComputingWorld> {
    const at = await world([hears], answer);
    for (let n = 0; n < count; n += 1) {
      const of = { site: SITE, form: "home.contact", type: "test.hears/contact", title: "Contact" };
      const id = at.kernel.submissions.add({ ...of, keptMs: JOB_KEPT_MS, fields: { n: String(n) }, personal: [] });
      at.kernel.hookRunner.formSubmitted(SITE, id);
    }
    return at;
  }

  test("wait a moment for more, and one turn of the alarm tells all, in order", async () => {
    const at = await submitted(3);
    expect(at.kernel.hookRunner.nextDue()).toBe(at.powers.clock.now + JOBS_GATHER_MS);
    at.calls.take();
    await at.kernel.hookRunner.runDue();
    expect(at.calls.take().map(({ input }) => (input as { fields: object }).fields)).toEqual([
      { n: "0" },
      { n: "1" },
      { n: "2" },
    ]);
    expect(at.kernel.hookRunner.nextDue()).toBeUndefined();
  });

  test.each([
    [JOBS_ROW_MS - 1, 2],
    [JOBS_ROW_MS, 1],
    [JOBS_ROW_MS + 1, 1],
  ])("are told in one turn only as long as others can wait: calls of %i ms, %i of 3", async (ms, told) => {
    const at = await submitted(3, () => (later(at, ms), said(null)));
    expect(await turn(at)).toHaveLength(told);
    // The rest has waited already.
    later(at, JOBS_GATHER_MS);
    expect(at.kernel.hookRunner.nextDue()).toBeLessThanOrEqual(at.powers.clock.now);
  });

  test("that failed wait for their next attempt alone", async () => {
    const at = await submitted(2, () => failed());
    expect(await turn(at)).toHaveLength(1);
    expect(at.kernel.hookRunner.nextDue()).toBe(at.powers.clock.now + JOB_BACKOFF_MS);
  });

  test("are no longer told in a turn after the tenant was suspended", async () => {
    const at = await submitted(2, () => (at.kernel.tenant.setStatus("suspended"), said(null)));
    expect(await turn(at)).toHaveLength(1);
  });
});

describe("a plugin that takes no part", () => {
  const disable = (at: ComputingWorld, state: string): void =>
    void at.powers.sql.all(
      "INSERT OR REPLACE INTO installs (site, plugin, state) VALUES (?, 'test.after', ?)",
      SITE,
      state,
    );

  test.each([
    [0, 1],
    [1, 0],
  ])("is called when it is back within a day, %i ms more: %i calls", async (more, calls) => {
    const at = await world([after()]);
    await carry(at);
    disable(at, "disabled");
    expect(await turn(at)).toEqual([]);
    disable(at, "enabled");
    later(at, JOB_KEPT_MS + more);
    expect(await turn(at)).toHaveLength(calls);
  });

  test("is looked for again now and then, and that is no attempt", async () => {
    const at = await world([after()]);
    await carry(at);
    disable(at, "quarantined");
    for (let n = 0; n < HOOKS.afterPublish.attempts + 1; n++) {
      await turn(at);
      expect(at.kernel.hookRunner.nextDue()).toBe(at.powers.clock.now + JOB_BACKOFF_MAX_MS);
      later(at, JOB_BACKOFF_MAX_MS);
    }
    disable(at, "enabled");
    expect(await turn(at)).toEqual(["test.after afterPublish 1"]);
  });

  test("is not called in a version that has no such hook any more", async () => {
    const at = await world([after()]);
    await carry(at);
    const woken = await wake(at.powers, at.calls, [
      executable("test.after", { hooks: [{ on: "scheduled", everyMinutes: 15 }] }, { version: "2.0.0" }),
    ]);
    expect([await turn(woken), await turn(woken), await turn(woken)]).toEqual([[], ["test.after scheduled"], []]);
  });

  test("is not called while the tenant is stopped, and is afterwards", async () => {
    const at = await world([after(), every(15)]);
    await carry(at);
    at.kernel.tenant.setStatus("read_only");
    expect(await turn(at)).toEqual([]);
    expect(at.kernel.hookRunner.nextDue()).toBeUndefined();
    at.kernel.tenant.setStatus("active");
    expect((await turn(at)).toSorted()).toEqual(["test.after afterPublish 1", "test.every scheduled"]);
  });
});

describe("every so often", () => {
  test("a plugin is called at once, then at equal distances", async () => {
    const at = await world([every(15)]);
    const start = at.powers.clock.now;
    expect(await turn(at)).toEqual(["test.every scheduled"]);
    for (const minutes of [15, 30, 45]) {
      expect(at.kernel.hookRunner.nextDue()).toBe(start + minutes * MINUTE_MS);
      at.powers.clock.now = start + minutes * MINUTE_MS - 1;
      expect(await turn(at)).toEqual([]);
      at.powers.clock.now += 1 + minutes;
      expect(await turn(at)).toEqual(["test.every scheduled"]);
    }
  });

  test("what was missed is made up for by one call, and the distances stay", async () => {
    const at = await world([every(15)]);
    const start = at.powers.clock.now;
    await turn(at);
    later(at, 100 * 15 * MINUTE_MS + 7);
    expect(await turn(at)).toEqual(["test.every scheduled"]);
    expect(await turn(at)).toEqual([]);
    expect(at.kernel.hookRunner.nextDue()).toBe(start + 101 * 15 * MINUTE_MS);
  });

  test("a failure is not tried again before the next time, nor is what a crash took", async () => {
    const at = await world([every(15)], () => failed());
    expect(await turn(at)).toEqual(["test.every scheduled"]);
    later(at, JOB_BACKOFF_MAX_MS);
    expect(await turn(at)).toEqual([]);
    at.calls.answer = () => new Promise<PluginOutcome>(() => undefined);
    later(at, 15 * MINUTE_MS);
    void at.kernel.hookRunner.runDue();
    const woken = await wake(at.powers, at.calls, [every(15)]);
    woken.calls.answer = () => said(null);
    later(woken, JOB_BACKOFF_MAX_MS);
    expect(await turn(woken)).toEqual([]);
  });

  test("a clock that jumped ahead and back puts nothing off for longer than one distance", async () => {
    const at = await world([every(15), after()], () => failed());
    const start = at.powers.clock.now;
    await carry(at);
    later(at, 10 * JOB_KEPT_MS);
    await turn(at);
    at.powers.clock.now = start;
    expect(at.kernel.hookRunner.nextDue()).toBeLessThanOrEqual(start + 15 * MINUTE_MS);
  });

  test("a plugin that wants to be called more often in its next version is", async () => {
    const at = await world([every(60)]);
    await turn(at);
    const woken = await wake(at.powers, at.calls, [every(15)]);
    expect(woken.kernel.hookRunner.nextDue()).toBe(at.powers.clock.now + 15 * MINUTE_MS);
  });

  test("a workspace that has just woken, and does not know its plugins yet, asks for none and breaks nothing", async () => {
    const at = await world([every(15)]);
    at.powers.sql.all(
      `INSERT INTO plugin_packages (site, plugin, version, digest, name, document, bytes, actor, at) VALUES (?, 'acme.x', '1.0.0', 'sha256-x', 'X', 'y', 1, 'member:m1', 0)`,
      SITE,
    );
    const woken = at.restart();
    expect(woken.kernel.hookRunner.nextDue()).toBeUndefined();
  });
});
