import { describe, expect, test } from "vitest";
import { FAILURES_TO_QUARANTINE, LOADER_KNOWN_MS } from "../../../../manifests/bounds/plugins.ts";
import { seconds, ACME, OTHER } from "../../../vectors/trust/workshop.ts";
import { audits } from "../../editing/editingWorld.ts";
import { PACK, SITE, page } from "../../kernel/world.ts";
import {
  type Managed,
  HTTP,
  RINGS,
  STORAGE,
  commandsWithPlugin,
  executableText,
  isActive,
  managedWorld,
  packageText,
  refused,
  settingsSchema,
  skippedOf,
  whyNot,
} from "../manager.ts";

const NOTICES = "acme.notices";
const TOOL = "acme.tool";

describe("a package that is installed", () => {
  test("is disabled until it is enabled, and then takes part", async () => {
    const world = await managedWorld();
    expect(await world.install(packageText())).toMatchObject({
      id: NOTICES,
      version: "1.0.0",
      source: "installed",
      state: "disabled",
      active: false,
      skipped: { reason: "disabled" },
      requested: {},
      grant: null,
      contributes: { sections: ["notice"], hooks: [], settings: false },
      signedBy: [ACME.kid],
      installedBy: "member:m1",
    });
    expect(world.kernel.reads.catalogue(SITE).sections.map(({ type }) => type)).not.toContain("acme.notices/notice");
    expect(await world.state(NOTICES, "enabled")).toMatchObject({ state: "enabled", active: true, skipped: null });
    expect(world.kernel.reads.catalogue(SITE).sections.map(({ type }) => type)).toContain("acme.notices/notice");
    expect(world.kernel.reads.context(SITE).plugins.active.map(({ id }) => id)).toContain(NOTICES);
    expect(audits(world).map(({ command }) => command)).toEqual(["plugin.install", "plugin.state"]);
  });

  test("is switched only while it is the version that was seen", async () => {
    const world = await managedWorld();
    const { digest } = await world.install(packageText());
    const other = `sha256-${"A".repeat(43)}`;
    await expect(world.run("plugin.state", { plugin: NOTICES, state: "enabled", digest: other })).rejects.toMatchObject(
      { code: "CONFLICT", detail: { digest } },
    );
    expect(world.kernel.reads.context(SITE).plugins.active.map(({ id }) => id)).not.toContain(NOTICES);
    await world.run("plugin.state", { plugin: NOTICES, state: "enabled", digest });
    expect(world.kernel.reads.context(SITE).plugins.active.map(({ id }) => id)).toContain(NOTICES);
  });

  test("is verified again when the workspace wakes, and renders from the next publication on", async () => {
    const before = await managedWorld();
    await before.install(packageText());
    await before.state(NOTICES, "enabled");
    const world = await before.redeployed({});
    await world.write(
      "home",
      page("/", { sections: [{ id: "s", type: "acme.notices/notice", fields: { text: "Closed" } }] }),
    );
    await world.run("publish", {});
    expect(await world.html("/")).toContain("<p>Closed</p>");
    await world.state(NOTICES, "disabled");
    expect(await world.html("/")).toContain("<p>Closed</p>");
    await world.run("publish", {});
    expect(await world.html("/")).not.toContain("<p>Closed</p>");
    expect(world.kernel.documents.get(SITE, "page", "home")?.body.sections).toHaveLength(1);
  });

  test("is verified again by whatever visitors ask for first when the workspace wakes", async () => {
    const before = await managedWorld();
    await before.install(packageText());
    await before.state(NOTICES, "enabled");
    const files = before.kernel.plugins.forSite(SITE).renderer.filePaths();
    expect(files).not.toEqual([]);
    for (const path of ["/", "/index.md", ...files])
      expect([path, await before.restart().statusOf(path)]).toEqual([path, 200]);
    expect(await before.restart().statusOf("/nowhere")).toBe(404);
  });

  test.each([
    ["whose key is no longer in the ring", RINGS.other],
    ["when nobody is trusted any more", RINGS.nobody],
    ["whose key was revoked", JSON.stringify([{ ...ACME.jwk, "svc:revokedAt": 1 }])],
    ["whose key has expired", JSON.stringify([{ ...ACME.jwk, exp: 1 }])],
    ["whose key may no longer sign for its publisher", JSON.stringify([{ ...ACME.jwk, "svc:publishers": ["other"] }])],
  ])("and %s is skipped, and nothing of it is used", async (_, trustKeys) => {
    const before = await managedWorld();
    await before.install(packageText());
    await before.state(NOTICES, "enabled");
    const world = await before.redeployed({ trustKeys });
    expect(skippedOf(world, NOTICES)).toBe("untrusted_key");
    expect(world.kernel.status().sites[0]?.plugins.skipped).toContainEqual(
      expect.objectContaining({ id: NOTICES, reason: "untrusted_key" }),
    );
    expect(await world.detail(NOTICES)).toMatchObject({
      name: "Notices",
      active: false,
      skipped: { reason: "untrusted_key" },
      signedBy: [],
    });
    const again = await world.redeployed({ trustKeys: RINGS.both });
    expect(isActive(again, NOTICES)).toBe(true);
  });

  test("is skipped from the very moment its key is revoked, without a restart, and believed when the clock goes back", async () => {
    const { powers, ...before } = await managedWorld();
    const revokedAt = powers.clock.now + 10_000;
    const world = await before.redeployed({
      trustKeys: JSON.stringify([{ ...ACME.jwk, "svc:revokedAt": seconds(revokedAt) }]),
    });
    await world.install(packageText());
    await world.state(NOTICES, "enabled");
    const active = world.kernel.plugins.forSite(SITE).resolution.active.find(({ id }) => id === NOTICES);
    if (!active) throw new Error("not active");
    powers.clock.now = revokedAt - 1;
    await world.kernel.plugins.prepare();
    expect([isActive(world, NOTICES), world.kernel.plugins.holds(SITE, active)]).toEqual([true, true]);
    powers.clock.now = revokedAt;
    expect(world.kernel.plugins.holds(SITE, active)).toBe(false);
    await world.kernel.plugins.prepare();
    expect([skippedOf(world, NOTICES), world.kernel.plugins.holds(SITE, active)]).toEqual(["untrusted_key", false]);
    powers.clock.now = revokedAt - 1;
    await world.kernel.plugins.prepare();
    expect(isActive(world, NOTICES)).toBe(true);
  });

  test("can be removed with everything it had; what was made with it stays, and so does the highest version", async () => {
    const world = await managedWorld();
    await world.install(executableText(STORAGE, { version: "2.0.0", contributes: { settings: settingsSchema } }));
    await world.grant(TOOL, STORAGE);
    await world.set(TOOL, 0, { token: "abcdef" });
    for (const plugin of [TOOL, NOTICES]) {
      world.powers.sql.all(
        "INSERT INTO plugin_storage (site, plugin, key, value) VALUES (?, ?, 'k', '1')",
        SITE,
        plugin,
      );
      world.powers.sql.all(
        "INSERT INTO plugin_storage_use (site, plugin, bytes, keys) VALUES (?, ?, 2, 1)",
        SITE,
        plugin,
      );
    }
    expect(await world.run("plugin.remove", { plugin: TOOL })).toEqual({ plugin: TOOL, removed: true });
    const tables = [
      "plugin_packages",
      "plugin_package_parts",
      "plugin_grants",
      "plugin_settings",
      "plugin_storage",
      "plugin_storage_use",
      "installs",
    ];
    const left = tables.flatMap((table) =>
      world.powers.sql.all<{ plugin: string }>(`SELECT plugin FROM ${table}`).map(({ plugin }) => plugin),
    );
    expect(left).toEqual([NOTICES, NOTICES]);
    expect(await whyNot(world.detail(TOOL))).toBe("NOT_FOUND");
    expect(await whyNot(world.install(executableText(STORAGE, { version: "1.0.0" })))).toBe(
      "PLUGIN_REJECTED older_than_highest",
    );
    expect(
      await world.install(executableText(STORAGE, { version: "2.0.0", contributes: { settings: settingsSchema } })),
    ).toMatchObject({ state: "disabled", grant: null });
  });
});

describe("an update", () => {
  test("that asks for more waits beside the version in use, shows what is more, and takes over once it is granted", async () => {
    const world = await managedWorld();
    const contributes = { settings: settingsSchema };
    await world.install(executableText(STORAGE, { contributes }));
    await world.grant(TOOL, STORAGE);
    await world.state(TOOL, "enabled");
    await world.set(TOOL, 0, { token: "abcdef" });
    const updated = await world.install(executableText({ ...STORAGE, ...HTTP }, { version: "1.1.0", contributes }));
    expect(updated).toMatchObject({
      version: "1.0.0",
      active: true,
      waiting: { version: "1.1.0", why: "asks_more", distrust: null, requested: { ...STORAGE, ...HTTP } },
    });
    expect(updated.waiting?.consent.map(({ says, change }) => [says, change])).toEqual([
      ["Exchange data with api.example.com (GET)", "added"],
      ["Keep up to 1000 B of its own data, in at most 10 entries", null],
    ]);
    expect((await world.detail(TOOL)).settings).toMatchObject({
      version: 1,
      secrets: [
        { name: "token", set: true },
        { name: "other", set: false },
      ],
    });
    expect(await world.grant(TOOL, { ...STORAGE, ...HTTP }, updated.waiting?.digest)).toMatchObject({
      version: "1.1.0",
      active: true,
      waiting: null,
      difference: { added: [], removed: [] },
    });
  });

  test("that asks for the same takes over at once, with the grant", async () => {
    const world = await managedWorld();
    await world.install(executableText(STORAGE));
    await world.grant(TOOL, STORAGE);
    await world.state(TOOL, "enabled");
    expect(await world.install(executableText(STORAGE, { version: "1.0.1" }))).toMatchObject({
      version: "1.0.1",
      active: true,
      grant: { grantedBy: "member:m1" },
      difference: { added: [], removed: [] },
    });
  });

  test("goes back only as far as an owner says, and waits for a grant then", async () => {
    const world = await managedWorld();
    const first = executableText(STORAGE);
    await world.install(first);
    await world.grant(TOOL, STORAGE);
    await world.state(TOOL, "enabled");
    await world.install(executableText(STORAGE, { version: "1.1.0" }));
    expect(await whyNot(world.install(first))).toBe("PLUGIN_REJECTED older_than_highest");
    const back = await world.install(first, true);
    expect(back).toMatchObject({ version: "1.1.0", active: true, waiting: { version: "1.0.0", why: "older" } });
    expect(await world.grant(TOOL, STORAGE, back.waiting?.digest)).toMatchObject({ version: "1.0.0", active: true });
  });

  test("of other signatures over the same manifest keeps the grant, and names who signed", async () => {
    const world = await managedWorld();
    await world.install(executableText(STORAGE));
    await world.grant(TOOL, STORAGE);
    await world.state(TOOL, "enabled");
    expect(await world.install(executableText(STORAGE, {}, OTHER))).toMatchObject({
      active: true,
      signedBy: [OTHER.kid],
    });
  });
});

describe("a grant", () => {
  test("lets a plugin run from then on, and its end stops it, also while it is running", async () => {
    const world = await managedWorld();
    await world.install(executableText(STORAGE));
    expect(await world.state(TOOL, "enabled")).toMatchObject({ active: false, skipped: { reason: "not_granted" } });
    expect(await world.grant(TOOL, STORAGE)).toMatchObject({
      active: true,
      grant: { capabilities: STORAGE, grantedBy: "member:m1" },
    });
    const active = world.kernel.plugins.forSite(SITE).resolution.active.find(({ id }) => id === TOOL);
    if (!active) throw new Error("not active");
    expect(world.kernel.plugins.holds(SITE, active)).toBe(true);
    expect(await world.run("plugin.revoke", { plugin: TOOL })).toMatchObject({
      state: "revoked",
      active: false,
      grant: null,
      skipped: { reason: "revoked" },
    });
    expect(world.kernel.plugins.holds(SITE, active)).toBe(false);
    expect(await world.grant(TOOL, STORAGE)).toMatchObject({ state: "enabled", active: true });
  });

  test.each<[string, string, (world: Managed) => Promise<unknown>, object]>([
    [
      "it never had",
      "changes nothing",
      async (world) => world.run("plugin.revoke", { plugin: TOOL }),
      { state: "enabled", skipped: { reason: "not_granted" } },
    ],
    [
      "of a plugin that is switched off",
      "leaves it off",
      async (world) => {
        await world.grant(TOOL, STORAGE);
        await world.state(TOOL, "disabled");
        await world.run("plugin.revoke", { plugin: TOOL });
        await world.grant(TOOL, STORAGE);
      },
      { state: "disabled" },
    ],
    [
      "of a plugin that is then switched on",
      "is not given back by that",
      async (world) => {
        await world.grant(TOOL, STORAGE);
        await world.run("plugin.revoke", { plugin: TOOL });
        await world.state(TOOL, "enabled");
      },
      { state: "enabled", grant: null, skipped: { reason: "not_granted" } },
    ],
    [
      "of a version before one that asks for nothing",
      "costs nothing",
      async (world) => {
        await world.grant(TOOL, STORAGE);
        await world.install(
          packageText(
            { id: TOOL, kind: "executable", main: "main.js", contributes: {}, version: "1.1.0" },
            { files: { "main.js": "export const hooks = {};" } },
          ),
        );
        await world.run("plugin.revoke", { plugin: TOOL });
      },
      { state: "enabled", active: true, grant: null },
    ],
  ])("%s, taken back, %s", async (_what, _outcome, act, view) => {
    const world = await managedWorld();
    await world.install(executableText(STORAGE));
    await world.state(TOOL, "enabled");
    await act(world);
    expect(await world.detail(TOOL)).toMatchObject(view);
  });

  test.each<[string, (world: Managed) => unknown]>([
    ["it is switched off", (world) => world.state(TOOL, "disabled")],
    ["it is in quarantine", (world) => world.kernel.states.put(SITE, TOOL, "quarantined")],
    ["its grant is taken back", (world) => world.run("plugin.revoke", { plugin: TOOL })],
    [
      "its grant is taken back and it is switched on again",
      async (world) => {
        await world.run("plugin.revoke", { plugin: TOOL });
        await world.state(TOOL, "enabled");
      },
    ],
    ["it is removed", (world) => world.run("plugin.remove", { plugin: TOOL })],
    [
      "it is removed and installed again",
      async (world) => {
        await world.run("plugin.remove", { plugin: TOOL });
        await world.install(executableText(STORAGE));
      },
    ],
  ])("no longer holds for a running call when %s", async (_, change) => {
    const world = await managedWorld();
    await world.install(executableText(STORAGE));
    await world.grant(TOOL, STORAGE);
    await world.state(TOOL, "enabled");
    const active = world.kernel.plugins.forSite(SITE).resolution.active.find(({ id }) => id === TOOL);
    if (!active) throw new Error("not active");
    await world.state("test.text", "disabled");
    expect(world.kernel.plugins.holds(SITE, active)).toBe(true);
    await change(world);
    expect(world.kernel.plugins.holds(SITE, active)).toBe(false);
    expect(isActive(world, TOOL)).toBe(false);
  });

  test("does not depend on the order or the words of what was read", async () => {
    const world = await managedWorld();
    await world.install(executableText({ ...STORAGE, ...HTTP }));
    const read = { ...HTTP, storage: { maxKeys: 10, maxBytes: 1_000 } };
    expect(await world.grant(TOOL, read)).toMatchObject({ grant: { capabilities: { ...STORAGE, ...HTTP } } });
  });
});

describe("first-party plugins", () => {
  test("are listed beside the installed ones, can be switched, and neither removed nor replaced", async () => {
    const world = await managedWorld();
    await world.install(packageText());
    const { items, loader, trust } = await world.kernel.pluginReads.all(SITE);
    expect(items.map(({ id, source, active }) => [id, source, active])).toEqual([
      ...PACK.map(({ manifest }) => [manifest.id, "first-party", true]),
      [NOTICES, "installed", false],
    ]);
    expect([loader, trust]).toEqual([
      { available: true, reason: null },
      { keys: [ACME.kid, OTHER.kid], refused: [] },
    ]);
    expect(await world.state("test.text", "disabled")).toMatchObject({
      active: false,
      skipped: { reason: "disabled" },
    });
    expect(await whyNot(world.run("plugin.remove", { plugin: "test.text" }))).toBe("CONFLICT");
    expect(await whyNot(world.install(packageText({ id: "test.text" })))).toBe("PLUGIN_REJECTED first_party_id");
  });

  test("of a later deployment put what was uploaded under their id out, which can then be removed", async () => {
    const before = await managedWorld({ pack: PACK.slice(1) });
    await before.install(packageText({ id: "test.text", version: "99.0.0" }));
    await before.state("test.text", "enabled");
    const world = await before.redeployed({ pack: PACK });
    const { items } = await world.kernel.pluginReads.all(SITE);
    expect(
      items
        .filter(({ id }) => id === "test.text")
        .map(({ version, source, active, skipped }) => [version, source, active, skipped?.reason]),
    ).toEqual([
      ["1.0.0", "first-party", true, undefined],
      ["99.0.0", "installed", false, "conflict"],
    ]);
    expect(audits(world).filter(({ actor }) => actor === "plugin:test.text")).toEqual([]);
    await world.state("test.text", "disabled");
    await world.run("plugin.remove", { plugin: "test.text" });
    expect(await world.detail("test.text")).toMatchObject({ source: "first-party", state: "disabled" });
    await world.state("test.text", "enabled");
    expect(isActive(world, "test.text")).toBe(true);
  });
});

test("an operator is told which keys of the deployment hold, and why the others were left out, and nothing of what they are", async () => {
  const privately = ACME.privateKey.export({ format: "jwk" });
  const world = await managedWorld({ trustKeys: JSON.stringify([OTHER.jwk, privately]) });
  expect(world.kernel.status().trust).toEqual({
    keys: [OTHER.kid],
    refused: [{ pointer: "/1/d", found: expect.stringContaining("private"), allowed: expect.any(String) }],
  });
  expect(JSON.stringify(world.kernel.status())).not.toContain(privately.d);
  const nobody = await world.redeployed({ trustKeys: "keys" });
  expect(nobody.kernel.status().trust).toEqual({ keys: [], refused: [expect.objectContaining({ pointer: "" })] });
});

describe("without a loader", () => {
  test("plugins with code are skipped and reported, and the others are not", async () => {
    const world = await managedWorld({ askLoader: async () => ({ available: false, reason: "no PLUGIN_LOADER" }) });
    for (const text of [packageText(), executableText(STORAGE)]) await world.install(text);
    for (const plugin of [NOTICES, TOOL]) await world.state(plugin, "enabled");
    expect(await world.grant(TOOL, STORAGE)).toMatchObject({
      active: false,
      skipped: { reason: "loader_unavailable", detail: "no PLUGIN_LOADER" },
    });
    expect(isActive(world, NOTICES)).toBe(true);
    expect(world.kernel.reads.context(SITE).loader).toEqual({ available: false, reason: "no PLUGIN_LOADER" });
  });

  test("what changes about it is noticed within the time it is believed", async () => {
    const loader = { available: true };
    const world = await managedWorld({ askLoader: async () => ({ ...loader }) });
    await world.install(executableText({}));
    await world.state(TOOL, "enabled");
    loader.available = false;
    const asked = world.powers.clock.now;
    for (const [after, active] of [
      [LOADER_KNOWN_MS - 1, true],
      [LOADER_KNOWN_MS, false],
      [LOADER_KNOWN_MS + 1, false],
    ] as const) {
      world.powers.clock.now = asked + after;
      await world.kernel.plugins.prepare();
      expect([after, isActive(world, TOOL)]).toEqual([after, active]);
    }
  });
});

describe("a plugin that fails too often", () => {
  const failing = ({ kernel }: Managed, digest: string): void => {
    for (let n = 0; n < FAILURES_TO_QUARANTINE; n++)
      kernel.pluginHealth.failed({ site: SITE, plugin: TOOL, digest, startedAt: 0 }, "plugin_failed");
  };
  const enabled = async () => {
    const world = await managedWorld();
    const { digest } = await world.install(executableText({}));
    await world.state(TOOL, "enabled");
    return { world, digest };
  };
  const quarantines = (world: Managed): number =>
    audits(world).filter(({ command }) => command === "plugin.quarantine").length;

  test("is out until somebody puts it back, which audit tells", async () => {
    const { world, digest } = await enabled();
    failing(world, digest);
    expect([await world.detail(TOOL), quarantines(world)]).toMatchObject([
      { state: "quarantined", active: false, skipped: { reason: "quarantined" } },
      1,
    ]);
    expect(await world.state(TOOL, "enabled")).toMatchObject({ state: "enabled", active: true });
  });

  test("stays as somebody left it who has switched it off meanwhile", async () => {
    const { world, digest } = await enabled();
    await world.state(TOOL, "disabled");
    failing(world, digest);
    expect([(await world.detail(TOOL)).state, quarantines(world)]).toEqual(["disabled", 0]);
  });

  test("does not take the version out that is meant to mend it", async () => {
    const { world, digest } = await enabled();
    await world.install(executableText({}, { version: "1.0.1" }));
    failing(world, digest);
    expect([(await world.detail(TOOL)).active, quarantines(world)]).toEqual([true, 0]);
  });
});

describe("what nobody installed", () => {
  test.each(commandsWithPlugin)("%s finds nothing, in this site", async (name, input) => {
    const world = await managedWorld();
    expect(await whyNot(world.run(name, { plugin: "acme.absent", ...input }))).toBe("NOT_FOUND");
  });
});

test("an id, a digest and a state have to look like one", async () => {
  const world = await managedWorld();
  const wrong = [
    ["plugin.state", { plugin: "Acme", state: "enabled" }],
    ["plugin.state", { plugin: NOTICES, state: "quarantined" }],
    ["plugin.grant", { plugin: NOTICES, digest: "x", capabilities: {} }],
  ] as const;
  for (const [name, input] of wrong) expect((await refused(world.run(name, input))).code).toBe("INVALID_REQUEST");
});
