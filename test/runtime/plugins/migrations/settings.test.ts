/** Migrations of an earlier version's settings. Secrets stay unreadable. */
import { describe, expect, test } from "vitest";
import type { Capabilities } from "../../../../manifests/capabilities/capabilities.ts";
import type { SettingsQuestion } from "../../../../runtime/plugins/migrations/answers.ts";
import { goalIssues } from "../../../../runtime/plugins/migrations/ownersGoals.ts";
import { SITE } from "../../kernel/world.ts";
import { settingsSchema } from "../manager.ts";
import { type Migrating, migratingWorld, ROOM, TOOL, version } from "./migratingWorld.ts";

const BEFORE = { contributes: { settings: settingsSchema } };
const AFTER = {
  contributes: {
    settings: {
      type: "object",
      properties: {
        title: { type: "string", title: "Title", maxLength: 20 },
        key: { type: "string", title: "Key", writeOnly: true, minLength: 4 },
      },
      required: ["title", "key"],
      additionalProperties: false,
    },
  },
  migrate: [{ of: "settings", since: "1.1.0" }],
};
const MAIL: Capabilities = { mail: { to: ["addresses"], addressesFrom: "goals" } };
const HTTP: Capabilities = { http: { hosts: [], hostsFrom: "goals", methods: ["POST"] } };
const SECRETS = { token: "open sesame", other: "another" };

async function set(answer: (question: SettingsQuestion) => unknown): Promise<Migrating> {
  const world = await migratingWorld({ settings: answer });
  await world.install(version("1.0.0", BEFORE));
  await world.set(TOOL, 0, { label: "Hi", ...SECRETS });
  await world.grant(TOOL, ROOM);
  await world.state(TOOL, "enabled");
  return world;
}

const read = async ({ kernel }: Migrating): Promise<object> =>
  kernel.pluginSettings.read(SITE, kernel.pluginReads.find(SITE, TOOL).plugin);

describe("settings of an earlier version", () => {
  test("are renamed with the secrets among them, which the code never sees", async () => {
    const seen: SettingsQuestion[] = [];
    const world = await set((question) => {
      seen.push(question);
      return { values: { title: question.values["label"] }, secrets: { key: "token" } };
    });
    expect(await world.install(version("1.1.0", AFTER))).toMatchObject({
      version: "1.1.0",
      active: true,
      migrated: { from: "1.0.0", settings: true },
    });
    expect(await read(world)).toEqual({ title: "Hi", key: SECRETS.token });
    expect(seen).toEqual([{ from: "1.0.0", to: "1.1.0", values: { label: "Hi" }, secrets: ["token", "other"] }]);
    expect((await world.detail(TOOL)).settings).toMatchObject({ version: 2, values: { title: "Hi" } });
  });

  test.each<[string, Capabilities, unknown, unknown, boolean]>([
    ["an address", MAIL, ["ann@harbour.example"], ["thief@tide.example"], false],
    [
      "an address for more forms",
      MAIL,
      [{ address: "ann@harbour.example", form: "Order" }],
      ["ann@harbour.example"],
      false,
    ],
    ["no address", MAIL, ["ann@harbour.example", "bo@harbour.example"], [{ address: "bo@harbour.example" }], true],
    ["a host", HTTP, ["api.harbour.example"], ["api.tide.example"], false],
    ["the host of an address", HTTP, "https://api.harbour.example/", "https://api.tide.example/", false],
    ["no host", HTTP, "https://api.harbour.example/1", "https://api.harbour.example/2", true],
  ])("get %s from a migration only if an owner wrote it", (_, capabilities, before, after, isAllowed) =>
    expect(goalIssues(capabilities, { goals: before }, { goals: after })).toHaveLength(isAllowed ? 0 : 1),
  );

  test("do not send a new version's data to a host of its migration", async () => {
    const goals = { type: "array", title: "Hosts", items: { type: "string", title: "Host" } };
    const contributes = { settings: { type: "object", properties: { goals }, additionalProperties: false } };
    const world = await migratingWorld({ settings: () => ({ values: { goals: ["api.tide.example"] } }) });
    await world.install(version("1.0.0", { contributes, capabilities: HTTP }));
    await world.set(TOOL, 0, { goals: ["api.harbour.example"] });
    await world.grant(TOOL, HTTP);
    await world.state(TOOL, "enabled");
    const next = version("1.1.0", { contributes, capabilities: HTTP, migrate: AFTER.migrate });
    expect(await world.install(next)).toMatchObject({
      version: "1.0.0",
      waiting: { why: "migration", failure: { fault: { issues: [{ pointer: "/values/goals" }] } } },
    });
    expect((await world.detail(TOOL)).settings).toMatchObject({ values: { goals: ["api.harbour.example"] } });
  });

  test("of which one becomes a secret are sealed", async () => {
    const world = await set(() => ({ values: { title: "Hi", key: "was plain" } }));
    await world.install(version("1.1.0", AFTER));
    expect(await read(world)).toEqual({ title: "Hi", key: "was plain" });
    expect(JSON.stringify(world.powers.sql.all("SELECT * FROM plugin_settings"))).not.toContain("was plain");
  });

  test("that an owner has set for the new version already stay", async () => {
    const world = await set(() => ({ values: {} }));
    await world.state(TOOL, "disabled");
    await world.install(version("1.1.0", AFTER));
    await world.set(TOOL, 1, { title: "New", key: "a new key" });
    await world.grant(TOOL, ROOM);
    await world.state(TOOL, "enabled");
    expect(world.called).toEqual([]);
    expect(await read(world)).toEqual({ title: "New", key: "a new key" });
  });

  test("that an owner changes meanwhile are brought over as they are then", async () => {
    let changes = 1;
    const world: Migrating = await set(async ({ values }) => {
      if (changes-- > 0) await world.set(TOOL, 1, { label: "Changed" });
      return { values: { title: values["label"] }, secrets: { key: "token" } };
    });
    await world.install(version("1.1.0", AFTER));
    expect(await read(world)).toEqual({ title: "Changed", key: SECRETS.token });
  });

  test.each([
    ["puts a secret where members read it", { values: {}, secrets: { title: "token" } }, "/secrets/title"],
    ["names a secret that is not set", { values: { title: "x" }, secrets: { key: "nothing" } }, "/secrets/key"],
    ["leaves out what is needed", { values: { title: "x" } }, "/values/key"],
    ["makes a value too long", { values: { title: "x".repeat(21) }, secrets: { key: "token" } }, "/values/title"],
    [
      "names what the schema does not have",
      { values: { title: "x", more: 1 }, secrets: { key: "token" } },
      "/values/more",
    ],
  ])("stay as they were when an answer %s", async (_, answer, pointer) => {
    const world = await set(() => answer);
    const { waiting, version: inUse } = await world.install(version("1.1.0", AFTER));
    expect([inUse, waiting?.why, waiting?.failure?.of]).toEqual(["1.0.0", "migration", "settings"]);
    expect(waiting?.failure?.fault?.issues[0]?.pointer).toBe(pointer);
    expect(JSON.stringify(waiting)).not.toContain(SECRETS.token);
    expect(await read(world)).toEqual({ label: "Hi", ...SECRETS });
  });

  test("and storage are brought over together or not at all", async () => {
    const both = { ...AFTER, migrate: [...AFTER.migrate, { of: "storage", since: "1.1.0" }] };
    const world = await set(() => ({ values: {} }));
    world.put({ a: 1 });
    world.code.storage = () => ({ delete: ["a"] });
    expect(await world.install(version("1.1.0", both))).toMatchObject({ version: "1.0.0" });
    expect(world.called).toEqual(["1.1.0 storage", "1.1.0 settings"]);
    expect(world.stored()).toEqual({ a: 1 });
    expect(world.powers.sql.all("SELECT * FROM plugin_migration_rows")).toEqual([]);
  });
});
