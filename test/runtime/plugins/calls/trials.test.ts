import { describe, expect, test, vi } from "vitest";
import { TRIALS_SURVIVED_TO_CLEAR, TRIAL_WAIT_MS } from "../../../../manifests/bounds/watchdog.ts";
import type { PluginOutcome } from "../../../../runtime/plugins/calls/calls.ts";
import type { Probation, VersionAtSite } from "../../../../runtime/plugins/calls/probation.ts";
import { Trials } from "../../../../sites/workers/workspace/plugins/trials.ts";

const VERSION: VersionAtSite = { site: "main", plugin: "a.one", digest: "sha256-a" };
const OK: PluginOutcome = { ok: true, value: null };
const BROKEN: PluginOutcome = { ok: false, code: "plugin_broken", message: "" };

/** A workspace with one plugin on probation, on a machine that grants turns or refuses them. */
function workspace(gives = true) {
  const made = { isSuspected: true, turns: 0, left: 0, called: [] as string[] };
  const probation = {
    has: () => made.isSuspected,
    clear: () => void (made.isSuspected = false),
  } as unknown as Probation;
  const take = async () => {
    made.turns += 1;
    return gives ? { leave: async () => void (made.left += 1) } : undefined;
  };
  const trials = new Trials(probation, { take });
  const call = (name: string, ended: Promise<PluginOutcome> = Promise.resolve(OK)) =>
    trials.run(VERSION, () => (made.called.push(name), ended));
  return { made, call, run: (action: () => Promise<PluginOutcome>) => trials.run(VERSION, action) };
}

const settled = (): Promise<void> => new Promise((done) => setImmediate(done));

describe("calls of a plugin on probation", () => {
  test("wait for the first, and go on together when that has ended well", async () => {
    const { made, call } = workspace();
    const first = Promise.withResolvers<PluginOutcome>();
    const never = new Promise<PluginOutcome>(() => undefined);
    const answered = call("first", first.promise);
    for (const name of ["second", "third"]) void call(name, never);
    await settled();
    expect(made.called).toEqual(["first"]);
    first.resolve(OK);
    expect(await answered).toEqual(OK);
    await settled();
    expect([made.called, made.turns, made.left]).toEqual([["first", "second", "third"], 1, 1]);
  });

  test("stay one at a time while none ends well, each with a turn of its own", async () => {
    const { made, call } = workspace();
    const broken = Promise.withResolvers<PluginOutcome>();
    const both = [call("first", broken.promise), call("second", broken.promise)];
    await settled();
    expect(made.called).toEqual(["first"]);
    broken.resolve(BROKEN);
    await Promise.all(both);
    expect([made.called, made.turns, made.left, made.isSuspected]).toEqual([["first", "second"], 2, 2, true]);
  });

  test.each(
    (["plugin_late", "plugin_broken", "sandbox_silent"] as const).flatMap((code) =>
      [-1, 0, 1].map((more) => [code, TRIALS_SURVIVED_TO_CLEAR + more, more < 0] as const),
    ),
  )("that end with %s clear it after %i: still suspected, %s", async (code, times, isSuspected) => {
    const { made, call } = workspace();
    const failed: PluginOutcome = { ok: false, code, message: "" };
    for (let n = 0; n < times; n++) await call(`call ${n}`, Promise.resolve(failed));
    expect([made.isSuspected, made.called.length]).toEqual([isSuspected, times]);
  });

  test.each(["plugin_skipped", "artifact_missing", "loader_unavailable"] as const)(
    "that never ran, as with %s, clear it never",
    async (code) => {
      const { made, call } = workspace();
      const failed: PluginOutcome = { ok: false, code, message: "" };
      for (let n = 0; n <= TRIALS_SURVIVED_TO_CLEAR; n++) await call(`call ${n}`, Promise.resolve(failed));
      expect(made.isSuspected).toBe(true);
    },
  );

  test("are not made without a turn", async () => {
    const { made, call } = workspace(false);
    expect([await call("first"), made.called, made.isSuspected]).toEqual([undefined, [], true]);
  });

  test("give their turn back when the call rejects, and keep nobody waiting", async () => {
    const { made, call } = workspace();
    const both = [call("first", Promise.reject(new Error("gone"))), call("second")];
    await expect(both[0]).rejects.toThrow("gone");
    expect([await both[1], made.left]).toEqual([OK, 2]);
  });

  test.each([
    [TRIAL_WAIT_MS - 1, OK],
    [TRIAL_WAIT_MS, undefined],
    [TRIAL_WAIT_MS + 1, undefined],
  ])("that waited for another of their version for %i ms come to %j, however many there are", async (ms, came) => {
    vi.useFakeTimers();
    try {
      const { made, call } = workspace();
      const first = Promise.withResolvers<PluginOutcome>();
      void call("first", first.promise);
      const others = Array.from({ length: 20 }, (_, n) => call(`other ${n}`));
      await vi.advanceTimersByTimeAsync(ms);
      first.resolve(OK);
      expect(await Promise.all(others)).toEqual(others.map(() => came));
      expect(made.called).toHaveLength(came ? 21 : 1);
    } finally {
      vi.useRealTimers();
    }
  });

  test("wait so long in all, even when every call before them breaks and the next has to wait again", async () => {
    vi.useFakeTimers();
    try {
      const { run } = workspace();
      const breaks = (): Promise<PluginOutcome> =>
        new Promise((done) => void setTimeout(() => done(BROKEN), 0.6 * TRIAL_WAIT_MS));
      const came: unknown[] = [];
      for (let n = 0; n < 5; n++) void (async () => came.push(await run(breaks)))();
      await vi.advanceTimersByTimeAsync(TRIAL_WAIT_MS);
      expect(came).toEqual([BROKEN, undefined, undefined, undefined]);
      await vi.advanceTimersByTimeAsync(TRIAL_WAIT_MS);
      expect(came.at(-1)).toEqual(BROKEN);
    } finally {
      vi.useRealTimers();
    }
  });

  test("wait for nothing when nobody suspects it", async () => {
    const { made, call } = workspace(false);
    made.isSuspected = false;
    expect([await call("first"), made.turns]).toEqual([OK, 0]);
  });
});
