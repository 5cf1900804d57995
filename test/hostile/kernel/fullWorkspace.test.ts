import { beforeEach, describe, expect, test } from "vitest";
import { ROOM_FOR_UNTRUSTED, ROOM_LOOKED_MS } from "../../../manifests/bounds/commands.ts";
import type { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { Actor } from "../../../runtime/area/actor.ts";
import { StorageQuota } from "../../../runtime/tenancy/storageQuota.ts";
import type { VerifiedView } from "../../../runtime/backups/views.ts";
import { EDITING_PACK, editingWorld, pageOf } from "../../runtime/editing/editingWorld.ts";
import { SITE, page, textSection } from "../../runtime/kernel/world.ts";
import type { World } from "../../runtime/kernel/world.ts";
import type { TestPowers } from "../../runtime/kernel/powers.ts";
import { Deployment } from "../../runtime/backups/testDeployment.ts";

/** An author adds long pages until the workspace is full. */
const MAX_BYTES = 3 * 1024 * 1024;
const LONG = "x".repeat(45_000);
const longPage = (path: string) =>
  page(path, { sections: Array.from({ length: 4 }, (_, n) => textSection(LONG, `s${n}`)) });

const deployment = new Deployment(EDITING_PACK, { maxBytes: MAX_BYTES });
let world: World;

beforeEach(async () => {
  world = deployment.on((await editingWorld()).powers as TestPowers);
  await world.kernel.plugins.prepare();
});

const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    ({ code }: Refusal) => code,
  );
const used = (): number => world.kernel.storageQuota.view.bytes;

/** Writes pages until one is refused. Answers the number of accepted ones. */
async function fill(): Promise<number> {
  for (let number = 0; number < 200; number++) {
    if ((await outcome(world.write(`long-${number}`, longPage(`/long-${number}`)))) === "WORKSPACE_FULL") return number;
  }
  throw new Error("never full");
}

describe("a full workspace", () => {
  test("refuses a dry run too", async () => {
    await fill();
    const envelope = { site: SITE, actor: { kind: "member", id: "m1" }, key: "tried", requestId: "r1" } as const;
    expect(await outcome(world.kernel.rehearse("page.create", envelope, { body: longPage("/tried") }))).toBe(
      "WORKSPACE_FULL",
    );
  });

  test("reports that it is full and loses nothing: refused changes left no trace, and accepted ones are stored", async () => {
    const taken = await fill();
    expect(taken).toBeGreaterThan(5);
    const before = world.powers.sql.all("SELECT count(*) AS n FROM documents");
    const refusal = await world.write("one-more", longPage("/one-more")).then(
      () => undefined,
      (error: Refusal) => error,
    );
    expect(refusal).toMatchObject({
      code: "WORKSPACE_FULL",
      detail: { maxBytes: MAX_BYTES, bytes: expect.any(Number) },
    });
    expect([pageOf(world, "one-more"), pageOf(world, `long-${taken}`)]).toEqual([undefined, undefined]);
    expect(pageOf(world, `long-${taken - 1}`)).toBeDefined();
    expect(world.powers.sql.all("SELECT count(*) AS n FROM documents")).toEqual(before);
    expect(used()).toBeLessThanOrEqual(MAX_BYTES);
  });

  test("can be backed up, exported and verified", async () => {
    await fill();
    const made = await deployment.back(world);
    expect(await world.run<VerifiedView>("backup.verify", { backup: made.id })).toMatchObject({ sound: true });
    expect(await outcome(world.run("export.create", {}))).toBe("done");
    expect(used()).toBeLessThanOrEqual(MAX_BYTES);
  });

  test("has space again after pages are deleted, even without a publication, because their versions are deleted", async () => {
    const taken = await fill();
    for (let number = 0; number < taken; number++)
      await world.run("page.delete", { page: `long-${number}`, expected: 1 });
    world.powers.clock.now += 60_000;
    expect(await outcome(world.write("again", longPage("/again")))).toBe("done");
    expect(used()).toBeLessThan(MAX_BYTES / 2);
  });

  test("gets space from old versions when they fill it, and keeps the last version and what a release shows", async () => {
    await world.write("home", longPage("/"));
    await world.run("publish", {});
    const [{ version: shown = 0 } = {}] = world.powers.sql.all<{ version: number }>(
      "SELECT max(version) AS version FROM documents WHERE site = ? AND id = 'home'",
      SITE,
    );
    for (let write = 0; write < 40; write++) {
      world.powers.clock.now += 60_000;
      expect(await outcome(world.write("home", longPage("/")))).toBe("done");
    }
    const versions = world.powers.sql
      .all<{ version: number }>("SELECT version FROM documents WHERE site = ? AND id = 'home' ORDER BY version", SITE)
      .map(({ version }) => version);
    expect(versions).toContain(shown);
    expect(versions).toContain(shown + 40);
    expect(versions.length).toBeLessThan(20);
    await world.run("release.restore", { release: 1 });
  });

  test("that an earlier version filled beyond the bound still allows deletions and publications", async () => {
    const full = deployment.on(world.powers);
    for (let number = 0; number < 30; number++) {
      world.powers.sql.all(
        "INSERT INTO plugin_storage VALUES (?, 'acme.pad', ?, ?)",
        SITE,
        `k${number}`,
        "x".repeat(200_000),
      );
    }
    world = full;
    expect(await outcome(world.write("home", page("/", { title: "Refused" })))).toBe("WORKSPACE_FULL");
    expect(await outcome(world.run("page.delete", { page: "about", expected: 1 }))).toBe("done");
    expect(await outcome(world.run("publish", {}))).toBe("done");
    expect(await outcome(deployment.back(world))).toBe("done");
  });
});

describe("a workspace at the bound", () => {
  const roomAt = (bytes: number): StorageQuota => {
    const powers = { ...world.powers, sql: { ...world.powers.sql, bytes: () => bytes } };
    return new StorageQuota({ ...world.kernel, powers }, 1_000);
  };
  const refusedAt = (bytes: number, actor: Actor): boolean => {
    try {
      roomAt(bytes).requireAfter(actor);
      return false;
    } catch (error) {
      return (error as Refusal).code === "WORKSPACE_FULL";
    }
  };

  test.each([
    [999, false],
    [1_000, false],
    [1_001, true],
  ])("with %i of 1,000 bytes refuses a member: %s", (bytes, refused) => {
    expect(refusedAt(bytes, { kind: "member", id: "m1" })).toBe(refused);
  });

  test.each([
    [749, false],
    [750, false],
    [751, true],
  ])("with %i of 1,000 bytes refuses a plugin: %s", (bytes, refused) => {
    expect([refusedAt(bytes, { kind: "plugin", id: "acme.tool" }), !roomAt(bytes).isForStrangers]).toEqual([
      refused,
      refused,
    ]);
  });

  test("searches for removable data once a minute, however many requests it gets", () => {
    let looks = 0;
    const retention = { forgetUnseen: () => void (looks += 1) };
    const powers = { ...world.powers, sql: { ...world.powers.sql, bytes: () => 2_000 } };
    const quota = new StorageQuota({ ...world.kernel, powers, retention }, 1_000);
    const ask = (how?: "kept" | "tried") =>
      expect(() => quota.requireAfter({ kind: "member", id: "m1" }, how)).toThrow("WORKSPACE_FULL");
    ask();
    const once = looks;
    ask("tried");
    ask("tried");
    expect(looks).toBe(2 * once);
    looks = once;
    world.powers.clock.now += ROOM_LOOKED_MS - 1;
    ask();
    expect([once > 0, looks]).toEqual([true, once]);
    world.powers.clock.now += 1;
    ask();
    expect(looks).toBe(2 * once);
  });
});

describe("the part that strangers may fill", () => {
  const grownTo = (bytes: number): void => {
    for (let size = bytes - used(); size > 8_192; size = bytes - used()) {
      world.powers.sql.all(
        "INSERT INTO plugin_storage VALUES (?, 'acme.pad', ?, ?)",
        SITE,
        `k${used()}`,
        "x".repeat(Math.max(1, Math.min(size - 6_000, 500_000))),
      );
    }
  };

  test("is smaller than what members may fill, and never deletes members' history", async () => {
    await world.write("home", page("/", { title: "Second" }));
    grownTo(MAX_BYTES * ROOM_FOR_UNTRUSTED + 16_384);
    const versions = world.powers.sql.all("SELECT count(*) AS n FROM documents");
    expect(() => world.kernel.storageQuota.requireForUntrusted()).toThrow("WORKSPACE_FULL");
    expect(world.kernel.storageQuota.isForStrangers).toBe(false);
    expect(world.powers.sql.all("SELECT count(*) AS n FROM documents")).toEqual(versions);
    expect(await outcome(world.write("home", page("/", { title: "Third" })))).toBe("done");
  });
});
