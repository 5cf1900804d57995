import { describe, expect, test } from "vitest";
import { PLUGIN_SETTINGS_MAX_BYTES, SETTINGS_SECRET_MIN_CHARS } from "../../../../manifests/bounds/plugins.ts";
import type { Sealing } from "../../../../runtime/plugins/settings/sealing.ts";
import { PluginSettings } from "../../../../runtime/plugins/settings/settings.ts";
import { SettingsStore } from "../../../../runtime/plugins/settings/settingsStore.ts";
import { sealingWith } from "../../../../sites/workers/workspace/plugins/sealing.ts";
import { SITE } from "../../kernel/world.ts";
import { testPowers } from "../../kernel/powers.ts";
import { type Managed, managedWorld, packageText, refused, settingsSchema, whyNot } from "../manager.ts";

const ID = "acme.notices";
const withSettings = (settings: object = settingsSchema, version = "1.0.0"): string =>
  packageText({ contributes: { settings }, version }, { files: {} });

async function settled(): Promise<Managed> {
  const world = await managedWorld();
  await world.install(withSettings());
  return world;
}

const given = ({ kernel }: Managed) => kernel.pluginSettings.read(SITE, kernel.pluginReads.find(SITE, ID).plugin);

describe("settings", () => {
  test("are replaced as a whole, but for the secrets, which stay, are replaced or taken away by name", async () => {
    const world = await settled();
    expect(await world.set(ID, 0, { label: "Hi", token: "first", other: "second" })).toEqual({
      plugin: ID,
      version: 1,
      secrets: [
        { name: "token", set: true },
        { name: "other", set: true },
      ],
    });
    expect(await given(world)).toEqual({ label: "Hi", token: "first", other: "second" });
    await world.set(ID, 1, { other: null });
    expect(await given(world)).toEqual({ label: "Hello", token: "first" });
    await world.set(ID, 2, { token: "third" });
    expect(await given(world)).toEqual({ label: "Hello", token: "third" });
    expect((await world.detail(ID)).settings).toEqual({
      version: 3,
      schema: settingsSchema,
      values: {},
      secrets: [
        { name: "token", set: true },
        { name: "other", set: false },
      ],
      issues: [],
    });
  });

  test("without secrets are judged anew after each change", async () => {
    const world = await managedWorld();
    const label = { type: "string", title: "Label", maxLength: 5, default: "Hello" };
    await world.install(withSettings({ type: "object", properties: { label }, additionalProperties: false }));
    const stored = (version: number, values: object): void =>
      world.kernel.settingsStore.put(SITE, ID, { version, values: { ...values }, secrets: {} }, "member:m1", 0);
    expect(await given(world)).toEqual({ label: "Hello" });
    stored(1, { label: "Longer than that" });
    for (let times = 0; times < 2; times += 1)
      await expect(given(world)).rejects.toMatchObject({ code: "PLUGIN_UNAVAILABLE" });
    stored(2, { label: "Hi" });
    expect([await given(world), await given(world)]).toEqual([{ label: "Hi" }, { label: "Hi" }]);
  });

  test("are set under their version", async () => {
    const world = await settled();
    await world.set(ID, 0, { token: "first" });
    expect(await refused(world.set(ID, 0, { token: "other" }))).toMatchObject({
      code: "STALE_VERSION",
      detail: { current: 1 },
    });
    expect((await given(world))["token"]).toBe("first");
  });

  test("of two that are set at once, one wins and the other is told", async () => {
    const world = await settled();
    const done = await Promise.allSettled([world.set(ID, 0, { token: "first" }), world.set(ID, 0, { token: "other" })]);
    expect(done.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  test("are not set for a version they were not checked against", async () => {
    const powers = testPowers();
    let meanwhile: (() => Promise<unknown>) | undefined;
    const sealing: Sealing = {
      ...sealingWith("s".repeat(SETTINGS_SECRET_MIN_CHARS)),
      async seal(place, secret) {
        const act = meanwhile;
        meanwhile = undefined;
        await act?.();
        return `${place.join(" ")} ${secret.length}`;
      },
    };
    const world = await managedWorld({ sealing }, powers);
    await world.install(withSettings());
    meanwhile = () =>
      world.install(
        withSettings({ ...settingsSchema, properties: { token: settingsSchema.properties.token } }, "2.0.0"),
      );
    expect(await refused(world.set(ID, 0, { label: "Hi", token: "first" }))).toMatchObject({
      code: "CONFLICT",
      detail: { reason: "Another version of the plugin was installed meanwhile. Read it again." },
    });
    expect((await world.detail(ID)).settings).toMatchObject({ version: 0, values: {} });
  });

  test.each<[string, object, string]>([
    ["a value of another type", { label: 7, token: "abcd" }, "/values/label"],
    ["a member nobody knows", { token: "abcd", surprise: 1 }, "/values/surprise"],
    ["nothing where something is required", {}, "/values/token"],
    ["a required secret taken away", { token: null }, "/values/token"],
    ["a secret that is no text", { token: { a: "b" } }, "/values/token"],
    ["a secret that is too short", { token: "abc" }, "/values/token"],
  ])("with %s are refused", async (_, values, pointer) => {
    const world = await settled();
    const { code, detail } = await refused(world.set(ID, 0, values));
    expect([code, detail.issues?.map((issue) => issue.pointer)]).toEqual(["INVALID_REQUEST", [pointer]]);
    expect((await world.detail(ID)).settings.version).toBe(0);
  });

  test("that do not fit the version that is installed now are told, and the plugin is not called with them", async () => {
    const world = await settled();
    await world.set(ID, 0, { label: "Hi", token: "first", other: "second" });
    const { other: _, ...properties } = settingsSchema.properties;
    await world.install(
      withSettings(
        { ...settingsSchema, properties: { ...properties, token: { ...properties.token, minLength: 10 } } },
        "2.0.0",
      ),
    );
    expect(await refused(given(world))).toMatchObject({
      code: "PLUGIN_UNAVAILABLE",
      detail: { issues: [{ pointer: "/token", found: "a secret with an invalid value" }] },
    });
    expect((await world.detail(ID)).settings.issues.map(({ pointer }) => pointer)).toEqual(["/token"]);
    await world.set(ID, 1, { token: "long enough now" });
    expect(await given(world)).toEqual({ label: "Hello", token: "long enough now" });
  });

  test("nobody has set are the defaults; what is required and missing is told", async () => {
    const world = await managedWorld();
    await world.install(withSettings({ ...settingsSchema, required: [] }));
    expect(await given(world)).toEqual({ label: "Hello" });
    await world.install(withSettings(settingsSchema, "2.0.0"));
    expect((await refused(given(world))).code).toBe("PLUGIN_UNAVAILABLE");
  });

  test("of a plugin without any are none", async () => {
    const world = await managedWorld();
    await world.install(packageText());
    expect((await world.detail(ID)).settings).toEqual({
      version: 0,
      schema: null,
      values: {},
      secrets: [],
      issues: [],
    });
    expect(await whyNot(world.set(ID, 0, { any: 1 }))).toBe("INVALID_REQUEST");
  });

  test.each([-1, 0, 1])("hold so many bytes: the bound and %d", async (more) => {
    const world = await managedWorld();
    await world.install(
      withSettings({
        type: "object",
        properties: { text: { type: "string", title: "Text" } },
        additionalProperties: false,
      }),
    );
    const text = "x".repeat(PLUGIN_SETTINGS_MAX_BYTES - JSON.stringify([{ text: "" }, {}]).length + more);
    expect(
      await whyNot(
        world
          .set(ID, 0, { text })
          .then(() => Promise.reject(Object.assign(new Error("done"), { code: "DONE", detail: {} }))),
      ),
    ).toBe(more > 0 ? "TOO_LARGE" : "DONE");
  });
});

describe("a schema of settings is refused with", () => {
  test.each<[string, object, string]>([
    [
      "a secret inside a value",
      {
        deep: {
          type: "object",
          title: "Deep",
          properties: { x: { type: "string", title: "X", writeOnly: true } },
          additionalProperties: false,
        },
      },
      "/properties/deep/properties/x/writeOnly",
    ],
    [
      "a secret that is no text",
      { count: { type: "integer", title: "Count", writeOnly: true } },
      "/properties/count/writeOnly",
    ],
    [
      "a secret everybody knows",
      { token: { type: "string", title: "Token", writeOnly: true, default: "abcd" } },
      "/properties/token/default",
    ],
    [
      "a mark that says nothing",
      { token: { type: "string", title: "Token", writeOnly: false } },
      "/properties/token/writeOnly",
    ],
  ])("%s", async (_, properties, pointer) => {
    const world = await managedWorld();
    const { code, detail } = await refused(
      world.install(withSettings({ type: "object", properties, additionalProperties: false })),
    );
    expect([code, detail.issues?.map((issue) => issue.pointer)]).toEqual([
      "PLUGIN_REJECTED",
      [`/contributes/settings${pointer}`],
    ]);
  });

  test("not with a setting that is called like the mark", async () => {
    const world = await managedWorld();
    const settings = {
      type: "object",
      properties: { writeOnly: { type: "string", title: "Write only" } },
      additionalProperties: false,
    };
    expect(await world.install(withSettings(settings))).toMatchObject({ contributes: { settings: true } });
  });
});

describe("what is sealed", () => {
  const PLACE = ["acme", "main", "acme.tool", "token"] as const;
  const SECRET = "s".repeat(SETTINGS_SECRET_MIN_CHARS);
  const sealing = sealingWith(SECRET);

  test("opens where it was sealed, and nowhere else", async () => {
    const sealed = await sealing.seal(PLACE, "hunter2");
    expect(await sealing.open(PLACE, sealed)).toBe("hunter2");
    for (const at of PLACE.keys()) {
      const elsewhere = PLACE.map((part, index) => (index === at ? "other" : part)) as unknown as typeof PLACE;
      expect(await sealing.open(elsewhere, sealed)).toBeUndefined();
    }
    expect(await sealingWith(`${SECRET}x`).open(PLACE, sealed)).toBeUndefined();
  });

  test("is another text each time, and says no more than its length", async () => {
    const [one, other] = [await sealing.seal(PLACE, "hunter2"), await sealing.seal(PLACE, "hunter2")];
    expect(one).not.toBe(other);
    expect(one).toHaveLength(other.length);
  });

  test("opens to nothing when a character of it was changed", async () => {
    const sealed = await sealing.seal(PLACE, "hunter2");
    for (const at of sealed.split("").keys()) {
      const changed = sealed.slice(0, at) + (sealed[at] === "A" ? "B" : "A") + sealed.slice(at + 1);
      expect(await sealing.open(PLACE, changed)).toBeUndefined();
    }
    for (const text of [
      "",
      "v1..",
      "v2...",
      sealed.slice(0, -1),
      `${sealed}A`,
      `v3${sealed.slice(2)}`,
      sealed.replace(/^v2\.[0-9a-f]{16}/, `v2.${"0".repeat(16)}`),
    ])
      expect(await sealing.open(PLACE, text)).toBeUndefined();
  });

  test.each([
    ["no", undefined],
    ["an empty", ""],
    ["a short", "s".repeat(SETTINGS_SECRET_MIN_CHARS - 1)],
  ])("is nothing with %s secret", async (_, secret) => {
    const world = await managedWorld({ sealing: sealingWith(secret) });
    await world.install(withSettings());
    expect((await refused(world.set(ID, 0, { token: "abcd" }))).code).toBe("PLUGIN_UNAVAILABLE");
    expect((await world.detail(ID)).settings.version).toBe(0);
  });

  test.each([SETTINGS_SECRET_MIN_CHARS, SETTINGS_SECRET_MIN_CHARS + 1])(
    "is something with a secret of %d characters",
    async (length) => {
      const long = sealingWith("s".repeat(length));
      expect(await long.open(PLACE, await long.seal(PLACE, "é"))).toBe("é");
    },
  );

  test("under a secret that is gone has to be set again, and the rest with it can", async () => {
    const before = await settled();
    await before.set(ID, 0, { label: "Hi", token: "first" });
    const world = await before.redeployed({ sealing: sealingWith("another secret that is long enough") });
    expect((await refused(given(world))).code).toBe("PLUGIN_UNAVAILABLE");
    expect((await world.detail(ID)).settings.issues).toEqual([
      { pointer: "/token", found: "a secret that can no longer be decrypted", allowed: "the secret, set again" },
    ]);
    expect(await refused(world.set(ID, 1, { label: "Hi" }))).toMatchObject({
      detail: { issues: [{ pointer: "/values/token" }] },
    });
    await world.set(ID, 1, { label: "Hi", token: "second" });
    expect(await given(world)).toEqual({ label: "Hi", token: "second" });
  });
});

describe("a secret that takes the place of another", () => {
  const [OLD, NEW] = ["o".repeat(SETTINGS_SECRET_MIN_CHARS), "n".repeat(SETTINGS_SECRET_MIN_CHARS)];
  const PLACE = ["tenant", SITE, ID, "token"] as const;

  test("opens what was sealed before while both are listed, and no longer", async () => {
    const sealed = await sealingWith(OLD).seal(PLACE, "kept");
    expect(await sealingWith(`${NEW}\n${OLD}`).open(PLACE, sealed)).toBe("kept");
    expect(await sealingWith(`${NEW}\r\n${OLD}\n`).open(PLACE, sealed)).toBe("kept");
    expect(await sealingWith(NEW).open(PLACE, sealed)).toBeUndefined();
  });

  test("seals with the first, and a sealed text says with which", async () => {
    const both = sealingWith(`${NEW}\n${OLD}`);
    const [sealed, before] = [await both.seal(PLACE, "kept"), await sealingWith(OLD).seal(PLACE, "kept")];
    expect([await both.isCurrent(sealed), await both.isCurrent(before)]).toEqual([true, false]);
    expect(await sealingWith(NEW).open(PLACE, sealed)).toBe("kept");
    expect(sealed.split(".")[1]).not.toBe(before.split(".")[1]);
  });

  test("opens a text of before there were key ids, of either secret", async () => {
    const sealed = await sealingWith(OLD).seal(PLACE, "kept");
    const unnamed = sealed.replace(/^v2\.[0-9a-f]{16}/, "v1");
    expect(await sealingWith(`${NEW}\n${OLD}`).open(PLACE, unnamed)).toBe("kept");
    expect(await sealingWith(`${NEW}\n${OLD}`).isCurrent(unnamed)).toBe(false);
  });

  test("is refused with a short one behind it", async () => {
    await expect(sealingWith(`${NEW}\nshort`).seal(PLACE, "kept")).rejects.toMatchObject({
      code: "PLUGIN_UNAVAILABLE",
    });
  });

  test("seals all settings anew, which keep their version; a second time there is nothing to do", async () => {
    const powers = testPowers();
    const world = await managedWorld({ sealing: sealingWith(OLD) }, powers);
    await world.install(withSettings());
    await world.set(ID, 0, { token: "first", other: "second" });
    const settingsStore = new SettingsStore(powers.sql);
    const before = settingsStore.get(SITE, ID);
    const both = `${NEW}\n${OLD}`;
    const settings = new PluginSettings({ sites: world.kernel.sites, settingsStore, sealing: sealingWith(both) });
    expect(await settings.reseal()).toEqual({ secrets: 2, resealed: 2, closed: 0 });
    expect(await settings.reseal()).toEqual({ secrets: 2, resealed: 0, closed: 0 });
    const after = settingsStore.get(SITE, ID);
    expect([after.version, after.values]).toEqual([before.version, before.values]);
    expect(after.secrets).not.toEqual(before.secrets);
    const alone = new PluginSettings({ sites: world.kernel.sites, settingsStore, sealing: sealingWith(NEW) });
    expect(await alone.read(SITE, world.kernel.pluginReads.find(SITE, ID).plugin)).toMatchObject({
      token: "first",
      other: "second",
    });
    const stranger = new PluginSettings({
      sites: world.kernel.sites,
      settingsStore,
      sealing: sealingWith("x".repeat(SETTINGS_SECRET_MIN_CHARS)),
    });
    expect(await stranger.reseal()).toEqual({ secrets: 2, resealed: 0, closed: 2 });
    expect(settingsStore.get(SITE, ID)).toEqual(after);
  });
});
