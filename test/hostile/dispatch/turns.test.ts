/** Attacks by visitors on plugins on probation, whose waiting calls occupy places in the queue. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { CALLS_AT_ONCE_PER_PLUGIN, CALLS_AT_ONCE_PER_WORKSPACE } from "../../../manifests/bounds/calls.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { createKernel } from "../../../runtime/kernel.ts";
import type { PluginCall, PluginOutcome } from "../../../runtime/plugins/calls/calls.ts";
import { replyOfGuest } from "../../../sandbox/reply.ts";
import type { Env } from "../../../sites/workers/workspace/bindings/env.ts";
import { powersOf } from "../../../sites/workers/workspace/bindings/powers.ts";
import { chores } from "../../../sites/workers/workspace/object/chores.ts";
import { objectPowers } from "../../../sites/workers/workspace/object/objectPowers.ts";
import { wait } from "../../../sites/workers/workspace/object/wait.ts";
import { platform } from "../../../sites/workers/workspace/plugins/lender.ts";
import { LeasedCalls } from "../../../sites/workers/workspace/plugins/pluginCalls.ts";
import { sealingWith } from "../../../sites/workers/workspace/plugins/sealing.ts";
import type { TrialTurns, TrialTurn } from "../../../sites/workers/workspace/plugins/trialTurns.ts";
import { erasedPlaces } from "../../../sites/workers/workspace/storage/publicPlaces.ts";
import { vaults } from "../../../sites/workers/workspace/storage/vault.ts";
import { anEditor, stubOf } from "../../worker/plugins/siteWithPlugin.ts";
import { mediaBucket, migrate } from "../../worker/site/harness.ts";

beforeAll(migrate);

const SUSPECTS = Array.from({ length: CALLS_AT_ONCE_PER_WORKSPACE }, (_, n) => `acme.suspect${n}`);
const INNOCENT = "acme.innocent";

const pluginOf = (id: string): PackedPlugin =>
  ({
    manifest: {
      manifestVersion: 1,
      id,
      version: "1.0.0",
      name: "Tool",
      kind: "executable",
      engine: "^1.0.0",
      main: "main.js",
      contributes: { routes: [{ name: "go", path: "/go", methods: ["GET"], access: "public" }] },
    },
    manifestText: "{}",
    digest: `sha256-of-${id}`,
    files: {},
  }) as unknown as PackedPlugin;

/** A machine whose only trial turn is held by another tenant's plugin. */
function takenMachine(): { readonly turns: TrialTurns; refuse(): void; readonly waiting: number } {
  const asked: ((turn: TrialTurn | undefined) => void)[] = [];
  return {
    turns: { take: () => new Promise((give) => void asked.push(give)) },
    refuse: () => asked.splice(0).forEach((give) => give(undefined)),
    get waiting() {
      return asked.length;
    },
  };
}

test("visitors of ten suspected plugins at once occupy the call places of one plugin, and another plugin still answers", async () => {
  const owner = await anEditor();
  const machine = takenMachine();
  await runInDurableObject(stubOf(owner), async (_instance, context) => {
    const own = powersOf(env as unknown as Env, context);
    const kernel = createKernel(objectPowers(context.storage), {
      pack: [...SUSPECTS, INNOCENT].map(pluginOf),
      trustKeys: "[]",
      sealing: sealingWith("only-for-these-tests-only-for-these-tests"),
      wait,
      vaultOf: vaults(own),
      placesOf: (tenant) => erasedPlaces(own.publicStore, tenant),
      chores: (from) => chores(from, own),
      askLoader: async () => ({ available: true }),
      pluginCalls: (parts) =>
        new LeasedCalls(parts, {
          sandbox: {
            availability: async () => ({ available: true }),
            put: async () => ({ ok: true }),
            evict: async () => ({ ended: 0 }),
            invoke: async () => replyOfGuest('{"value":{"body":1}}'),
          },
          outside: platform(mediaBucket),
          trialTurns: machine.turns,
        }),
    });
    const { plugins, probation, pluginCalls } = kernel.offers;
    await plugins.prepare();
    for (const plugin of SUSPECTS)
      probation.suspect(
        { site: "main", plugin, digest: `sha256-of-${plugin}`, number: 1, startedAt: 1, atWork: true },
        1,
      );
    const call = async (id: string): Promise<PluginOutcome | undefined> => {
      const plugin = plugins.forSite("main").resolution.active.find((one) => one.id === id);
      if (!plugin) throw new Error(`${id} takes no part`);
      const asked: PluginCall = { site: "main", plugin, point: "routes", name: "go", input: null };
      return (await pluginCalls.all([asked]))[0];
    };
    const crowd = SUSPECTS.map(call);
    expect(await call(INNOCENT)).toMatchObject({ ok: true });
    expect(machine.waiting).toBe(CALLS_AT_ONCE_PER_PLUGIN);
    for (let left = SUSPECTS.length; left > 0; left -= CALLS_AT_ONCE_PER_PLUGIN) {
      await expect.poll(() => machine.waiting).toBe(Math.min(left, CALLS_AT_ONCE_PER_PLUGIN));
      machine.refuse();
    }
    expect(await Promise.all(crowd)).toEqual(SUSPECTS.map(() => expect.objectContaining({ code: "on_probation" })));
  });
});
