import { DatabaseSync } from "node:sqlite";
import { array, assert, asyncProperty, boolean, nat, record } from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import {
  ARCHIVE_AUDIT_ROWS,
  ARCHIVE_MADE_MS,
  ARCHIVE_HEAD_MAX_BYTES,
  ARCHIVE_MAX_BYTES,
  ARCHIVE_PART_BYTES,
  ARCHIVE_ROWS_READ,
  ARCHIVE_TURN_BYTES,
  BACKUPS_MAX,
  EXPORTS_MAX,
  EXPORT_KEPT_MS,
} from "../../../manifests/bounds/backups.ts";
import { type ArchiveHead, rowLine } from "../../../runtime/backups/archive.ts";
import { tablesOf } from "../../../runtime/backups/columns.ts";
import { ArchivePack } from "../../../runtime/backups/pack.ts";
import { TABLES, migrate } from "../../../runtime/schema.ts";
import { joinedBytes } from "../../../manifests/joinedBytes.ts";
import type { ArchiveView, VerifiedView } from "../../../runtime/backups/views.ts";
import { setTenantStatus } from "../../../runtime/tenancy/tenantStatus.ts";
import { EDITING_PACK, editingWorld } from "../editing/editingWorld.ts";
import { Pair, START, Tally } from "../editing/pair.ts";
import { step } from "../editing/wishes.ts";
import { SITE, page, type World } from "../kernel/world.ts";
import { testPowers } from "../kernel/powers.ts";
import { RINGS, STORAGE, executableText, refused, settingsSchema } from "../plugins/manager.ts";
import { addPicture, pictureDigest } from "./files.ts";
import { Deployment, TENANT, sha } from "./testDeployment.ts";

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const headOf = (bytes: Uint8Array): ArchiveHead => JSON.parse(text(bytes).split("\n")[0] ?? "") as ArchiveHead;

/** An archive's content without its first line, whose digests would not explain a failed test. */
const rowsIn = (bytes: Uint8Array): string[] => text(bytes).split("\n").slice(1);

let deployment: Deployment;
let world: World;

beforeEach(async () => {
  deployment = new Deployment(EDITING_PACK, { trustKeys: RINGS.both, askLoader: async () => ({ available: true }) });
  world = deployment.on((await editingWorld()).powers as ReturnType<typeof testPowers>);
  await world.kernel.plugins.prepare();
});

const later = (ms = 1): number => (world.powers.clock.now += ms);

describe("every table of the schema", () => {
  test("has a fate in backups, and nothing else has one", () => {
    const powers = testPowers();
    migrate(powers.sql);
    expect(tablesOf(powers.sql)).toEqual(Object.keys(TABLES.byName).toSorted());
  });

  test("that is archived has a primary key, by which its rows have an order", () => {
    const powers = testPowers();
    migrate(powers.sql);
    for (const name of TABLES.namesOf("archived", "submitted")) {
      const keys = powers.sql.all<{ pk: number }>("SELECT pk FROM pragma_table_info(?) WHERE pk > 0", name);
      expect(keys.length, name).toBeGreaterThan(0);
    }
  });
});

interface Meddling {
  readonly settings: boolean;
  readonly disabled: boolean;
  readonly keys: number;
  readonly pictures: number;
  readonly drained: boolean;
}

const meddling = record({
  settings: boolean(),
  disabled: boolean(),
  keys: nat(2 * ARCHIVE_ROWS_READ + 1),
  pictures: nat(3),
  drained: boolean(),
});

/** Adds state that no member's command makes: plugins with secrets and storage, files, delivered audit. */
async function meddle(
  own: Deployment,
  on: World,
  { settings, disabled, keys, pictures, drained }: Meddling,
): Promise<void> {
  await on.kernel.plugins.prepare();
  const { digest } = await on.run<{ digest: string }>("plugin.install", {
    document: executableText(STORAGE, { contributes: { settings: settingsSchema } }),
    allowDowngrade: false,
  });
  await on.run("plugin.grant", { plugin: "acme.tool", digest, capabilities: STORAGE });
  if (settings)
    await on.run("plugin.settings", {
      plugin: "acme.tool",
      expected: 0,
      values: { label: "Ä\u0000\u2028", token: "a secret token" },
    });
  if (disabled) await on.run("plugin.state", { plugin: "acme.tool", state: "disabled" });
  const { sql } = on.powers;
  for (let key = 0; key < keys; key++)
    sql.all(
      "INSERT INTO plugin_storage (site, plugin, key, value) VALUES (?, 'acme.tool', ?, ?)",
      SITE,
      `key ${key} "\n`,
      JSON.stringify("😀".repeat(key)),
    );
  sql.all(
    "INSERT INTO plugin_storage_use (site, plugin, bytes, keys, revision) VALUES (?, 'acme.tool', ?, ?, 7)",
    SITE,
    keys * 10,
    keys,
  );
  for (let number = 0; number < pictures; number++) addPicture(own, on, number);
  if (drained) own.drain(on.powers);
}

/** The settings that the plugin receives, decrypted; undefined while it is disabled. */
async function settingsIn({ kernel }: World): Promise<unknown> {
  const active = kernel.plugins.forSite(SITE).resolution.active.find(({ id }) => id === "acme.tool");
  return active && kernel.pluginSettings.read(SITE, active.plugin).catch(({ code }: { code: string }) => code);
}

describe("an archive", () => {
  test(
    "of a state is the same bytes each time, and again after the workspace was lost and restored",
    { timeout: 120_000 },
    async () => {
      const courses = asyncProperty(array(step, { minLength: 3, maxLength: 12 }), meddling, async (steps, more) => {
        const own = new Deployment(EDITING_PACK, {
          trustKeys: RINGS.both,
          askLoader: async () => ({ available: true }),
        });
        const { powers } = await editingWorld(START as unknown as Record<string, ReturnType<typeof page>>);
        const pair = new Pair(powers, new Tally());
        for (const next of steps) await pair.take(next);
        const before = own.on(powers);
        await meddle(own, before, more);
        powers.clock.now += 1;
        const one = await own.back(before);
        const other = await own.back(before);
        expect(rowsIn(other.bytesOf)).toEqual(rowsIn(one.bytesOf));
        expect([other.sha256, sha(other.bytesOf)]).toEqual([one.sha256, one.sha256]);
        expect(await before.run("backup.verify", { backup: one.id })).toMatchObject({
          sound: true,
          problem: null,
          media: { files: more.pictures, missing: 0 },
        });
        own.vault.served.clear();
        const after = await own.restored(one, powers.clock.now);
        expect(own.vault.served.size).toBe(more.pictures);
        await after.kernel.plugins.prepare();
        const again = await own.back(after);
        expect(rowsIn(again.bytesOf)).toEqual(rowsIn(one.bytesOf));
        expect(again.sha256).toBe(one.sha256);
        for (const path of ["/", "/a", "/b"]) {
          expect(await after.kernel.published.answer(SITE, path, null)).toEqual(
            await before.kernel.published.answer(SITE, path, null),
          );
        }
        expect(await settingsIn(after)).toEqual(await settingsIn(before));
      });
      await assert(courses, { numRuns: 60, seed: 20_260_102 });
    },
  );

  test("goes on where it was: what is edited and published after a restore follows from before", async () => {
    await world.write("home", page("/", { title: "Changed" }));
    later();
    const after = await deployment.restored(await deployment.back(world), later());
    await after.kernel.plugins.prepare();
    await after.run("publish", {});
    expect(await after.html("/")).toContain("Changed");
    expect(after.kernel.sites.get(SITE)).toMatchObject({ release: 2, sequence: 2 });
  });

  test("says nothing of when, by whom and how often it was made", async () => {
    const one = await deployment.back(world);
    deployment.drain(world.powers);
    later(5 * 24 * 3_600_000);
    expect((await deployment.back(world.restart())).sha256).toBe(one.sha256);
  });

  test("keeps what is secret among settings sealed", async () => {
    await meddle(deployment, world, { settings: true, disabled: false, keys: 0, pictures: 0, drained: false });
    const { bytesOf } = await deployment.back(world);
    expect(text(bytesOf)).toContain("acme.tool");
    expect(text(bytesOf)).not.toContain("a secret token");
  });

  test("is of one moment, whatever is written while it is being made", async () => {
    addPicture(deployment, world, 1);
    later();
    const before = await deployment.back(world);
    deployment.vault.kept.clear();
    deployment.vault.meanwhile = async () => {
      deployment.vault.meanwhile = () => undefined;
      later();
      await world.write("home", page("/", { title: "Meanwhile" }));
      addPicture(deployment, world, 2);
      deployment.drain(world.powers);
    };
    const during = await deployment.back(world);
    expect(during.sha256).toBe(before.sha256);
    later();
    expect((await deployment.back(world)).sha256).not.toBe(before.sha256);
  });

  test("has an audit row once, whether it is on its way, has arrived, or both", async () => {
    await world.write("home", page("/", { title: "Audited" }));
    later();
    const underway = await deployment.back(world);
    const rows = world.powers.sql.all<{ payload: string }>("SELECT payload FROM outbox WHERE kind = 'audit'");
    deployment.vault.audited = rows.map(({ payload }) => JSON.parse(payload));
    expect((await deployment.back(world)).sha256).toBe(underway.sha256);
    deployment.drain(world.powers);
    expect((await deployment.back(world)).sha256).toBe(underway.sha256);
    expect(headOf(underway.bytesOf).members.at(-1)).toMatchObject({ name: "audit", rows: 1 });
  });

  test.each([
    [-1, ARCHIVE_AUDIT_ROWS - 1],
    [0, ARCHIVE_AUDIT_ROWS],
    [1, ARCHIVE_AUDIT_ROWS],
  ])("of a bound %i audit rows has the newest %i", async (more, rows) => {
    deployment.vault.audited = Array.from({ length: ARCHIVE_AUDIT_ROWS + more }, (_, at) => ({
      id: `a${at}`,
      site: SITE,
      actor: "member:m",
      command: "c",
      inputDigest: "d",
      outcome: "refused",
      requestId: "r",
      at,
    }));
    const { bytesOf } = await deployment.back(world);
    expect(headOf(bytesOf).members.at(-1)?.rows).toBe(rows);
    expect(text(bytesOf)).toContain(`["a${ARCHIVE_AUDIT_ROWS + more - 1}"`);
    expect(text(bytesOf).includes(`["a0"`)).toBe(more < 1);
  });

  test("names itself by its request: sent again after a crash, that is one archive", async () => {
    const one = await world.run<ArchiveView>("backup.create", {}, "the same key");
    world.powers.sql.all("DELETE FROM claims");
    later(1_000);
    expect(await world.restart().run("backup.create", {}, "the same key")).toEqual(one);
    expect(deployment.vault.archives.size).toBe(1);
  });

  test("is made for a tenant that may only read, and not for one that is suspended", async () => {
    const parts = { ...world.kernel, powers: world.powers };
    setTenantStatus(parts, "read_only");
    expect((await deployment.back(world)).bytes).toBeGreaterThan(1_000);
    expect((await refused(world.write("home", page("/")))).code).toBe("TENANT_READ_ONLY");
    setTenantStatus(parts, "suspended");
    expect((await refused(deployment.back(world))).code).toBe("TENANT_SUSPENDED");
  });
});

describe("the bounds of archives", () => {
  /** Adds a row so that an archive has exactly this many bytes. */
  async function grownTo(bytes: number): Promise<void> {
    const put = (size: number) =>
      world.powers.sql.all(
        "INSERT OR REPLACE INTO plugin_storage (site, plugin, key, value) VALUES (?, 'acme.pad', 'pad', ?)",
        SITE,
        "x".repeat(size),
      );
    put(ARCHIVE_MAX_BYTES - 1_000_000);
    const { bytes: first } = await deployment.back(world);
    put(ARCHIVE_MAX_BYTES - 1_000_000 + bytes - first);
  }

  test.each([
    [-1, 1],
    [0, 1],
    [1, 2],
  ])("%i bytes from the largest file an archive is of version %i, sound, and restored", async (more, version) => {
    addPicture(deployment, world, 1);
    await grownTo(ARCHIVE_MAX_BYTES + more);
    deployment.vault.archives.clear();
    const made = await deployment.back(world);
    expect(JSON.parse(text(made.bytesOf.subarray(0, made.bytesOf.indexOf(10))))).toMatchObject({ version });
    expect([sha(made.bytesOf), deployment.vault.members.size > 0]).toEqual([made.sha256, version === 2]);
    expect(await world.run("backup.verify", { backup: made.id })).toMatchObject({
      sound: true,
      media: { files: 1, missing: 0 },
    });
    const after = await deployment.restored(made, later());
    expect((await deployment.back(after)).sha256).toBe(made.sha256);
  });

  test.each([
    [-1, [2]],
    [0, [1, 1]],
    [1, [1, 1]],
  ])("a row that leaves a member %i bytes from complete: rows of members are %j", async (more, rows) => {
    const pack = new ArchivePack({
      facts: { schema: 1, tenant: TENANT, sites: [], submissions: false },
      hash: async (bytes) => sha(bytes),
      store: async () => undefined,
      rest: async () => undefined,
    });
    const row = (bytes: number) => ["x".repeat(bytes - rowLine([""]).length)];
    await pack.add("blobs", ["digest"], [row(ARCHIVE_PART_BYTES + more), row(100)]);
    await pack.add("installs", ["site"], [row(ARCHIVE_MAX_BYTES)]);
    const { file } = await pack.finish();
    expect(headOf(file).members.flatMap(({ name, rows: found }) => (name === "blobs" ? [found] : []))).toEqual(rows);
  });

  test.each([
    [-1, 0],
    [0, 1],
    [1, 1],
  ])("rows of %i bytes more than a turn let waiting requests go first %i times", async (more, rests) => {
    let rested = 0;
    const pack = new ArchivePack({
      facts: { schema: 1, tenant: TENANT, sites: [], submissions: false },
      hash: async (bytes) => sha(bytes),
      store: async () => undefined,
      rest: async () => void (rested += 1),
    });
    const row = (bytes: number) => ["x".repeat(bytes - rowLine([""]).length)];
    const half = ARCHIVE_TURN_BYTES / 2;
    await pack.add("blobs", ["digest"], [row(half), row(half + more)]);
    expect(rested).toBe(rests);
    await pack.add("installs", ["site"], [row(ARCHIVE_TURN_BYTES * 4)]);
    expect(rested).toBe(rests + 1);
  });

  test.each([
    [-1, true],
    [0, true],
    [1, false],
  ])("a first line %i bytes from the longest is read: %s", async (more, read) => {
    const { bytesOf, ...facts } = await deployment.back(world);
    const [line = "", ...rest] = text(bytesOf).split("\n");
    const head = JSON.parse(line) as { sites: string[] };
    const wide = (length: number) => JSON.stringify({ ...head, sites: [...head.sites, "y".repeat(length)] });
    const spare = ARCHIVE_HEAD_MAX_BYTES - 1 + more - wide(0).length;
    const made = new TextEncoder().encode([wide(spare), ...rest].join("\n"));
    deployment.vault.archives.set("backups/wide", { facts: { ...facts, id: "wide", sha256: sha(made) }, bytes: made });
    expect((await world.run<VerifiedView>("backup.verify", { backup: "wide" })).problem).toEqual(
      read ? null : { reason: "no_line", at: "/" },
    );
  });

  test.each([
    ["backups", "backup.create", BACKUPS_MAX],
    ["exports", "export.create", EXPORTS_MAX],
  ] as const)("%s are made up to as many as there may be", async (kind, command, most) => {
    for (const [there, outcome] of [
      [most - 2, "done"],
      [most - 1, "done"],
      [most, "CONFLICT"],
    ] as const) {
      deployment.vault.archives.clear();
      for (let id = 0; id < there; id++) {
        await deployment.vault.store(
          kind,
          {
            id: String(id),
            sha256: "",
            bytes: 0,
            createdAt: world.powers.clock.now,
            createdBy: "",
            submissions: false,
            media: { files: 0, bytes: 0, missing: 0 },
          },
          new Uint8Array(),
        );
      }
      const seen = await world.run(command, {}).then(
        () => "done",
        ({ code }: { code: string }) => code,
      );
      expect([there, seen]).toEqual([there, outcome]);
    }
  });

  test("an export too many says when the oldest goes, and a backup that nothing goes by itself", async () => {
    deployment.vault.archives.clear();
    const { now } = world.powers.clock;
    const told = async (kind: "backups" | "exports", most: number) => {
      for (let id = 0; id < most; id++) {
        const media = { files: 0, bytes: 0, missing: 0 };
        const facts = { id: String(id), sha256: "", bytes: 0, createdBy: "", submissions: false, media };
        await deployment.vault.store(kind, { ...facts, createdAt: now - id * 60_000 }, new Uint8Array());
      }
      const command = kind === "exports" ? "export.create" : "backup.create";
      return world.run(command, {}).catch((error: { readonly detail: unknown }) => error.detail);
    };
    // The oldest export is nine minutes old.
    const minutesToWait = EXPORT_KEPT_MS / 60_000 - (EXPORTS_MAX - 1);
    expect(await told("exports", EXPORTS_MAX)).toMatchObject({ most: EXPORTS_MAX, minutesToWait });
    expect(await told("backups", BACKUPS_MAX)).not.toHaveProperty("minutesToWait");
  });

  test("exports go when they are as old as they may be, and backups never", async () => {
    await world.run("backup.create", {});
    const { id } = await world.run<ArchiveView>("export.create", {});
    const left = async () => (await deployment.vault.list("exports")).some((one) => one.id === id);
    later(EXPORT_KEPT_MS - 1);
    await world.run("export.create", {});
    expect(await left()).toBe(true);
    later(1);
    await deployment.removal(world).runDue();
    expect(await left()).toBe(false);
    expect(await deployment.vault.list("backups")).toHaveLength(1);
  });

  test("exports of a workspace that was lost meanwhile go with the next one that is made", async () => {
    const { id } = await world.run<ArchiveView>("export.create", {});
    world.powers.sql.all("DELETE FROM archive_garbage");
    later(EXPORT_KEPT_MS);
    await world.run("export.create", {});
    expect(deployment.vault.archives.has(`exports/${id}`)).toBe(false);
  });

  test("more files than one request copies are copied by several, and stored when all are there", async () => {
    for (const number of [1, 2, 3, 4, 5]) addPicture(deployment, world, number);
    deployment.vault.copies = 2;
    const attempts = [];
    for (let attempt = 0; attempt < 3; attempt++) {
      attempts.push(
        await world.run<ArchiveView>("backup.create", {}, "one key").then(
          ({ media }) => media,
          ({ detail }: { detail: { left: number } }) => detail.left,
        ),
      );
    }
    expect(attempts).toEqual([3, 1, { files: 5, bytes: 35, missing: 0 }]);
    expect(deployment.vault.archives.size).toBe(1);
  });
});

describe("a state too large for one file", () => {
  const large = async (): Promise<void> => {
    for (let key = 0; key < 30; key++)
      world.powers.sql.all(
        "INSERT INTO plugin_storage (site, plugin, key, value) VALUES (?, 'acme.pad', ?, ?)",
        SITE,
        `k${key}`,
        "x".repeat(1_000_000),
      );
  };

  test("is archived in files none of which is larger than one may be, and every member is what its digest says", async () => {
    await large();
    const made = await deployment.back(world);
    const sizes = [...deployment.vault.members.values()].map(({ length }) => length);
    expect(Math.max(...sizes, made.bytesOf.length)).toBeLessThanOrEqual(ARCHIVE_MAX_BYTES);
    expect(made.bytes).toBe(sizes.reduce((sum, size) => sum + size, made.bytesOf.length));
    for (const [key, bytes] of deployment.vault.members) expect(key).toBe(`backups/${made.id}/${sha(bytes)}`);
    expect(headOf(made.bytesOf).members.filter(({ name }) => name === "plugin_storage").length).toBeGreaterThan(1);
  });

  test("is of one moment, though others write while its members are stored", async () => {
    await large();
    const before = await deployment.back(world);
    let writes = 0;
    deployment.vault.storing = async () => {
      world.powers.sql.all("UPDATE plugin_storage SET value = 'changed' WHERE key = ?", `k${29 - writes++}`);
    };
    const during = await deployment.back(world);
    expect([writes > 3, headOf(during.bytesOf).members.slice(0, -1)]).toEqual([
      true,
      headOf(before.bytesOf).members.slice(0, -1),
    ]);
  });

  test("is erased when the archive has it, and restored from it as it was", async () => {
    await large();
    const made = await deployment.back(world);
    setTenantStatus({ ...world.kernel, powers: world.powers }, "suspended");
    const request = { ...deployment.request(made), confirmation: `ERASE ${TENANT}`, discardSubmissions: false };
    world.powers.sql.all("UPDATE plugin_storage SET value = 'y' WHERE key = 'k29'");
    expect((await refused(deployment.eraser(world).run(request))).code).toBe("CONFLICT");
    world.powers.sql.all("UPDATE plugin_storage SET value = ? WHERE key = 'k29'", "x".repeat(1_000_000));
    expect(await deployment.eraser(world).run(request)).toMatchObject({ archive: made.sha256 });
    expect(tablesOf(world.powers.sql)).toEqual(Object.keys(TABLES.byName).toSorted());
    const after = await deployment.restored(made, later());
    expect((await deployment.back(after)).sha256).toBe(made.sha256);
  });

  test("whose making died leaves nothing for good: what was stored of it is removed in an hour, and its copy at the next start", async () => {
    await large();
    let stored = 0;
    deployment.vault.storing = () => {
      if ((stored += 1) > 3) throw new Error("the machine has stopped");
    };
    await expect(deployment.back(world)).rejects.toThrow("stopped");
    world.powers.sql.all("CREATE TABLE archive_copy_sites (c0)");
    expect([deployment.vault.members.size, deployment.vault.archives.size]).toEqual([3, 0]);
    world = world.restart();
    expect(world.powers.sql.all("SELECT name FROM sqlite_master WHERE name LIKE 'archive_copy%'")).toEqual([]);
    later(ARCHIVE_MADE_MS - 1);
    await deployment.removal(world).runDue();
    expect(deployment.vault.members.size).toBe(3);
    later(1);
    await deployment.removal(world).runDue();
    expect(deployment.vault.members.size).toBe(0);
  });

  test("is kept once it is made, however long ago that was", async () => {
    await large();
    const made = await deployment.back(world);
    later(2 * ARCHIVE_MADE_MS);
    await deployment.removal(world).runDue();
    expect(await world.run("backup.verify", { backup: made.id })).toMatchObject({ sound: true });
  });

  test("is restored from the one file it was taken away as", async () => {
    await large();
    const made = await deployment.back(world);
    const body = headOf(made.bytesOf)
      .members.filter(({ bytes }) => bytes > 0)
      .map(({ sha256 }) => deployment.vault.members.get(`backups/${made.id}/${sha256}`) ?? new Uint8Array());
    deployment.vault.members.clear();
    deployment.vault.archives.set(`backups/${made.id}`, { facts: made, bytes: joinedBytes([made.bytesOf, ...body]) });
    const after = await deployment.restored(made, later());
    expect((await deployment.back(after)).sha256).toBe(made.sha256);
  });
});

describe("a file that is nowhere", () => {
  test("does not keep a backup from being made or restored, and is counted", async () => {
    addPicture(deployment, world, 1);
    addPicture(deployment, world, 2);
    deployment.vault.served.delete(`${pictureDigest(2)}/a.png`);
    const made = await deployment.back(world);
    expect(made.media).toEqual({ files: 2, bytes: 14, missing: 1 });
    expect(await world.run("backup.verify", { backup: made.id })).toMatchObject({
      sound: true,
      media: { files: 2, missing: 1 },
    });
    deployment.vault.served.clear();
    const powers = deployment.fresh(later());
    expect(await deployment.restorer(powers).run(deployment.request(made))).toMatchObject({
      media: { files: 2, copied: 1, missing: 1 },
    });
  });
});

/** Archive tables from schema steps after 23. */
const LATER_MEMBERS: ReadonlySet<string> = new Set([
  "held",
  "kept_versions",
  "assets",
  "plugin_waiting",
  "plugin_waiting_parts",
  "plugin_update_rules",
  "plugin_data",
  "page_parts",
  "clock_moments",
  "member_languages",
  "form_confirmations",
  "review_rules",
  "publication_requests",
  "request_steps",
  "remarks",
  "remark_words",
  "pageless_types",
  "document_parts",
  "mail_plugin_occasions",
  "plugin_demands",
  "readers",
  "media_former_paths",
]);

/** Stores pages whole, weighs no release and keeps no digest of the beginning, as earlier versions did. */
function asBefore({ kernel, powers: { sql } }: World): void {
  const entries = sql.all<{ site: string; release: number; path: string; blob: string }>(
    "SELECT site, release, path, blob FROM entries WHERE blob IS NOT NULL",
  );
  const texts = entries.map(({ site, release, path, blob }) => [
    kernel.releases.shown(site, release, path)?.body ?? "",
    blob,
  ]);
  for (const values of texts)
    sql.all("UPDATE blobs SET body = ?, common = NULL, own = NULL WHERE digest = ?", ...values);
  sql.all("DELETE FROM page_parts");
  sql.all("UPDATE releases SET bytes = 0");
  sql.all("UPDATE sites SET beginning_digest = NULL");
}

describe("an archive of an earlier schema", () => {
  test("is restored there and brought to the present, with the tenant's status left alone", async () => {
    asBefore(world);
    const made = await deployment.back(world);
    const lines = text(made.bytesOf).split("\n");
    const head = JSON.parse(lines[0] ?? "") as ArchiveHead;
    // Later steps added columns, indexes and tables. The tables have no rows here.
    const added: Readonly<Record<string, readonly string[]>> = {
      installs: ["place", "agreed"],
      plugin_highest: ["origin"],
      schedules: ["chosen", "request", "past_review"],
      releases: ["bytes", "restarts", "joined"],
      sites: ["beginning_digest", "first_origin"],
      blobs: ["common", "own"],
      form_submissions: ["secret"],
      plugin_storage: ["revision"],
      documents: [
        "held_back",
        "shown_from",
        "shown_until",
        "language",
        "translation_of",
        "made_from",
        "made_from_version",
      ],
      held: ["waiting"],
      media_files: ["caption", "credit", "labels", "source", "replaced_by", "audience"],
    };
    const rows = lines.slice(1);
    const bodies: string[] = [];
    const members = head.members
      .map((member) => ({ ...member, lines: rows.splice(0, member.rows) }))
      .filter(({ name }) => !LATER_MEMBERS.has(name))
      .map(({ lines: found, ...member }) => {
        const isKept = (at: number) => !added[member.name]?.includes(member.columns[at] ?? "");
        const cut = (row: string) => JSON.stringify((JSON.parse(row) as unknown[]).filter((_, at) => isKept(at)));
        const body = new TextEncoder().encode(found.map((row) => `${cut(row)}\n`).join(""));
        bodies.push(text(body));
        const columns = member.columns.filter((_, at) => isKept(at));
        return { ...member, columns, bytes: body.length, sha256: sha(body) };
      });
    const earlier = new TextEncoder().encode(`${JSON.stringify({ ...head, schema: 23, members })}\n${bodies.join("")}`);
    deployment.vault.archives.set("backups/earlier", { facts: { ...made, sha256: sha(earlier) }, bytes: earlier });
    const powers = deployment.fresh(later());
    const kernel = deployment.on(powers).kernel;
    kernel.tenant.setStatus("read_only");
    await deployment.restorer(powers).run(deployment.request({ id: "earlier", sha256: sha(earlier) }));
    const after = deployment.on(powers);
    expect(after.kernel.tenant.status).toBe("read_only");
    expect((await deployment.back(after)).sha256).toBe(made.sha256);
    const fromScratch = testPowers(new DatabaseSync(":memory:"));
    migrate(fromScratch.sql);
    const schema = (sql: typeof powers.sql) =>
      sql.all("SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite%' ORDER BY name");
    expect(schema(powers.sql)).toEqual(schema(fromScratch.sql));
  });
});

describe("what visitors have sent", () => {
  const fill = ({ powers: { sql } }: World): void => {
    sql.all(
      "INSERT INTO form_submissions (number, site, form, type, at, expires_at, read, fields, personal) VALUES (7, ?, 'home.s1', 'a.b/c', 1, 9, 0, '[]', '{\"email\":\"visitor@example.org\"}')",
      SITE,
    );
    sql.all("INSERT INTO form_totals VALUES (?, 'home.s1', 'a.b/c', 'Contact', '[]', 1, 1, 1, 0)", SITE);
    sql.all("INSERT INTO form_secret VALUES ('the secret of forms')");
    sql.all(
      "INSERT INTO plugin_jobs VALUES (1, ?, 'acme.tool', 'formSubmitted', '7', 'visitor@example.org', 1, 0, 1)",
      SITE,
    );
  };

  test("is in an archive when that is asked for, and comes back with it; nothing else of it ever is", async () => {
    fill(world);
    const [without, including] = [await deployment.back(world), await deployment.back(world, true)];
    expect([without, including].map(({ bytesOf }) => text(bytesOf).includes("visitor@example.org"))).toEqual([
      false,
      true,
    ]);
    expect(text(including.bytesOf)).not.toContain("the secret of forms");
    expect(text(including.bytesOf).split("visitor@example.org")).toHaveLength(2);
    const after = await deployment.restored(including, later());
    expect(after.powers.sql.all("SELECT number, personal FROM form_submissions")).toEqual([
      { number: 7, personal: '{"email":"visitor@example.org"}' },
    ]);
    expect((await deployment.back(after, true)).sha256).toBe(including.sha256);
    expect((await deployment.back(after)).sha256).toBe(without.sha256);
    const bare = await deployment.restored(without, later());
    expect(bare.powers.sql.all("SELECT * FROM form_submissions, form_totals, plugin_jobs, form_secret")).toEqual([]);
  });

  test("and waits for the confirmation of an address stays its full time, because its link does not come back", async () => {
    fill(world);
    const { sql } = world.powers;
    for (const [number, confirmedAt] of [
      [8, 8],
      [9, null],
    ] as const) {
      sql.all(
        "INSERT INTO form_submissions (number, site, form, type, at, expires_at, read, fields, personal) VALUES (?, ?, 'home.s1', 'a.b/c', 1, 9, 0, '[]', '{}')",
        number,
        SITE,
      );
      sql.all(
        `INSERT INTO form_confirmations (submission, site, secret, address, language, kept_until, until, confirmed_at)
         VALUES (?, ?, 'a secret', 'vela@tide.example', 'en', 1000, 9, ?)`,
        number,
        SITE,
        confirmedAt,
      );
    }
    const after = await deployment.restored(await deployment.back(world, true), later());
    expect(after.powers.sql.all("SELECT number, expires_at FROM form_submissions ORDER BY number")).toEqual([
      { number: 7, expires_at: 9 },
      { number: 8, expires_at: 9 },
      { number: 9, expires_at: 1000 },
    ]);
  });

  test("has no link in an archive that acts for its visitor, and later letters have a new one", async () => {
    fill(world);
    world.powers.sql.all("UPDATE form_submissions SET secret = 'the secret of a link'");
    const made = await deployment.back(world, true);
    expect(text(made.bytesOf)).not.toContain("the secret of a link");
    const { submissions } = (await deployment.restored(made, later())).kernel;
    expect([submissions.linked(SITE, `7.${"x".repeat(40)}`), submissions.linked(SITE, "7.")]).toEqual([
      undefined,
      undefined,
    ]);
    const given = submissions.secretOf(SITE, 7);
    expect(given).toMatch(/^7\..+$/);
    expect([submissions.secretOf(SITE, 7), submissions.secretOf(SITE, 8), submissions.secretOf("other", 7)]).toEqual([
      given,
      undefined,
      undefined,
    ]);
  });

  test("is refused in an archive that says it has none of it", async () => {
    fill(world);
    const { bytesOf, ...facts } = await deployment.back(world, true);
    const forged = new TextEncoder().encode(text(bytesOf).replace('"submissions":true', '"submissions":false'));
    deployment.vault.archives.set("backups/forged", {
      facts: { ...facts, id: "forged", sha256: sha(forged) },
      bytes: forged,
    });
    expect((await world.run<VerifiedView>("backup.verify", { backup: "forged" })).problem?.reason).toBe(
      "member_unknown",
    );
  });
});

test("a restore is in the audit of each site, and every site is carried to the public places again", async () => {
  const made = await deployment.back(world);
  const after = await deployment.restored(made, later());
  const rows = after.powers.sql.all<{ kind: string; site: string; payload: string }>(
    "SELECT kind, site, payload FROM outbox ORDER BY kind, site",
  );
  const restores = rows
    .filter(({ payload }) => payload.includes("backup.restore"))
    .map(({ site, payload }) => [site, JSON.parse(payload)]);
  expect(restores).toMatchObject([
    ["main", { actor: "operator:provisioning", inputDigest: made.sha256, outcome: "done" }],
    ["other", {}],
  ]);
  expect(rows.filter(({ kind }) => kind === "publication").map(({ site }) => site)).toEqual(["main", "other"]);
  expect(after.kernel.sites.all().map(({ tenant, refreshed }) => [tenant, refreshed])).toEqual([
    [TENANT, 0],
    [TENANT, 0],
  ]);
});
