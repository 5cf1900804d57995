import { describe, expect, test } from "vitest";
import type { Requested } from "../../../../runtime/contributions/grant.ts";
import { MIGRATION_ATTEMPTS, MIGRATION_BATCH_ENTRIES } from "../../../../manifests/bounds/plugins.ts";
import { SourceMaps } from "../../../../runtime/plugins/calls/sourceMaps.ts";
import type { PluginInstalledView, PluginView } from "../../../../runtime/plugins/management/views.ts";
import { SITE } from "../../kernel/world.ts";
import { everythingIn, refused, whyNot } from "../manager.ts";
import { type Migrating, inUse, migratingWorld, ROOM, SINCE, threw, TOOL, version } from "./migratingWorld.ts";

const view = ({ kernel }: Migrating): PluginView => kernel.pluginReads.view(SITE, TOOL);
const counted = ({ powers }: Migrating): object | undefined =>
  powers.sql.all<{ bytes: number; keys: number }>("SELECT bytes, keys FROM plugin_storage_use")[0];
const staged = ({ powers }: Migrating): number => powers.sql.all("SELECT key FROM plugin_migration_rows").length;

/** Doubles every number and renames it. */
const doubling = {
  storage: ({ entries }: { entries: readonly { key: string; value: unknown }[] }) => ({
    put: entries.map(({ key, value }) => ({ key: `v2.${key}`, value: Number(value) * 2 })),
    delete: entries.map(({ key }) => key),
  }),
};

const failing = { storage: () => threw("RangeError", "no such form") };

describe("an update whose storage has another form", () => {
  test("brings the data over and takes over, in one", async () => {
    const world = await inUse(doubling);
    const done = (await world.install(version("1.1.0", SINCE))) as PluginInstalledView;
    expect(done).toMatchObject({
      version: "1.1.0",
      active: true,
      waiting: null,
      migrated: { from: "1.0.0", written: 2, deleted: 2, settings: false },
    });
    expect(world.stored()).toEqual({ "v2.a": 2, "v2.b": 4 });
    expect(counted(world)).toEqual({ bytes: 10, keys: 2 });
    expect(staged(world)).toBe(0);
  });

  test("is done once: neither a repeat of the command, nor another upload, nor a later version does it again", async () => {
    const world = await inUse(doubling);
    const input = { document: version("1.1.0", SINCE), allowDowngrade: false, alone: [] };
    for (const key of ["one", "one", "two"]) await world.run("plugin.install", input, key);
    await world.install(version("1.2.0", SINCE));
    expect(world.called).toEqual(["1.1.0 storage"]);
    expect(world.stored()).toEqual({ "v2.a": 2, "v2.b": 4 });
  });

  test("asked for twice at once is applied once", async () => {
    const world = await inUse(doubling);
    const both = await Promise.allSettled([1, 2].map(() => world.install(version("1.1.0", SINCE))));
    expect(both.map(({ status }) => status)).toContain("fulfilled");
    expect(world.stored()).toEqual({ "v2.a": 2, "v2.b": 4 });
    expect(view(world)).toMatchObject({ version: "1.1.0", active: true });
  });

  test("lets the calls of the version before do nothing more, also of one before that", async () => {
    const world = await inUse(doubling);
    const active = () => world.kernel.plugins.forSite(SITE).resolution.active.find(({ id }) => id === TOOL);
    const before = [active()];
    await world.install(version("1.0.1"));
    before.push(active());
    expect(before.map((one) => one && world.kernel.plugins.holds(SITE, one))).toEqual([true, true]);
    await world.install(version("1.1.0", SINCE));
    expect(before.map((one) => one && world.kernel.plugins.holds(SITE, one))).toEqual([false, false]);
  });

  test("runs no code where there is nothing to bring over", async () => {
    const world = await inUse(failing, {});
    expect(await world.install(version("1.1.0", SINCE))).toMatchObject({ version: "1.1.0", migrated: null });
    expect(world.called).toEqual([]);
  });

  test("hands a storage on in batches, in the order of the keys, with what a batch leaves for the next", async () => {
    const key = (index: number): string => `k${String(index).padStart(4, "0")}`;
    const seen: number[] = [];
    const world = await inUse(
      {
        storage: ({ entries, carry, last }) => {
          seen.push(entries.length);
          const total = entries.reduce((sum, { value }) => sum + Number(value), Number(carry));
          return last ? { put: [{ key: "total", value: total }] } : { carry: total };
        },
      },
      Object.fromEntries(Array.from({ length: MIGRATION_BATCH_ENTRIES * 2 }, (_, index) => [key(index), 1])),
    );
    expect(await world.install(version("1.1.0", SINCE))).toMatchObject({ version: "1.1.0" });
    expect(seen).toEqual([MIGRATION_BATCH_ENTRIES, MIGRATION_BATCH_ENTRIES]);
    expect(world.stored()).toMatchObject({ total: MIGRATION_BATCH_ENTRIES * 2, [key(0)]: 1 });
  });

  test("hands long values on in more batches than short ones", async () => {
    const sizes: number[] = [];
    const storage = ({ entries }: { entries: readonly unknown[] }) => ({ carry: sizes.push(entries.length) });
    const world = await inUse({ storage }, { a: "x".repeat(60_000), b: 1, c: "x".repeat(38_400) });
    await world.install(version("1.1.0", SINCE));
    expect(sizes).toEqual([2, 1]);
  });
});

describe("a migration that comes to nothing", () => {
  test("leaves the version in use with its data, and says why and where", async () => {
    const world = await inUse(failing);
    const before = everythingIn(world).length;
    const done = await world.install(version("1.1.0", SINCE));
    expect(done).toMatchObject({
      version: "1.0.0",
      active: true,
      waiting: {
        version: "1.1.0",
        why: "migration",
        failure: {
          of: "storage",
          code: "plugin_failed",
          fault: { name: "RangeError", message: "no such form", places: [{ file: "main.js", line: 1 }] },
        },
      },
    });
    expect(world.stored()).toEqual({ a: 1, b: 2 });
    expect(staged(world)).toBe(0);
    expect(before).toBeGreaterThan(0);
  });

  test("names the author's own file to the owner who asks again", async () => {
    const world = await inUse(failing);
    const { waiting } = await world.install(version("1.1.0", SINCE));
    const map = { digest: waiting?.digest ?? "", file: "main.js", sources: ["main.ts"], mappings: "AAIE" };
    new SourceMaps(world.powers.sql).put(SITE, TOOL, map, 1);
    expect(await refused(world.grant(TOOL, ROOM, waiting?.digest))).toMatchObject({
      detail: { migration: { fault: { places: [{ source: { file: "main.ts", line: 5, column: 3 } }] } } },
    });
  });

  test("is tried again when an owner asks, and another version may mend it", async () => {
    const world = await inUse(failing);
    const { waiting } = await world.install(version("1.1.0", SINCE));
    const again = await refused(world.grant(TOOL, ROOM, waiting?.digest));
    expect(again).toMatchObject({ code: "CONFLICT", detail: { migration: { of: "storage", code: "plugin_failed" } } });
    expect(view(world)).toMatchObject({ version: "1.0.0", active: true, waiting: { why: "migration" } });
    world.code = doubling;
    await world.install(version("1.1.1", SINCE));
    expect(view(world)).toMatchObject({ version: "1.1.1", active: true, waiting: null });
    expect(world.stored()).toEqual({ "v2.a": 2, "v2.b": 4 });
  });

  test("takes nothing back of a version that waits for another reason, and runs nothing of it", async () => {
    const world = await inUse(doubling);
    expect(await world.install(version("2.0.0", { migrate: [{ of: "storage", since: "2.0.0" }] }))).toMatchObject({
      waiting: { why: "rule", failure: null },
    });
    expect(world.called).toEqual([]);
    await world.grant(TOOL, ROOM, view(world).waiting?.digest);
    expect(world.called).toEqual(["2.0.0 storage"]);
    expect(world.stored()).toEqual({ "v2.a": 2, "v2.b": 4 });
  });

  test("keeps a visitor's words to itself unless the owner has granted them", async () => {
    const open = { routes: [{ name: "open", path: "/open", methods: ["GET"], access: "public" }] };
    for (const mayTell of [false, true]) {
      const capabilities: Requested = {
        ...ROOM,
        ...(mayTell ? { logs: { visitors: true, reason: "to mend it" } } : {}),
      };
      const world = await migratingWorld({ storage: ({ entries }) => threw("Error", String(entries[0]?.value)) });
      await world.install(version("1.0.0", { contributes: open }, capabilities));
      await world.grant(TOOL, capabilities);
      await world.state(TOOL, "enabled");
      world.put({ a: "a visitor's word" });
      const { waiting } = await world.install(version("1.1.0", { ...SINCE, contributes: open }, capabilities));
      expect(waiting?.failure?.fault?.message).toBe(mayTell ? "a visitor's word" : null);
    }
  });
});

describe("what the version in use writes meanwhile", () => {
  test("is not lost: the migration begins anew", async () => {
    let writes = 1;
    const world: Migrating = await inUse({
      storage: (question) => {
        if (writes-- > 0) world.put({ c: 3 });
        return doubling.storage(question);
      },
    });
    expect(await world.install(version("1.1.0", SINCE))).toMatchObject({ version: "1.1.0" });
    expect(world.stored()).toEqual({ "v2.a": 2, "v2.b": 4, "v2.c": 6 });
    expect(staged(world)).toBe(0);
  });

  test(`${MIGRATION_ATTEMPTS} times lets the update wait`, async () => {
    let next = 0;
    const world: Migrating = await inUse({
      storage: () => {
        world.put({ c: (next += 1) });
        return {};
      },
    });
    expect(await world.install(version("1.1.0", SINCE))).toMatchObject({
      version: "1.0.0",
      waiting: { why: "migration", failure: { code: "data_changed" } },
    });
    expect(world.called).toHaveLength(MIGRATION_ATTEMPTS);
    expect(world.stored()).toEqual({ a: 1, b: 2, c: MIGRATION_ATTEMPTS });
  });
});

describe("a version that is older than the form of the data", () => {
  const migrated = async (): Promise<Migrating> => {
    const world = await inUse(doubling);
    await world.install(version("1.1.0", SINCE));
    return world;
  };

  test("is refused, whether the plugin is in use or not", async () => {
    const world = await migrated();
    expect(await whyNot(world.install(version("1.0.1"), true))).toBe("PLUGIN_REJECTED older_than_data");
    await world.state(TOOL, "disabled");
    expect(await whyNot(world.install(version("1.0.1"), true))).toBe("PLUGIN_REJECTED older_than_data");
    expect(world.stored()).toEqual({ "v2.a": 2, "v2.b": 4 });
  });

  test("comes in when nothing is stored, and when it knows the form", async () => {
    const world = await migrated();
    expect(await world.install(version("1.2.0", SINCE))).toMatchObject({ version: "1.2.0" });
    expect(await world.install(version("1.1.1", SINCE), true)).toMatchObject({ waiting: { why: "older" } });
    world.powers.sql.all("DELETE FROM plugin_storage");
    world.powers.sql.all("UPDATE plugin_storage_use SET keys = 0");
    expect(await world.install(version("1.0.1"), true)).toMatchObject({ waiting: { why: "older" } });
  });
});

describe("a plugin that is switched off", () => {
  const off = async (code = doubling): Promise<Migrating> => {
    const world = await inUse(code);
    await world.state(TOOL, "disabled");
    await world.install(version("1.1.0", SINCE));
    return world;
  };

  test("brings its data over when an owner grants the new version, and not before", async () => {
    const world = await off();
    expect(world.called).toEqual([]);
    expect(world.stored()).toEqual({ a: 1, b: 2 });
    await world.state(TOOL, "enabled");
    expect(world.called).toEqual([]);
    await world.grant(TOOL, ROOM);
    expect(world.stored()).toEqual({ "v2.a": 2, "v2.b": 4 });
    expect(view(world)).toMatchObject({ active: true });
  });

  test("stays off while they cannot be brought over", async () => {
    const world = await off({ storage: () => threw("Error", "no") } as never);
    expect((await refused(world.grant(TOOL, ROOM))).code).toBe("CONFLICT");
    expect(view(world)).toMatchObject({
      active: false,
      grant: expect.not.objectContaining({ digest: view(world).digest }),
    });
    expect(world.stored()).toEqual({ a: 1, b: 2 });
  });

  test("without a grant to give brings them over as it is switched on", async () => {
    const world = await inUse(doubling);
    await world.state(TOOL, "disabled");
    await world.install(version("1.1.0", SINCE));
    await world.grant(TOOL, ROOM);
    await world.state(TOOL, "disabled");
    await world.state(TOOL, "enabled");
    expect(world.called).toEqual(["1.1.0 storage"]);
  });
});

describe("a rehearsal", () => {
  const asks = (document: string) => ({ document, allowDowngrade: false, alone: [] });

  test("of an update says what it would bring over, and stores nothing", async () => {
    const world = await inUse(doubling);
    const before = everythingIn(world);
    expect(await world.rehearse("plugin.install", asks(version("1.1.0", SINCE)))).toMatchObject({
      version: "1.1.0",
      waiting: null,
      migrated: { from: "1.0.0", written: 2, deleted: 2 },
    });
    expect(everythingIn(world)).toBe(before);
    await world.install(version("1.1.0", SINCE));
    expect(world.stored()).toEqual({ "v2.a": 2, "v2.b": 4 });
  });

  test("of an update that fails says why, and stores nothing", async () => {
    const world = await inUse(failing);
    const before = everythingIn(world);
    expect(await world.rehearse("plugin.install", asks(version("1.1.0", SINCE)))).toMatchObject({
      version: "1.0.0",
      waiting: { why: "migration", failure: { fault: { message: "no such form" } } },
    });
    expect(everythingIn(world)).toBe(before);
  });

  test("of a grant says the same of a version that waits", async () => {
    const world = await inUse(failing);
    const { waiting } = await world.install(version("2.0.0", { migrate: [{ of: "storage", since: "2.0.0" }] }));
    const input = { plugin: TOOL, digest: waiting?.digest, capabilities: ROOM };
    const before = everythingIn(world);
    expect((await refused(world.rehearse("plugin.grant", input))).detail).toMatchObject({
      migration: { code: "plugin_failed" },
    });
    world.code = doubling;
    expect(await world.rehearse("plugin.grant", input)).toMatchObject({ version: "2.0.0", active: true });
    expect(everythingIn(world)).toBe(before);
  });
});
