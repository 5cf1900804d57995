/** Answers of `migrate` with more than the given data. Nothing of such an answer is stored. */
import { describe, expect, test } from "vitest";
import { STORAGE_VALUE_MAX_CHARS } from "../../../manifests/bounds/bridge.ts";
import {
  MIGRATION_BATCH_ENTRIES,
  MIGRATION_BATCH_MAX_CHARS,
  MIGRATION_CARRY_MAX_CHARS,
  MIGRATION_MAX_MS,
  MIGRATION_WRITES_MAX,
} from "../../../manifests/bounds/plugins.ts";
import { readManifest } from "../../../manifests/rules/readManifest.ts";
import { type StorageQuestion, MIGRATION_ANSWERS } from "../../../runtime/plugins/migrations/answers.ts";
import { SITE } from "../../runtime/kernel/world.ts";
import { type Code, inUse, ROOM, SINCE, TOOL, version } from "../../runtime/plugins/migrations/migratingWorld.ts";
import { manifestOf } from "../../vectors/trust/workshop.ts";

const text = (chars: number): string => "x".repeat(chars - 2);

describe("a migration's answer", () => {
  test.each<[string, Code["storage"], string, string]>([
    ["that deletes a key it was not given", () => ({ delete: ["not-mine"] }), "plugin_answer", "/delete/0"],
    [
      "that writes one key twice",
      () => ({
        put: [
          { key: "n", value: 1 },
          { key: "n", value: 2 },
        ],
      }),
      "plugin_answer",
      "/put/1",
    ],
    [
      "that writes and deletes one key",
      () => ({ put: [{ key: "a", value: 1 }], delete: ["a"] }),
      "plugin_answer",
      "/delete/0",
    ],
    [
      "with a value one character too long",
      () => ({ put: [{ key: "a", value: text(STORAGE_VALUE_MAX_CHARS + 1) }] }),
      "plugin_answer",
      "/put/0",
    ],
    [
      "that hands on one character too many",
      () => ({ carry: text(MIGRATION_CARRY_MAX_CHARS + 1) }),
      "plugin_answer",
      "/carry",
    ],
    [
      "that fills more than the version asks for",
      () => ({ put: [1, 2].map((n) => ({ key: `n${n}`, value: text(50_000) })) }),
      "plugin_answer",
      "/put",
    ],
    [
      "with a key of another plugin's make",
      () => ({ put: [{ key: "acme.other/secret", value: 1 }] }),
      "plugin_answer",
      "",
    ],
    ["with a key that is a prototype", () => ({ put: [{ key: "__proto__", value: 1 }] }), "plugin_answer", ""],
    ["with members nobody has told of", () => ({ put: [], site: "other" }), "plugin_answer", ""],
    [
      "with too many entries",
      () => ({ put: Array.from({ length: MIGRATION_WRITES_MAX + 1 }, (_, n) => ({ key: `n${n}`, value: 1 })) }),
      "plugin_answer",
      "",
    ],
    ["that is no patch at all", () => "patch", "plugin_answer", ""],
  ])("%s changes nothing", async (_, storage, code, pointer) => {
    const world = await inUse({ ...(storage && { storage }) });
    const { version: running, waiting } = await world.install(version("1.1.0", SINCE));
    expect([running, waiting?.failure?.code]).toEqual(["1.0.0", code]);
    expect(waiting?.failure?.fault?.issues[0]?.pointer ?? "").toBe(pointer);
    expect(world.stored()).toEqual({ a: 1, b: 2 });
    expect(world.powers.sql.all("SELECT * FROM plugin_migration_rows")).toEqual([]);
  });

  test.each([0, 1])("of the largest size and of %i characters less is accepted", async (less) => {
    const put = [{ key: "a", value: text(STORAGE_VALUE_MAX_CHARS - less) }];
    const world = await inUse({ storage: () => ({ put, carry: text(MIGRATION_CARRY_MAX_CHARS - less) }) });
    expect(await world.install(version("1.1.0", SINCE))).toMatchObject({ version: "1.1.0" });
  });

  test.each([
    [-1, true],
    [0, true],
    [1, false],
  ])("with the largest number of entries and %i is read: %s", (more, isRead) => {
    const keys = Array.from({ length: MIGRATION_WRITES_MAX + more }, (_, n) => `n${n}`);
    const isTaken = (patch: object) => MIGRATION_ANSWERS.storage.safeParse(patch).success;
    expect([isTaken({ put: keys.map((key) => ({ key, value: 1 })) }), isTaken({ delete: keys })]).toEqual([
      isRead,
      isRead,
    ]);
  });

  test("cannot write a key of a later batch, so the order of batches decides nothing", async () => {
    const last = "z";
    const entries = Object.fromEntries(
      Array.from({ length: MIGRATION_BATCH_ENTRIES }, (_, index) => [`k${index}`, index]),
    );
    const world = await inUse(
      { storage: () => ({ put: [{ key: last, value: "early" }] }) },
      { ...entries, [last]: "mine" },
    );
    const { waiting } = await world.install(version("1.1.0", SINCE));
    expect(waiting?.failure?.fault?.issues[0]).toMatchObject({ pointer: "/put/0" });
    expect(world.stored()[last]).toBe("mine");
  });

  test.each([
    [-1, 1],
    [0, 1],
    [1, 2],
  ])("receives a full batch, and %i characters, in %i", async (more, batches) => {
    const half = MIGRATION_BATCH_MAX_CHARS / 2;
    const value = (chars: number) => text(chars - 1);
    const world = await inUse({ storage: () => ({}) }, { a: value(half), b: value(half + more) });
    await world.install(version("1.1.0", SINCE));
    expect(world.called).toHaveLength(batches);
  });

  test("that differs in a second run is applied as it was checked", async () => {
    let runs = 0;
    const world = await inUse({ storage: () => ({ put: [{ key: `run${(runs += 1)}`, value: runs }] }) });
    const input = { document: version("1.1.0", SINCE), allowDowngrade: false, alone: [] };
    await world.rehearse("plugin.install", input);
    await world.run("plugin.install", input);
    expect(world.stored()).toEqual({ a: 1, b: 2, run2: 2 });
  });
});

describe("a migration", () => {
  test.each([
    [-1, undefined],
    [0, undefined],
    [1, "plugin_late"],
  ])("that takes the whole time limit and %i ms: %s", async (more, code) => {
    const entries = Object.fromEntries(
      Array.from({ length: MIGRATION_BATCH_ENTRIES + 1 }, (_, index) => [`k${index}`, index]),
    );
    let left = MIGRATION_MAX_MS + more;
    const late = (): object => {
      world.powers.clock.now += left;
      left = 0;
      return {};
    };
    const world = await inUse({ storage: late }, entries);
    const { waiting } = await world.install(version("1.1.0", SINCE));
    expect(waiting?.failure?.code).toBe(code);
  });

  test("does not change the data of another plugin or another site", async () => {
    const world = await inUse({
      storage: ({ entries }: StorageQuestion) => ({ delete: entries.map(({ key }) => key) }),
    });
    const others = [
      ["acme.other", SITE],
      [TOOL, "elsewhere"],
    ] as const;
    for (const [plugin, site] of others)
      world.powers.sql.all(
        "INSERT INTO plugin_storage (site, plugin, key, value) VALUES (?, ?, 'a', '1')",
        site,
        plugin,
      );
    await world.install(version("1.1.0", SINCE));
    expect(world.powers.sql.all("SELECT site, plugin FROM plugin_storage ORDER BY plugin")).toEqual(
      others.map(([plugin, site]) => ({ site, plugin })),
    );
  });

  test("of a process that ended leaves rows that the next process removes", async () => {
    const world = await inUse({ storage: () => ({}) });
    world.powers.sql.all("INSERT INTO plugin_migration_rows VALUES (?, ?, 'lost', 'a', '\"half\"')", SITE, TOOL);
    const again = await world.redeployed({});
    again.kernel.stagedStorage.sweep();
    expect(world.powers.sql.all("SELECT * FROM plugin_migration_rows")).toEqual([]);
    expect(world.stored()).toEqual({ a: 1, b: 2 });
  });

  test("is removed with its plugin", async () => {
    const world = await inUse({ storage: () => ({}) });
    await world.install(version("1.1.0", SINCE));
    await world.run("plugin.remove", { plugin: TOOL });
    expect(world.powers.sql.all("SELECT * FROM plugin_data")).toEqual([]);
  });
});

describe("a manifest", () => {
  const base = {
    kind: "executable",
    main: "main.js",
    files: { "main.js": `sha256-${"a".repeat(43)}` },
    capabilities: ROOM,
  };
  const issuesOf = (change: object): string[] => {
    const read = readManifest(manifestOf({ ...base, contributes: {}, ...change }));
    return read.ok ? [] : read.error.map(({ pointer }) => pointer);
  };

  test.each<[string, object, string[]]>([
    ["migrates what it has", { migrate: [{ of: "storage", since: "1.0.0" }] }, []],
    ["names a later version", { version: "1.0.0", migrate: [{ of: "storage", since: "1.0.1" }] }, ["/migrate/0/since"]],
    ["is under development towards it", { version: "1.1.0-dev.3", migrate: [{ of: "storage", since: "1.1.0" }] }, []],
    ["migrates settings it has not", { migrate: [{ of: "settings", since: "1.0.0" }] }, ["/migrate/0/of"]],
    [
      "migrates one kind twice",
      {
        migrate: [
          { of: "storage", since: "1.0.0" },
          { of: "storage", since: "1.0.0" },
        ],
      },
      ["/migrate/1/of"],
    ],
    ["migrates the files of the site", { migrate: [{ of: "files", since: "1.0.0" }] }, ["/migrate/0/of"]],
  ])("that %s", (_, change, pointers) => {
    expect(issuesOf(change)).toEqual(pointers);
  });
});
