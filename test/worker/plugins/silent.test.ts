import { FREE_TURNS } from "../../../sites/workers/workspace/plugins/trialTurns.ts";
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { CALLS_IN_FLIGHT, CALL_GRACE_MS, CALL_WALL_MS } from "../../../manifests/bounds/calls.ts";
import { JOB_LOOK_AGAIN_MS, JOB_TURN_MS } from "../../../manifests/bounds/plugins.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { type Kernel, createKernel } from "../../../runtime/kernel.ts";
import { askLoader } from "../../../sandbox/availability.ts";
import { callFailure } from "../../../manifests/faults/callFailure.ts";
import { replyOfGuest, replyOfSandbox } from "../../../sandbox/reply.ts";
import { chores } from "../../../sites/workers/workspace/object/chores.ts";
import type { Env } from "../../../sites/workers/workspace/bindings/env.ts";
import { powersOf } from "../../../sites/workers/workspace/bindings/powers.ts";
import { platform } from "../../../sites/workers/workspace/plugins/lender.ts";
import { objectPowers } from "../../../sites/workers/workspace/object/objectPowers.ts";
import { LeasedCalls } from "../../../sites/workers/workspace/plugins/pluginCalls.ts";
import type { PluginSandbox } from "../../../sandbox/pluginSandbox.ts";
import { erasedPlaces } from "../../../sites/workers/workspace/storage/publicPlaces.ts";
import { sealingWith } from "../../../sites/workers/workspace/plugins/sealing.ts";
import { vaults } from "../../../sites/workers/workspace/storage/vault.ts";
import { wait } from "../../../sites/workers/workspace/object/wait.ts";
import { mediaBucket, migrate } from "../site/harness.ts";
import { anEditor, stubOf } from "./siteWithPlugin.ts";

beforeAll(migrate);

const WALL_MS = 20;
const never = <T>(): Promise<T> => new Promise<T>(() => undefined);
const missing = async (): Promise<string> => replyOfSandbox(callFailure("artifact_missing"));

/** A sandbox with one faulty method. */
const sandboxWith = (wrong: Partial<PluginSandbox>): PluginSandbox => ({
  availability: async () => ({ available: true }),
  put: async () => ({ ok: true }),
  evict: async () => ({ ended: 0 }),
  invoke: async () => replyOfGuest('{"value":null}'),
  ...wrong,
});

const pluginWith = (limited: object, id = "acme.tool"): PackedPlugin =>
  ({
    manifest: {
      manifestVersion: 1,
      id,
      version: "1.0.0",
      name: "Tool",
      kind: "executable",
      engine: "^1.0.0",
      main: "main.js",
      contributes: { hooks: [{ on: "scheduled", everyMinutes: 15 }] },
      ...limited,
    },
    manifestText: "{}",
    digest: "sha256-of-it",
    files: {},
  }) as unknown as PackedPlugin;

/** Runs an action with a real object's kernel and another sandbox. */
async function withSandbox<T>(
  wrong: Partial<PluginSandbox>,
  action: (kernel: Kernel, storage: DurableObjectStorage) => Promise<T>,
  limited: object = { limits: { wallMs: WALL_MS } },
  ids: readonly string[] = ["acme.tool"],
): Promise<T> {
  const owner = await anEditor();
  return runInDurableObject(stubOf(owner), async (_instance, context) => {
    const own = powersOf(env as unknown as Env, context);
    const kernel = createKernel(objectPowers(context.storage), {
      pack: ids.map((id) => pluginWith(limited, id)),
      trustKeys: "[]",
      sealing: sealingWith("only-for-these-tests-only-for-these-tests"),
      wait,
      vaultOf: vaults(own),
      placesOf: (tenant) => erasedPlaces(own.publicStore, tenant),
      chores: (from) => chores(from, own),
      askLoader: async () => ({ available: true }),
      pluginCalls: (parts) =>
        new LeasedCalls(parts, { sandbox: sandboxWith(wrong), outside: platform(mediaBucket), trialTurns: FREE_TURNS }),
    });
    await kernel.offers.plugins.prepare();
    return action(kernel, context.storage);
  });
}

const callOnce = (kernel: Kernel) => {
  const [plugin] = kernel.offers.plugins.forSite("main").resolution.active;
  if (!plugin) throw new Error("the plugin takes no part");
  return kernel.offers.pluginCalls.all([{ site: "main", plugin, point: "hooks", name: "scheduled", input: null }]);
};

describe("a sandbox", () => {
  test.each<[string, Partial<PluginSandbox>, string]>([
    ["that throws", { invoke: () => Promise.reject(new Error("gone")) }, "sandbox_silent"],
    ["that keeps nothing", { invoke: missing }, "artifact_missing"],
    [
      "that refuses the bytes",
      { invoke: missing, put: async () => ({ ok: false, code: "digest_mismatch", message: "" }) },
      "digest_mismatch",
    ],
  ])("%s is not the plugin's fault", async (_, wrong, code) => {
    await withSandbox(wrong, async (kernel, storage) => {
      for (let n = 0; n < 6; n++) expect(await callOnce(kernel)).toMatchObject([{ ok: false, code }]);
      expect(storage.sql.exec("SELECT DISTINCT outcome FROM plugin_invocations").toArray()).toEqual([
        { outcome: code },
      ]);
      expect(storage.sql.exec("SELECT * FROM plugin_health").toArray()).toEqual([]);
    });
  });

  test("that does not answer is waited for a little longer than the plugin, and what was lent is over then, which the log says", async () => {
    let lease: { call(verb: string, json: string): Promise<string> } | undefined;
    const wrong: Partial<PluginSandbox> = {
      invoke: (_place, _call, lent) => {
        lease = lent;
        return never();
      },
    };
    const logged = vi.spyOn(console, "warn");
    await withSandbox(wrong, async (kernel) => {
      const began = Date.now();
      expect(await callOnce(kernel)).toMatchObject([{ ok: false, code: "sandbox_silent" }]);
      expect(Date.now() - began).toBeGreaterThanOrEqual(WALL_MS + CALL_GRACE_MS - 20);
      expect(
        JSON.parse((await lease?.call("console.write", '{"lines":[{"level":"info","text":"late"}]}')) ?? "{}"),
      ).toMatchObject({ error: { code: "over" } });
      const lines = logged.mock.calls.map(([line]) => String(line)).filter((line) => line.includes("after its call"));
      expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
        { event: "plugin_log", site: "main", plugin: "acme.tool", text: expect.stringContaining("console.write") },
      ]);
    });
    logged.mockRestore();
  });

  test.each([CALLS_IN_FLIGHT - 1, CALLS_IN_FLIGHT, CALLS_IN_FLIGHT + 1])(
    "is asked for %i plugins together by one caller, for as many at once as the platform allows",
    async (count) => {
      let [underWay, most] = [0, 0];
      const invoke: PluginSandbox["invoke"] = async () => {
        most = Math.max(most, (underWay += 1));
        await new Promise((resolve) => setTimeout(resolve, 5));
        underWay -= 1;
        return replyOfGuest('{"value":null}');
      };
      const ids = Array.from({ length: count }, (_, n) => `acme.tool${n}`);
      await withSandbox(
        { invoke },
        async (kernel) => {
          const { active } = kernel.offers.plugins.forSite("main").resolution;
          const calls = active.map(
            (plugin) => ({ site: "main", plugin, point: "hooks", name: "scheduled", input: null }) as const,
          );
          expect(await kernel.offers.pluginCalls.all(calls)).toEqual(
            ids.map(() => expect.objectContaining({ ok: true })),
          );
        },
        undefined,
        ids,
      );
      expect(most).toBe(Math.min(count, CALLS_IN_FLIGHT));
    },
  );

  test.each([
    [{ limits: { wallMs: 7 } }, 7],
    [{}, CALL_WALL_MS],
  ])("is told how long a call may take: with %j in the manifest, %i ms", async (more, wallMs) => {
    const asked: unknown[] = [];
    const invoke: PluginSandbox["invoke"] = async (place) => {
      asked.push((JSON.parse(place) as { wallMs: number }).wallMs);
      return replyOfGuest('{"value":null}');
    };
    await withSandbox({ invoke }, async (kernel) => void (await callOnce(kernel)), more);
    expect(asked).toEqual([wallMs]);
  });

  test.each<[string, () => Promise<string>]>([
    ["answers", async () => replyOfGuest('{"value":null}')],
    ["fails", async () => replyOfSandbox(callFailure("plugin_failed"))],
    ["throws", () => Promise.reject(new Error("gone"))],
  ])("that %s has nothing lent to it any more, long before the call would have been late", async (_, reply) => {
    const kept: Parameters<PluginSandbox["invoke"]>[2][] = [];
    const said: string[] = [];
    const write = async (): Promise<void> =>
      void said.push(
        (await kept[0]?.call("console.write", '{"lines":[{"level":"info","text":"x"}]}')) ?? "nothing was lent",
      );
    const invoke: PluginSandbox["invoke"] = async (_place, _call, lease) => {
      kept.push(lease);
      await write();
      return reply();
    };
    await withSandbox({ invoke }, async (kernel) => void (await callOnce(kernel)), { limits: { wallMs: 30_000 } });
    await write();
    expect(said).toEqual(['{"value":{"dropped":0}}', expect.stringContaining('"code":"over"')]);
  });

  test("that is not there, has no loader, or does not answer is said to be so", async () => {
    expect(await askLoader(undefined)).toEqual({ available: false, reason: "this deployment has no plugin sandbox" });
    expect(await askLoader(sandboxWith({ availability: async () => ({ available: false }) }))).toEqual({
      available: false,
      reason: "the plugin sandbox has no worker loader",
    });
    expect(await askLoader(sandboxWith({ availability: () => Promise.reject(new Error("no")) }))).toEqual({
      available: false,
      reason: "the plugin sandbox does not answer",
      silent: true,
    });
  });
});

test("the alarm does not wait for a plugin longer than its turn, and looks again while it is running", async () => {
  await withSandbox(
    { invoke: () => never() },
    async ({ chores: alarm, offers: { powers } }) => {
      const began = Date.now();
      await alarm.run();
      expect(Date.now() - began).toBeGreaterThanOrEqual(JOB_TURN_MS - 20);
      expect(alarm.nextDue()).toBeLessThanOrEqual(powers.now() + JOB_LOOK_AGAIN_MS);
    },
    { limits: { wallMs: 30_000 } },
  );
});
