import { describe, expect, test } from "vitest";
import { FAILURES_SHOWN } from "../../../../manifests/bounds/plugins.ts";
import { audits } from "../../editing/editingWorld.ts";
import { SITE } from "../../kernel/world.ts";
import { type Managed, RINGS, STORAGE, executableText, managedWorld, packageText } from "../manager.ts";

const NOTICES = "acme.notices";
const TOOL = "acme.tool";

const said = (world: Managed): string[] =>
  audits(world)
    .filter(({ actor }) => actor.startsWith("plugin:"))
    .map(({ actor, command }) => `${actor} ${command}`);

async function installed(): Promise<Managed> {
  const world = await managedWorld();
  for (const text of [packageText(), executableText({})]) await world.install(text);
  for (const plugin of [NOTICES, TOOL]) await world.state(plugin, "enabled");
  return world;
}

describe("audit tells what changed without anybody's command", () => {
  test("when a key is taken away and comes back, once each", async () => {
    const before = await installed();
    expect(said(before)).toEqual([]);
    const without = await before.redeployed({ trustKeys: RINGS.other });
    const expected = [`plugin:${NOTICES} plugin.skipped.untrusted_key`, `plugin:${TOOL} plugin.skipped.untrusted_key`];
    expect(said(without)).toEqual(expected);
    await without.redeployed({});
    expect(said(without)).toEqual(expected);
    await without.redeployed({ trustKeys: RINGS.both });
    expect(said(without)).toEqual([...expected, `plugin:${NOTICES} plugin.resumed`, `plugin:${TOOL} plugin.resumed`]);
  });

  test("when the loader goes, and says another reason when there is another", async () => {
    const before = await installed();
    const without = await before.redeployed({ askLoader: async () => ({ available: false, reason: "gone" }) });
    expect(said(without)).toEqual([`plugin:${TOOL} plugin.skipped.loader_unavailable`]);
    await without.redeployed({ trustKeys: RINGS.nobody });
    expect(said(without).slice(1)).toEqual([
      `plugin:${NOTICES} plugin.skipped.untrusted_key`,
      `plugin:${TOOL} plugin.skipped.untrusted_key`,
    ]);
  });

  test("and not what somebody did", async () => {
    const world = await installed();
    await world.state(NOTICES, "disabled");
    await world.install(executableText(STORAGE, { version: "2.0.0" }));
    await world.redeployed({});
    expect(said(world)).toEqual([]);
  });

  test("and forgets what was removed", async () => {
    const world = await (await installed()).redeployed({ trustKeys: RINGS.nobody });
    await world.run("plugin.remove", { plugin: TOOL });
    const before = said(world);
    await world.redeployed({});
    expect(said(world)).toEqual(before);
    expect(world.powers.sql.all("SELECT plugin FROM plugin_standings")).toEqual([{ plugin: NOTICES }]);
  });
});

test.each([-1, 0, 1])("a plugin is shown with its last failures: the most and %d", async (more) => {
  const world = await installed();
  const count = FAILURES_SHOWN + more;
  const calls = ["ok", ...Array.from({ length: count }, () => "plugin_failed")];
  for (const [number, outcome] of calls.entries()) {
    world.powers.sql.all(
      `INSERT INTO plugin_invocations (site, plugin, number, version, digest, point, name, started_at, duration_ms, outcome, calls, chars, denied)
       VALUES (?, ?, ?, '1.0.0', 'd', 'hooks', 'afterPublish', ?, 1.5, ?, 0, 0, 0)`,
      SITE,
      TOOL,
      number,
      number,
      outcome,
    );
  }
  const { failures } = await world.detail(TOOL);
  expect(failures).toHaveLength(Math.min(count, FAILURES_SHOWN));
  expect(failures[0]).toEqual({
    version: "1.0.0",
    point: "hooks",
    name: "afterPublish",
    startedAt: count,
    durationMs: 1.5,
    outcome: "plugin_failed",
    report: null,
  });
});

test("whatever is kept of a plugin by its name goes with it, or stays for a reason", async () => {
  const world = await managedWorld();
  const tables = world.powers.sql
    .all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .map(({ name }) => name);
  const byPlugin = tables.filter((table) => {
    const columns = new Set(
      world.powers.sql.all<{ name: string }>(`PRAGMA table_info(${table})`).map(({ name }) => name),
    );
    return columns.has("site") && columns.has("plugin");
  });
  await world.install(executableText(STORAGE));
  for (const table of byPlugin) if (table !== "plugin_packages") fill(world, table);
  await world.run("plugin.remove", { plugin: TOOL });
  const left = byPlugin.filter(
    (table) => world.powers.sql.all(`SELECT 1 FROM ${table} WHERE plugin = ?`, TOOL).length > 0,
  );
  // The highest version stays known, and published data of sections stays as it is.
  expect(left).toEqual(["plugin_highest", "section_data"]);
  expect(byPlugin.length).toBeGreaterThan(10);
});

/** Inserts a row of this plugin, with values for all other columns. */
function fill(world: Managed, table: string): void {
  const columns = world.powers.sql.all<{ name: string; type: string }>(`PRAGMA table_info(${table})`);
  const values = columns.map(({ name, type }) =>
    name === "site" ? SITE : name === "plugin" ? TOOL : type === "TEXT" ? "{}" : 1,
  );
  const places = columns.map(() => "?").join(", ");
  world.powers.sql.all(
    `INSERT OR REPLACE INTO ${table} (${columns.map(({ name }) => name).join(", ")}) VALUES (${places})`,
    ...values,
  );
}
