/** One tenant's deeds leave the other's whole observable state as it is, to the byte. */
import { runInDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import type { Editor } from "../../worker/api/apiClient.ts";
import { db, get, migrate, objectOf, operations, provision, storeOf } from "../../worker/dispatch/harness.ts";
import { call, deliver, ownerOf, work } from "../../worker/dispatch/members.ts";
import { PNG } from "../../support/mediaFiles.ts";

/** The same numbers in every run (mulberry32), so that a failure comes back. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const OPERATIONS = 1_000;
/** As many at once as a busy tenant has. */
const SIDE_BY_SIDE = 10;

const ADDRESSES = [
  "/",
  "/about",
  "/nothing",
  "/sitemap.xml",
  "/robots.txt",
  "/llms.txt",
  "/feed.xml",
  "/media/x/y.png",
];
const READS = ["/api/site", "/api/pages", "/api/changes", "/api/theme", "/api/releases", "/api/audit", "/api/plugins"];

/** Everything that somebody can see of a tenant: its answers, its rows, its files, its object. */
async function observed(tenant: string, letter: "A" | "B", owner: Editor): Promise<string> {
  const pages = await Promise.all(ADDRESSES.map((path) => get(`https://${tenant}.example${path}?look`)));
  const answers = await Promise.all(pages.map(async (one) => [one.status, await one.text()]));
  const reads = await Promise.all(["/api/pages", "/api/theme"].map(async (path) => (await call(owner, path)).text()));
  const rows = await Promise.all(
    ["domains", "sites", "memberships", "audit", "operational_records"].map(async (table) => {
      const found = await db.prepare(`SELECT * FROM ${table} WHERE tenant_id = ? ORDER BY 1, 2, 3`).bind(tenant).all();
      return found.results;
    }),
  );
  const { objects } = await storeOf(letter).list();
  const inside = await runInDurableObject(objectOf(letter), (_instance, { storage }) =>
    ["documents", "releases", "outbox", "media_files"].map((table) =>
      [...storage.sql.exec("SELECT name FROM sqlite_master WHERE name = ?", table)].length > 0
        ? storage.sql.exec(`SELECT * FROM ${table} ORDER BY 1, 2`).toArray()
        : [],
    ),
  );
  return JSON.stringify({ answers, reads, rows, files: objects.map(({ key, etag }) => [key, etag]), inside });
}

describe("two tenants", () => {
  let a: Editor;
  let b: Editor;

  beforeAll(async () => {
    await migrate();
    await provision("tenant-a");
    await provision("tenant-b");
    [a, b] = [await ownerOf("tenant-a"), await ownerOf("tenant-b")];
    await work("tenant-b");
  });

  /** One thing that one tenant's people, visitors, queue or operator do; often wrong, and sometimes naming the other. */
  function operation(random: () => number): Promise<unknown> {
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const title = `T${Math.floor(random() * 1e6)}`;
    const kinds: readonly (() => Promise<unknown>)[] = [
      () => get(`${a.site.origin}${pick(ADDRESSES)}?${title}`),
      () => get(`${a.site.origin}${pick(ADDRESSES)}`, { cookie: b.cookie, "x-tenant": "tenant-b" }),
      () => call(a, pick(READS)),
      () =>
        call(a, "/api/pages/about", {
          method: "PATCH",
          body: { changes: { title } },
          ifMatch: 1 + Math.floor(random() * 40),
        }),
      () => call(a, "/api/pages", { body: { path: `/p-${title}`, title, sections: [] } }),
      () => call(a, `/api/pages/p-${title}`, { method: "DELETE", ifMatch: 1 }),
      () => call(a, "/api/publish", { body: { tenant: "tenant-b" }, ifMatch: Math.floor(random() * 30) }),
      () => call(a, `/api/media?name=${title}.png`, { method: "POST", file: PNG }),
      // Few enough to leave other tests of this tenant some of the archives a member may ask for.
      () => call(a, "/api/backups", random() < 0.2 ? { body: {} } : {}),
      () =>
        call({ ...a, cookie: b.cookie }, "/api/pages/about", {
          method: "PATCH",
          body: { changes: { title } },
          ifMatch: 1,
        }),
      () =>
        deliver("svc-t-tenant-a-queue", [
          pick([{ kind: "wake" }, { kind: "wake", tenant: "tenant-b" }, { site: "main" }]),
        ]),
      () => operations.list("tenant-a", "media", null),
      () => operations.read("tenant-a", "media", `tenant-b/${title}`).catch(() => undefined),
      () => operations.call("tenant-a", "status"),
    ];
    return pick(kinds)();
  }

  test("do not touch each other in a thousand operations of one", { timeout: 240_000 }, async () => {
    const before = await observed("tenant-b", "B", b);
    const random = seeded(20_26);
    for (let n = 0; n < OPERATIONS; n += SIDE_BY_SIDE)
      await Promise.all(Array.from({ length: SIDE_BY_SIDE }, () => operation(random).catch(() => undefined)));
    expect(await observed("tenant-b", "B", b)).toBe(before);
  });

  test("answer side by side, though one is asked a hundred times at once", async () => {
    const noise = Array.from({ length: 100 }, (_, n) => get(`${a.site.origin}/?noise-${n}`));
    const seen = await get(`${b.site.origin}/?quiet`);
    expect([seen.status, (await seen.text()).includes("tenant-b")]).toEqual([200, true]);
    for (const one of await Promise.all(noise)) expect(one.status).toBe(200);
  });
});
