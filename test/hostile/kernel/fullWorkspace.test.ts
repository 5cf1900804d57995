import { beforeEach, describe, expect, test } from "vitest";
import {
  ROOM_FOR_FORMS,
  ROOM_FOR_UNTRUSTED,
  ROOM_LOOKED_MS,
  TIDY_EVERY_MS,
} from "../../../manifests/bounds/commands.ts";
import { PUBLISH_INLINE_PAGES, ROOM_FOR_RELEASES } from "../../../manifests/bounds/publishing.ts";
import type { Refusal } from "../../../manifests/refusals/refusal.ts";
import { StorageQuota } from "../../../runtime/tenancy/storageQuota.ts";
import type { VerifiedView } from "../../../runtime/backups/views.ts";
import { EDITING_PACK, editingWorld, pageOf } from "../../runtime/editing/editingWorld.ts";
import { SITE, page, textSection, type World } from "../../runtime/kernel/world.ts";
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

/** More pages than a workspace of this size takes. */
const MORE_THAN_FIT = 200;

/** Writes pages until one is refused, or there are as many as wanted. Answers the number of accepted ones. */
async function fill(name = "long", pageAt = longPage, most = MORE_THAN_FIT): Promise<number> {
  for (let number = 0; number < most; number++) {
    const id = `${name}-${number}`;
    if ((await outcome(world.write(id, pageAt(`/${id}`)))) === "WORKSPACE_FULL") return number;
  }
  if (most === MORE_THAN_FIT) throw new Error("never full");
  return most;
}

/** Runs the steps of a publication. */
async function finished(): Promise<void> {
  while (!(await world.kernel.publisher.step(SITE))) continue;
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
      detail: {
        maxBytes: MAX_BYTES * (1 - ROOM_FOR_FORMS),
        unpublished: expect.any(Number),
        bytes: expect.any(Number),
      },
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
    expect(used()).toBeLessThanOrEqual(MAX_BYTES);
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
    expect(await world.html("/")).toContain(LONG.slice(0, 100));
  });

  test("that an author filled can be published, within its bound", async () => {
    const taken = await fill("long", longPage, 3);
    // Short pages fill the rest, to the last kilobytes.
    const short = await fill("short", (path) => page(path, { sections: [textSection(LONG.slice(0, 3_000))] }));
    expect(short).toBeGreaterThan(0);
    expect(await outcome(world.run("publish", {}))).toBe("done");
    await finished();
    expect(world.kernel.releases.list(SITE, 9, 1)[0]).toMatchObject({ state: "ready" });
    expect(await world.html(`/long-${taken - 1}`)).toContain(LONG.slice(0, 100));
    expect(await world.html(`/short-${short - 1}`)).toContain(LONG.slice(0, 100));
    expect(used()).toBeLessThanOrEqual(MAX_BYTES * (1 - ROOM_FOR_FORMS));
  });

  test("takes writes again once somebody follows the refusal's advice, within the same minute", async () => {
    const taken = await fill();
    await world.run("publish", {});
    await finished();
    expect(await fill("more")).toBeGreaterThan(0);
    expect(await outcome(world.write("again", longPage("/again")))).toBe("WORKSPACE_FULL");
    for (let number = 1; number < taken; number++)
      await world.run("page.delete", { page: `long-${number}`, expected: 1 });
    expect(await outcome(world.run("publish", {}))).toBe("done");
    await finished();
    expect(await outcome(world.write("again", longPage("/again")))).toBe("done");
    expect(used()).toBeLessThanOrEqual(MAX_BYTES);
  });

  test("takes writes again after a publication in steps of which nothing can be kept", async () => {
    await world.run("publish", {});
    for (let number = 0; number < PUBLISH_INLINE_PAGES + 1; number++)
      await world.write(
        `wide-${number}`,
        page(`/wide-${number}`, { sections: [textSection(`${number}${"&".repeat(6_000)}`)] }),
      );
    expect((await world.run<{ state: string }>("publish", {})).state).toBe("building");
    await finished();
    const [release] = world.kernel.releases.list(SITE, 9, 1);
    expect(release).toMatchObject({ state: "failed" });
    expect(JSON.parse(release?.problem ?? "{}")).toMatchObject({ code: "WORKSPACE_FULL" });
    expect(await outcome(world.write("again", page("/again")))).toBe("done");
    expect(used()).toBeLessThanOrEqual(MAX_BYTES);
  });

  test("that an earlier version filled beyond the bound still allows deletions and publications", async () => {
    const full = deployment.on(world.powers);
    for (let number = 0; number < 30; number++) {
      world.powers.sql.all(
        "INSERT INTO plugin_storage (site, plugin, key, value) VALUES (?, 'acme.pad', ?, ?)",
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

describe("a site whose every page changes with each publication", () => {
  const PAGES = 60;

  /** Publishes with another menu and another footer each time. */
  async function publishMenus(times: number): Promise<void> {
    for (let n = 0; n < times; n++) {
      const expected = world.kernel.documents.get(SITE, "navigation", "site")?.version ?? 0;
      const menu = Array.from({ length: 12 }, (_, item) => ({
        label: `Entry ${item} of menu ${n}`,
        link: "page:home",
      }));
      const body = { menus: { header: menu, footer: [] } };
      await world.run("documents.write", { writes: [{ kind: "navigation", id: "site", expected, body }] });
      await world.run("publish", {});
      world.powers.clock.now += TIDY_EVERY_MS;
      await world.kernel.chores.run();
    }
  }

  test("stores the menu of a release once, and not with every page", async () => {
    for (let n = 0; n < PAGES; n++) await world.write(`p${n}`, page(`/p${n}`));
    await publishMenus(1);
    const before = used();
    await publishMenus(10);
    const html = (await world.html("/p1")).length;
    expect(html).toBeGreaterThan(1_000);
    expect((used() - before) / 10).toBeLessThan((PAGES * html) / 2);
    for (const path of ["/", "/p0", `/p${PAGES - 1}`]) expect(await world.html(path)).toContain("Entry 11 of menu 9<");
    await world.run("release.restore", { release: 3 });
    expect(await world.html("/p7")).toContain("Text of /p7");
  });

  test("loses its oldest releases before anybody is refused", async () => {
    for (let n = 0; n < PAGES; n++) await world.write(`p${n}`, page(`/p${n}`));
    const small = deployment.on(world.powers);
    const maxBytes = used() * 2;
    world = new Deployment(EDITING_PACK, { maxBytes }).on(small.powers);
    await publishMenus(30);
    expect(await outcome(world.write("home", page("/", { title: "Still open" })))).toBe("done");
    expect(() => world.kernel.storageQuota.requireForVisitors()).not.toThrow();
    expect(await world.html("/p1")).toContain("menu 29<");
    const releases = world.kernel.releases.list(SITE, 99, 99);
    expect(releases.length).toBeLessThan(30);
    const added = releases.slice(0, -1).reduce((sum, { bytes }) => sum + bytes, 0);
    expect(added).toBeLessThanOrEqual(maxBytes * ROOM_FOR_RELEASES);
    expect(releases[0]?.id).toBe(world.kernel.sites.get(SITE).release);
  });
});

describe("a workspace that stays full", () => {
  test("searches for removable data once a minute, however many requests it gets", () => {
    let looks = 0;
    const retention = { forgetUnseen: () => void (looks += 1) };
    const powers = { ...world.powers, sql: { ...world.powers.sql, bytes: () => 2_000 } };
    const quota = new StorageQuota({ ...world.kernel, powers, retention }, 1_000);
    const ask = (how?: "kept" | "tried") =>
      expect(quota.watch({}, { actor: { kind: "member", id: "m1" } }, how)).toThrow("WORKSPACE_FULL");
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
  test("is not exceeded by a crawler that reads every page's Markdown", async () => {
    const taken = await fill();
    await world.run("publish", {});
    await finished();
    for (let number = 0; number < taken; number++) await world.html(`/long-${number}.md`);
    expect(await world.html("/long-0.md")).toContain(LONG.slice(0, 100));
    expect(used()).toBeLessThan(MAX_BYTES * ROOM_FOR_UNTRUSTED + LONG.length * 8);
    expect(await outcome(world.write("home", page("/", { title: "Still open" })))).toBe("done");
  });

  const grownTo = (bytes: number): void => {
    for (let size = bytes - used(); size > 8_192; size = bytes - used()) {
      world.powers.sql.all(
        "INSERT INTO plugin_storage (site, plugin, key, value) VALUES (?, 'acme.pad', ?, ?)",
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
