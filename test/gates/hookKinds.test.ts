/** A new hook kind is one row and its emitter. An invented row shows this, and so does a search for the names. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import type { HookKind } from "../../manifests/hooks/kind.ts";
import { HOOK_NAMES } from "../../manifests/hooks/lookup.ts";
import type { Manifest } from "../../manifests/manifest/manifest.ts";
import { executable } from "../manifests/fixture.ts";
import { SITE, page } from "../runtime/kernel/world.ts";
import { ROOT } from "./folder.ts";
import { reloaded } from "./reloaded.ts";

const TABLE = "manifests/hooks/table.ts";
const NAME = "bridgeRaised" as "afterPublish";

const ROW: HookKind = {
  when: "When the bridge goes up.",
  input: z
    .object({ by: z.string(), chains: z.array(z.object({ links: z.int() })) })
    .check(z.meta({ title: "Bridge", description: "A bridge that is up." })),
  answer: { shape: z.enum(["up", "down"]), type: '"up" | "down"', says: "It stays where the answer says." },
  effect: "Is told when the bridge goes up.",
  attempts: 2,
  isFromVisitors: true,
  capability: "storage",
  isCalledWith: (granted) => granted?.storage !== undefined,
};

const contributes = { hooks: [{ on: NAME }] };
const manifest: Manifest = { ...executable, contributes };

/** Loads the modules that read the table, with an additional row. */
async function load() {
  const [manifests, generate, consent, effects, types, answers, code, health, world] = await Promise.all([
    import("../../manifests/rules/readManifest.ts"),
    import("../../sites/tools/manifestSchema.ts"),
    import("../../runtime/plugins/consent/consent.ts"),
    import("../../runtime/plugins/consent/effects.ts"),
    import("../../sites/cli/plugin/types/declarations.ts"),
    import("../../capabilities/entryPoints.ts"),
    import("../../sites/cli/plugin/code.ts"),
    import("../../runtime/plugins/calls/health.ts"),
    import("../runtime/snapshots/computing.ts"),
  ]);
  return { ...manifests, ...generate, ...consent, ...effects, ...types, ...answers, ...code, ...health, ...world };
}

let made: Awaited<ReturnType<typeof load>>;
let forget: () => void;
beforeAll(async () => {
  type Table = typeof import("../../manifests/hooks/table.ts");
  ({ modules: made, forget } = await reloaded(
    TABLE,
    ({ HOOKS }: Table) => ({ HOOKS: { ...HOOKS, [NAME]: ROW } }),
    load,
  ));
});
afterAll(() => forget());

describe("one row of the table of hooks gives", () => {
  test("what a manifest may declare, and its schema for editors", () => {
    expect(made.readManifest(JSON.stringify(manifest))).toEqual({ ok: true, value: manifest });
    expect(made.readManifest(JSON.stringify(manifest).replace(NAME, "bridgeLowered")).ok).toBe(false);
    expect(JSON.stringify(made.authoringSchema())).toContain('"scheduled","bridgeRaised"]');
  });

  test("the sentence an owner reads", () =>
    expect(
      made.consentOf({ contributor: made.contributorOf({ manifest, files: {} }), capabilities: {} }, undefined),
    ).toContainEqual(expect.objectContaining({ says: "Is told when the bridge goes up." })));

  test("the types authors get", async () => {
    const text = await made.declarations({ ...manifest, capabilities: {} });
    expect(text).toContain(
      "/** A bridge that is up. */\nexport interface Bridge {\n  by: string;\n  chains: { links: number }[];\n}\n",
    );
    expect(text).toContain(
      '  /** When the bridge goes up. It stays where the answer says. */\n  "bridgeRaised"(input: Bridge, ctx: Context): "up" | "down" | Promise<"up" | "down">;\n',
    );
  });

  test("the check of the answer", () => {
    const shape = made.answerShape("hooks", NAME);
    expect([shape?.safeParse("up").success, shape?.safeParse("sideways").success]).toEqual([true, false]);
    expect(made.answerShape("hooks", "bridgeLowered")).toBeUndefined();
  });

  test("which capability it gives a use to", () => {
    const capabilities = { storage: { maxBytes: 1, maxKeys: 1 } };
    const code = { "main.js": `export const hooks = { ${NAME}: () => "up" };` };
    expect(made.readCode({ ...manifest, capabilities }, code)).toMatchObject({ failing: [], unused: [] });
    expect(made.readCode({ ...manifest, contributes: {}, capabilities }, code).unused).toEqual(["storage"]);
  });

  test("whether what it throws is held against a plugin", () =>
    expect([
      made.counts({ point: "hooks", name: NAME }, "plugin_failed"),
      made.counts({ point: "hooks", name: "afterPublish" }, "plugin_failed"),
    ]).toEqual([false, true]));

  test("who hears of it, and how often one call is tried", async () => {
    const granted = made.executable("test.granted", contributes, {
      capabilities: { storage: { maxBytes: 1, maxKeys: 1 } },
    });
    const world = await made.computingWorld(
      { home: page("/") },
      [granted, made.executable("test.plain", contributes)],
      () => made.failed(),
    );
    world.kernel.hookRunner.emit(SITE, NAME, "1", { by: "chain" } as never);
    for (let turn = 0; turn <= 2; turn++) {
      await world.kernel.hookRunner.runDue();
      world.powers.clock.now = Math.max(world.powers.clock.now, world.kernel.hookRunner.nextDue() ?? 0);
    }
    const calls = world.calls.take().map(({ plugin, name, input, willRetry }) => [plugin.id, name, input, willRetry]);
    expect(calls).toEqual([true, false].map((willRetry) => ["test.granted", NAME, { by: "chain" }, willRetry]));
  });
});

/**
 * Sources that may name a hook: its emitters. Each language also has the consent sentence of every hook, which the
 * compiler demands.
 */
const EMITTERS = [
  "runtime/media/commands.ts",
  "runtime/plugins/hooks/hookRunner.ts",
  "runtime/publishing/checks.ts",
  "runtime/submissions/confirming.ts",
  "runtime/submissions/hookSources.ts",
];

const code = (path: string): string =>
  readFileSync(join(ROOT, path), "utf8").replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, "");

test("the names of hooks stand in the table and where each is emitted, and nowhere else", () => {
  const names = HOOK_NAMES.join("|");
  const name = new RegExp(`["'.](?:${names})["'(]|\\b(?:${names}):`);
  const sources = globSync("{manifests,runtime,capabilities,sandbox,sites}/**/*.ts", {
    cwd: ROOT,
    exclude: ["**/.*", "**/*.generated.ts", "sites/words/*/plugins/consent.ts"],
  });
  expect(sources.filter((path) => name.test(code(path))).toSorted()).toEqual([TABLE, ...EMITTERS]);
});

test("the guide for authors has a line on every hook", () => {
  const guide = readFileSync(join(ROOT, "docs/plugins/code.md"), "utf8");
  expect(HOOK_NAMES.filter((name) => !guide.includes(`| \`hooks.${name}\` |`))).toEqual([]);
});
