/** Attacks by updates of a running plugin, from its publisher or a member with the publisher's key. */
import { describe, expect, test } from "vitest";
import { CALL_MAX_WALL_MS } from "../../../manifests/bounds/calls.ts";
import type { Requested } from "../../../runtime/contributions/grant.ts";
import type { ActivePlugin } from "../../../runtime/contributions/installed.ts";
import type { PluginView } from "../../../runtime/plugins/management/views.ts";
import { audits } from "../../runtime/editing/editingWorld.ts";
import { SITE } from "../../runtime/kernel/world.ts";
import {
  type Managed,
  HTTP,
  RINGS,
  STORAGE,
  executableText,
  managedWorld,
  refused,
  whyNot,
} from "../../runtime/plugins/manager.ts";
import { OTHER } from "../../vectors/trust/workshop.ts";

const TOOL = "acme.tool";
const MORE: Requested = { ...STORAGE, ...HTTP };

const view = ({ kernel }: Managed): PluginView => kernel.pluginReads.view(SITE, TOOL);
const version = (number: string, asks = STORAGE, change: object = {}): string =>
  executableText(asks, { version: number, ...change });

async function running(capabilities = STORAGE): Promise<Managed> {
  const world = await managedWorld();
  await world.install(version("1.0.0", capabilities));
  await world.grant(TOOL, capabilities);
  await world.state(TOOL, "enabled");
  return world;
}

const activeIn = ({ kernel }: Managed): ActivePlugin => {
  const found = kernel.plugins.forSite(SITE).resolution.active.find(({ id }) => id === TOOL);
  if (!found) throw new Error("not active");
  return found;
};

const rule = (world: Managed, of: string | undefined, to: string | null): Promise<unknown> =>
  of === undefined ? world.run("plugins.updates", { rule: to }) : world.run("plugin.updates", { plugin: of, rule: to });

describe("a version that waits", () => {
  test.each([
    ["asks for a capability more", version("1.0.1", MORE), "asks_more"],
    ["asks for a larger one", version("1.0.1", { storage: { maxBytes: 1_001, maxKeys: 10 } }), "asks_more"],
    [
      "hears of what visitors send",
      version("1.0.1", STORAGE, { contributes: { hooks: [{ on: "formSubmitted" }] } }),
      "asks_more",
    ],
    [
      "answers everybody at an address",
      version("1.0.1", STORAGE, {
        contributes: { routes: [{ name: "open", path: "/open", methods: ["GET"], access: "public" }] },
      }),
      "asks_more",
    ],
    ["is signed by another trusted key", executableText(STORAGE, { version: "1.0.1" }, OTHER), "other_key"],
    ["has a number that promises no compatibility", version("2.0.0"), "rule"],
  ])("because it %s does not change the version in use", async (_, text, why) => {
    const world = await running();
    const before = view(world);
    const holding = activeIn(world);
    expect(await world.install(text)).toMatchObject({ version: "1.0.0", digest: before.digest, waiting: { why } });
    expect(view(world)).toMatchObject({ active: true, grant: before.grant, consent: before.consent });
    expect(world.kernel.plugins.holds(SITE, holding)).toBe(true);
  });

  test("is granted by its own digest and its own capabilities only", async () => {
    const world = await running();
    const { digest, waiting } = await world.install(version("1.1.0", MORE));
    expect(await whyNot(world.grant(TOOL, MORE, digest))).toBe("CONFLICT");
    expect(await whyNot(world.grant(TOOL, STORAGE, waiting?.digest))).toBe("CONFLICT");
    expect(view(world)).toMatchObject({ version: "1.0.0", active: true });
    await world.grant(TOOL, MORE, waiting?.digest);
    expect(view(world)).toMatchObject({ version: "1.1.0", active: true, waiting: null });
  });

  test("that was replaced between the display and the grant is not granted", async () => {
    const world = await running();
    const { waiting } = await world.install(version("1.1.0", MORE));
    await world.install(version("1.2.0", { ...MORE, media: { read: true } }));
    expect(await whyNot(world.grant(TOOL, MORE, waiting?.digest))).toBe("CONFLICT");
    expect(await whyNot(world.run("plugin.discard", { plugin: TOOL, digest: waiting?.digest }))).toBe("CONFLICT");
    expect(view(world)).toMatchObject({ version: "1.0.0", waiting: { version: "1.2.0" } });
  });

  test("is not replaced by an older version, or by other bytes of its version", async () => {
    const world = await running();
    await world.install(version("1.2.0", MORE));
    expect(await whyNot(world.install(version("1.1.0", MORE)))).toBe("PLUGIN_REJECTED older_than_highest");
    expect(await whyNot(world.install(version("1.2.0", MORE, { name: "Twin" })))).toBe(
      "PLUGIN_REJECTED other_bytes_of_a_version",
    );
    expect(await whyNot(world.install(version("1.2.0", STORAGE)))).toBe("PLUGIN_REJECTED other_bytes_of_a_version");
    expect(view(world)).toMatchObject({ version: "1.0.0", waiting: { version: "1.2.0" } });
  });

  test("cannot be granted once its key is revoked, which also stops the version in use", async () => {
    const world = await running();
    const { waiting } = await world.install(executableText(MORE, { version: "1.1.0" }, OTHER));
    const later = await world.redeployed({ trustKeys: JSON.stringify(JSON.parse(RINGS.both).slice(0, 1)) });
    expect(view(later).waiting?.distrust).toEqual(expect.any(String));
    expect(await whyNot(later.grant(TOOL, MORE, waiting?.digest))).toBe("CONFLICT");
    expect(view(later)).toMatchObject({ version: "1.0.0", active: true });
  });

  test("is not installed while the version in use is only prevented from running", async () => {
    const world = await running();
    const without = await world.redeployed({
      askLoader: async () => ({ available: false, reason: "not here", silent: true }),
    });
    expect(await without.install(version("1.1.0", MORE))).toMatchObject({
      version: "1.0.0",
      waiting: { why: "asks_more" },
    });
  });

  test("is deleted when it is discarded, and when the plugin is removed", async () => {
    const world = await running();
    const { waiting } = await world.install(version("1.1.0", MORE));
    const digest = waiting?.digest;
    expect(await world.run("plugin.discard", { plugin: TOOL, digest })).toMatchObject({
      version: "1.0.0",
      waiting: null,
    });
    expect((await refused(world.run("plugin.discard", { plugin: TOOL, digest }))).code).toBe("NOT_FOUND");
    await world.install(version("1.1.0", MORE));
    await world.run("plugin.remove", { plugin: TOOL });
    const left = ["plugin_waiting", "plugin_waiting_parts", "plugin_update_rules"].map(
      (table) => world.powers.sql.all(`SELECT * FROM ${table}`).length,
    );
    expect(left).toEqual([0, 0, 0]);
  });

  test("does not prevent a smaller update beside it, and continues to wait", async () => {
    const world = await running();
    await world.install(version("1.2.0", MORE));
    expect(await world.install(version("1.0.1"))).toMatchObject({
      version: "1.0.1",
      active: true,
      waiting: { version: "1.2.0" },
    });
  });
});

describe("an update without a new request", () => {
  test.each([
    ["ask", "1.0.1", false],
    ["ask", "1.1.0", false],
    ["patch", "1.0.1", true],
    ["patch", "1.1.0", false],
    ["minor", "1.0.1", true],
    ["minor", "1.1.0", true],
    ["minor", "2.0.0", false],
  ])("under the rule %s, as %s, is installed at once: %s", async (to, number, takesOver) => {
    for (const target of [TOOL, undefined]) {
      const world = await running();
      await rule(world, target, to);
      await world.install(version(number));
      expect(view(world)).toMatchObject({
        version: takesOver ? number : "1.0.0",
        active: true,
        waiting: takesOver ? null : { version: number, why: "rule" },
        updates: { rule: to, own: target === TOOL },
      });
    }
  });

  test("before 1.0.0 is installed at once only as a patch, because a minor version may break", async () => {
    const world = await managedWorld();
    await world.install(version("0.1.0"));
    await world.grant(TOOL, STORAGE);
    await world.state(TOOL, "enabled");
    expect(await world.install(version("0.2.0"))).toMatchObject({ version: "0.1.0", waiting: { why: "rule" } });
    expect(await world.install(version("0.1.1"))).toMatchObject({ version: "0.1.1", active: true });
  });

  test("narrows the grant, so a capability that it dropped must be granted again", async () => {
    const world = await running(MORE);
    expect(await world.install(version("1.0.1", STORAGE))).toMatchObject({ version: "1.0.1", active: true });
    expect(await world.install(version("1.0.2", MORE))).toMatchObject({
      version: "1.0.1",
      waiting: { version: "1.0.2", why: "asks_more" },
    });
  });

  test("is recorded in audit, beside the upload", async () => {
    const world = await running();
    const { digest } = await world.install(version("1.0.1"));
    expect(audits(world).at(-2)).toMatchObject({
      command: "plugin.updated",
      actor: `plugin:${TOOL}`,
      inputDigest: digest,
    });
    expect(audits(world).at(-1)).toMatchObject({ command: "plugin.install" });
  });

  test("lets a running call of the earlier version end, unless something else ends it", async () => {
    const world = await running();
    const before = activeIn(world);
    await world.install(version("1.0.1"));
    expect(world.kernel.plugins.holds(SITE, before)).toBe(true);
    expect(world.kernel.plugins.holds(SITE, { ...before, grant: { digest: "x", capabilities: MORE } })).toBe(false);
    world.powers.clock.now += CALL_MAX_WALL_MS;
    expect(world.kernel.plugins.holds(SITE, before)).toBe(false);
  });

  test.each([
    ["its plugin is switched off", (world: Managed) => world.state(TOOL, "disabled")],
    ["its grant is taken back", (world: Managed) => world.run("plugin.revoke", { plugin: TOOL })],
    ["its plugin is removed", (world: Managed) => world.run("plugin.remove", { plugin: TOOL })],
  ])("ends a running call of the earlier version when %s", async (_, act) => {
    const world = await running();
    const before = activeIn(world);
    await world.install(version("1.0.1"));
    await act(world);
    expect(world.kernel.plugins.holds(SITE, before)).toBe(false);
  });

  test("that races another upload never leaves the lower version", async () => {
    for (const order of [
      ["1.0.1", "1.0.2"],
      ["1.0.2", "1.0.1"],
    ]) {
      const world = await running();
      await Promise.allSettled(order.map((number) => world.install(version(number))));
      expect(view(world)).toMatchObject({ version: "1.0.2", active: true });
    }
  });

  test("that races other bytes of its version leaves one of the two", async () => {
    const world = await running();
    const both = [version("1.0.1"), version("1.0.1", STORAGE, { name: "Twin" })];
    const done = await Promise.allSettled(both.map((text) => world.install(text)));
    expect(done.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(view(world)).toMatchObject({ version: "1.0.1", active: true });
  });
});
