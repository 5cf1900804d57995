/** A stored secret must not be readable again: not in an answer, not in a table, not by guessing from other values. */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { SITE, initialiseInput, page, siteOf } from "../../runtime/kernel/world.ts";
import { audits } from "../../runtime/editing/editingWorld.ts";
import {
  type Managed,
  everythingIn,
  managedWorld,
  packageText,
  refused,
  settingsSchema,
} from "../../runtime/plugins/manager.ts";

const ID = "acme.notices";
const SECRET = "tangerine-4711";

async function settled(values: object = { token: SECRET }): Promise<Managed> {
  const world = await managedWorld();
  await world.install(packageText({ contributes: { settings: settingsSchema } }, { files: {} }));
  await world.set(ID, 0, values, "the-owners-key");
  return world;
}

const digestsOf = (world: Managed): string[] =>
  audits(world)
    .filter(({ command }) => command === "plugin.settings")
    .map(({ inputDigest }) => inputDigest);

describe("a secret", () => {
  test("is in no table, answer or refusal", async () => {
    const world = await settled();
    const answers = [
      await world.detail(ID),
      await world.kernel.pluginReads.all(SITE),
      await world.kernel.pluginReads.settings(SITE, ID),
      world.kernel.reads.context(SITE),
      world.kernel.status(),
    ];
    const refusals = [
      await refused(world.set(ID, 1, { token: SECRET.slice(0, 3) })),
      await refused(world.set(ID, 1, { token: `${SECRET}${"x".repeat(60)}` })),
      await refused(world.set(ID, 1, { token: [SECRET] })),
      await refused(world.set(ID, 0, { token: SECRET })),
      await refused(world.set(ID, 1, { token: SECRET, surprise: true })),
    ];
    for (const text of [everythingIn(world), JSON.stringify(answers), JSON.stringify(refusals)])
      expect(text).not.toContain(SECRET.slice(0, 5));
  });

  test("cannot be guessed from audit or idempotency records, neither by digest nor by sending a guess", async () => {
    const world = await settled();
    const input = JSON.stringify({ plugin: ID, expected: 0, values: { token: SECRET } });
    const plain = createHash("sha256").update(input).digest("hex");
    expect(everythingIn(world)).not.toContain(plain);
    await world.kernel.initialiser.run(
      initialiseInput(siteOf({ home: page("/") }), {
        site: "second",
        origin: "https://second.example",
        hostnames: ["second.example"],
      }),
    );
    const guess = (site: string, actor: string, key: string) =>
      world.kernel.execute(
        "plugin.settings",
        { site, actor: { kind: "member", id: actor }, key, requestId: "r" },
        { plugin: ID, expected: 0, values: { token: SECRET } },
      );
    await world.run("plugin.remove", { plugin: ID });
    await world.install(packageText({ contributes: { settings: settingsSchema } }, { files: {} }));
    await guess(SITE, "m2", "the-owners-key");
    await world.run("plugin.remove", { plugin: ID });
    await world.install(packageText({ contributes: { settings: settingsSchema } }, { files: {} }));
    await guess(SITE, "m1", "another-key");
    const digests = digestsOf(world);
    expect([digests.length, new Set(digests).size]).toEqual([3, 3]);
  });

  test("that is sent again with its idempotency key gets the same answer, and another one with that key is refused", async () => {
    const world = await settled();
    expect(await world.set(ID, 0, { token: SECRET }, "the-owners-key")).toMatchObject({ version: 1 });
    expect((await refused(world.set(ID, 0, { token: "another" }, "the-owners-key"))).code).toBe(
      "IDEMPOTENCY_KEY_REUSED",
    );
    expect(new Set(digestsOf(world)).size).toBe(1);
  });

  test("in a row that is copied to another site or another name cannot be decrypted", async () => {
    const world = await settled({ token: SECRET, other: "second" });
    world.powers.sql.all(
      "UPDATE plugin_settings SET secrets = json_object('token', json_extract(secrets, '$.other'), 'other', json_extract(secrets, '$.token'))",
    );
    const { plugin } = world.kernel.pluginReads.find(SITE, ID);
    await expect(world.kernel.pluginSettings.read(SITE, plugin)).rejects.toMatchObject({ code: "PLUGIN_UNAVAILABLE" });
    await world.kernel.initialiser.run(
      initialiseInput(siteOf({ home: page("/") }), {
        site: "second",
        origin: "https://second.example",
        hostnames: ["second.example"],
      }),
    );
    const copied = await settled();
    copied.powers.sql.all("UPDATE plugin_settings SET plugin = 'acme.thief'");
    const [row] = copied.powers.sql.all<{ secrets: string }>("SELECT secrets FROM plugin_settings");
    const opened = await copied.kernel.pluginSettings.open(
      SITE,
      "acme.thief",
      JSON.parse(row?.secrets ?? "{}") as Record<string, string>,
    );
    expect(opened).toEqual({ values: {}, closed: ["token"] });
  });

  test("is removed with the plugin, so that a later plugin of the same id finds none", async () => {
    const world = await settled();
    await world.run("plugin.remove", { plugin: ID });
    await world.install(packageText({ contributes: { settings: settingsSchema } }, { files: {} }));
    expect((await world.detail(ID)).settings).toMatchObject({
      version: 0,
      secrets: [
        { name: "token", set: false },
        { name: "other", set: false },
      ],
    });
  });
});

describe("settings named like members of every object", () => {
  test("in which `__proto__` never becomes a setting", async () => {
    const world = await settled();
    await world.set(ID, 1, JSON.parse('{"token":"abcdef","__proto__":{"polluted":true}}') as object);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect((await world.detail(ID)).settings.values).toEqual({});
    expect(everythingIn(world)).not.toContain("polluted");
  });

  test.each(["constructor", "toString", "hasOwnProperty"])("%s are refused and change nothing", async (name) => {
    const world = await settled();
    const values = JSON.parse(`{"token":"abcdef","${name}":{"polluted":true}}`) as object;
    expect((await refused(world.set(ID, 1, values))).code).toBe("INVALID_REQUEST");
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect((await world.detail(ID)).settings.version).toBe(1);
  });
});
