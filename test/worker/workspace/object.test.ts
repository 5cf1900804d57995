import { abortAllDurableObjects, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { OUTBOX_GATHER_MS, CHORE_RETRY_MS, TIDY_EVERY_MS } from "../../../manifests/bounds/commands.ts";
import { JOB_TURN_MS } from "../../../manifests/bounds/plugins.ts";
import { PUBLISH_INLINE_PAGES, PUBLISH_STEP_ATTEMPTS } from "../../../manifests/bounds/publishing.ts";
import { pageCacheKey } from "../../../runtime/serving/pageCacheKey.ts";
import { namedPageCache } from "../../../sites/platform/pageCache/namedPageCache.ts";
import { expectValue } from "../../../runtime/commands/answer.ts";
import { MEMBER, SITE, aTenant, db, get, migrate, pointerOf, rewrite, run, stubOf } from "./harness.ts";

beforeAll(migrate);

describe("a workspace object", () => {
  test("publishes what it was initialised with, and keeps it over an eviction and an abort", async () => {
    const { tenant, result } = await aTenant("kept");
    expect(result).toMatchObject({ created: true, release: 1, sequence: 1, unavailable: [] });
    const before = await (await get(tenant, "/")).text();
    await evictDurableObject(stubOf(tenant));
    expect(await (await get(tenant, "/")).text()).toBe(before);
    await abortAllDurableObjects();
    expect(await (await get(tenant, "/")).text()).toBe(before);
  });

  test("answers HEAD without a body and a known tag with 304", async () => {
    const { tenant } = await aTenant("head");
    const head = await get(tenant, "/", { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const tag = head.headers.get("ETag") ?? "";
    expect((await get(tenant, "/", { headers: { "If-None-Match": tag } })).status).toBe(304);
  });

  test("keeps tenants apart: the same site id holds other pages elsewhere", async () => {
    const one = await aTenant("one", ["home", "secret"]);
    const other = await aTenant("other", ["home"]);
    expect((await get(one.tenant, "/secret")).status).toBe(200);
    expect((await get(other.tenant, "/secret")).status).toBe(404);
  });

  test("refuses over the wire with a code that survives it", async () => {
    const { tenant } = await aTenant("refuse");
    const answer = await stubOf(tenant).execute(
      "documents.write",
      { site: SITE, actor: { kind: "member", id: "m" }, key: "k", requestId: "r" },
      { writes: [] },
    );
    expect(answer).toMatchObject({
      ok: false,
      refusal: { code: "INVALID_REQUEST", detail: { issues: [{ pointer: "/writes" }] } },
    });
  });

  test("tells an operator what it serves and what it misses", async () => {
    const { tenant } = await aTenant("status");
    const status = expectValue(await stubOf(tenant).status());
    expect(status.loader.available).toBe(false);
    expect(status.sites[0]).toMatchObject({ site: SITE, release: 1, sequence: 1, pages: 1 });
    expect(status.sites[0]?.plugins.active.map(({ id }) => id)).toContain("drawbridge.basics");
  });

  test("exposes over RPC only what it means to", async () => {
    const { tenant } = await aTenant("surface");
    const names = await runInDurableObject(stubOf(tenant), (instance) => methodsOf(instance));
    expect(names.toSorted()).toEqual(METHODS.toSorted());
  });
});

/** Method names of the classes below the platform's own. */
function methodsOf(instance: object): string[] {
  const names = new Set<string>();
  for (
    let at: object = Object.getPrototypeOf(instance);
    Object.getPrototypeOf(Object.getPrototypeOf(at)) !== null;
    at = Object.getPrototypeOf(at)
  )
    for (const name of Object.getOwnPropertyNames(at)) names.add(name);
  return [...names];
}

/** All methods that a holder of a stub can call. The site worker or the MCP worker checks each call first. */
const METHODS = [
  "constructor",
  "fetch",
  "alarm",
  // Handlers that only the platform calls.
  "webSocketMessage",
  "webSocketClose",
  "webSocketError",
  "recheckLive",
  "trustChanged",
  "read",
  "execute",
  "rehearse",
  "spend",
  "status",
  "initialise",
  "rehearseInitialise",
  "abandonSite",
  "removeSite",
  "resealSettings",
  "announce",
  "refresh",
  "setHostnames",
  "setStatus",
  "restore",
  "erase",
  "backups",
  "openArchived",
  "lackingFiles",
  "takeArchived",
  "returnBackup",
  "planRewind",
  "rewind",
  "rewound",
  "beginUpload",
  "placeUpload",
  "endUpload",
  "endMembership",
  "openShareLink",
  "leaveRemark",
  "readerAct",
  "countVisits",
  "beginFormFiles",
  "submitForm",
  "abandonFormFiles",
  "pluginRoute",
  "pluginWebhook",
  "agentTool",
];

describe("the alarm", () => {
  test("delivers audit rows once, however often it rings", async () => {
    const { tenant } = await aTenant("audit");
    await rewrite(tenant, "home", "New", 1);
    await runDurableObjectAlarm(stubOf(tenant));
    await runInDurableObject(stubOf(tenant), (instance) => instance.alarm());
    const { results } = await db
      .prepare("SELECT command, outcome, actor, site_id FROM audit WHERE tenant_id = ?")
      .bind(tenant)
      .all();
    expect(results).toEqual([
      { command: "documents.write", outcome: "done", actor: `member:${MEMBER}`, site_id: SITE },
    ]);
  });

  test("waits a moment for further audit rows, and not longer when they keep coming", async () => {
    const { tenant } = await aTenant("gather");
    await runInDurableObject(stubOf(tenant), (instance) => instance.alarm());
    const alarm = () => runInDurableObject(stubOf(tenant), (_instance, { storage }) => storage.getAlarm());
    await runInDurableObject(stubOf(tenant), (_instance, { storage }) => {
      storage.sql.exec("DELETE FROM outbox");
      return storage.deleteAlarm();
    });
    const before = Date.now();
    await rewrite(tenant, "home", "New", 1);
    const [first, after] = [(await alarm()) ?? 0, Date.now()];
    expect(first).toBeGreaterThanOrEqual(before + OUTBOX_GATHER_MS);
    expect(first).toBeLessThanOrEqual(after + OUTBOX_GATHER_MS);
    await rewrite(tenant, "home", "Newer", 2);
    expect(await alarm()).toBe(first);
  });

  test.each([
    [-1, true],
    [0, false],
    [1, false],
  ])("tidies a minute and %i ms after it has tidied: what is over is still there, %s", async (more, isThere) => {
    const { tenant } = await aTenant("tidy");
    const left = await runInDurableObject(stubOf(tenant), async (instance, { storage }) => {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10 * TIDY_EVERY_MS });
      await instance.alarm();
      storage.sql.exec("INSERT INTO rate_limits (id, free_at) VALUES ('over', 1)");
      vi.setSystemTime(Date.now() + TIDY_EVERY_MS + more);
      await instance.alarm();
      vi.useRealTimers();
      return storage.sql.exec("SELECT id FROM rate_limits").toArray();
    });
    expect(left.length === 1).toBe(isThere);
  });

  test("keeps audit rows while the database is away, carries publications all the same, and delivers the rows later", async () => {
    const { tenant } = await aTenant("away");
    await rewrite(tenant, "home", "New", 1);
    const outbox = () =>
      runInDurableObject(stubOf(tenant), (_instance, state) =>
        state.storage.sql.exec("SELECT kind, attempts FROM outbox ORDER BY kind").toArray(),
      );
    await db.exec("ALTER TABLE audit RENAME TO audit_away");
    await runInDurableObject(stubOf(tenant), (instance) => instance.alarm());
    expect(await outbox()).toEqual([{ kind: "audit", attempts: 1 }]);
    expect((await pointerOf(tenant))?.sequence).toBe(1);
    await db.exec("ALTER TABLE audit_away RENAME TO audit");
    await runInDurableObject(stubOf(tenant), async (instance, state) => {
      state.storage.sql.exec("UPDATE outbox SET due_at = 0");
      await instance.alarm();
    });
    const { results } = await db.prepare("SELECT id FROM audit WHERE tenant_id = ?").bind(tenant).all();
    expect(results).toHaveLength(1);
  });

  test("is set again, when the object wakes, for work a crash left without one", async () => {
    const { tenant } = await aTenant("forgotten");
    await runInDurableObject(stubOf(tenant), (_instance, state) => state.storage.deleteAlarm());
    await evictDurableObject(stubOf(tenant));
    await get(tenant, "/");
    const alarm = await runInDurableObject(stubOf(tenant), (_instance, state) => state.storage.getAlarm());
    expect(alarm).not.toBeNull();
  });

  test("leaves no timer behind that would keep the object in memory", async () => {
    const { tenant } = await aTenant("done");
    const waited = vi.spyOn(scheduler, "wait");
    await runInDurableObject(stubOf(tenant), (instance) => instance.alarm());
    // Other workspaces may ring at the same time.
    const turns = () =>
      waited.mock.calls.filter(([ms]) => ms === JOB_TURN_MS).map(([, options]) => options?.signal?.aborted);
    expect(turns().length).toBeGreaterThan(0);
    await expect.poll(() => new Set(turns())).toEqual(new Set([true]));
    waited.mockRestore();
  });

  test("rings again after a chore broke, but not at once", async () => {
    const { tenant } = await aTenant("broken");
    await runInDurableObject(stubOf(tenant), async (instance, state) => {
      state.storage.sql.exec("ALTER TABLE claims RENAME TO claims_away");
      await state.storage.deleteAlarm();
      await instance.alarm();
      const next = (await state.storage.getAlarm()) ?? 0;
      expect(next).toBeGreaterThan(Date.now() + CHORE_RETRY_MS - 1_000);
      state.storage.sql.exec("ALTER TABLE claims_away RENAME TO claims");
    });
  });

  test("gives a publication up when a step breaks again and again, and the site can be published anew", async () => {
    const ids = Array.from({ length: PUBLISH_INLINE_PAGES + 1 }, (_, n) => `p${n}`);
    const { tenant } = await aTenant("stuck", ["home", ...ids]);
    await run(tenant, "documents.write", {
      writes: [{ kind: "settings", id: "site", expected: 1, body: { name: "Renamed", language: "en" } }],
    });
    await run(tenant, "publish", {});
    await runInDurableObject(stubOf(tenant), async (instance, state) => {
      state.storage.sql.exec("ALTER TABLE dependencies RENAME TO dependencies_away");
      const afterTrying = async (attempts: number): Promise<unknown> => {
        await state.storage.deleteAlarm();
        state.storage.sql.exec("UPDATE releases SET attempts = ? WHERE id = 2", attempts);
        await instance.alarm();
        return state.storage.sql.exec("SELECT state, attempts FROM releases WHERE id = 2").one();
      };
      expect(await afterTrying(PUBLISH_STEP_ATTEMPTS - 1)).toEqual({
        state: "building",
        attempts: PUBLISH_STEP_ATTEMPTS,
      });
      expect(await afterTrying(PUBLISH_STEP_ATTEMPTS)).toMatchObject({ state: "failed" });
      state.storage.sql.exec("ALTER TABLE dependencies_away RENAME TO dependencies");
    });
    expect(await run(tenant, "publish", {})).toMatchObject({ release: 3 });
  });

  test("finishes a long publication after an abort, and shows nothing of it before", async () => {
    const ids = Array.from({ length: PUBLISH_INLINE_PAGES + 20 }, (_, n) => `p${String(n).padStart(4, "0")}`);
    const { tenant } = await aTenant("long", ["home", ...ids]);
    const settings = { kind: "settings", id: "site", expected: 1, body: { name: "Renamed", language: "en" } };
    await run(tenant, "documents.write", { writes: [settings] });
    expect(await run(tenant, "publish", {})).toMatchObject({ state: "building" });
    await abortAllDurableObjects();
    expect(await (await get(tenant, "/p0000")).text()).toContain("Test site");
    await runDurableObjectAlarm(stubOf(tenant));
    expect(await (await get(tenant, "/p0000")).text()).toContain("Renamed");
    expect(expectValue(await stubOf(tenant).status()).sites[0]).toMatchObject({ release: 2, building: null });
  });
});

test("a publication is purged from the page cache when it is carried", async () => {
  const { tenant } = await aTenant("purge");
  const cache = namedPageCache();
  const key = pageCacheKey(`${tenant}.example`, "/");
  await cache.store(key, new Response("old", { headers: { "Cache-Control": "s-maxage=60" } }));
  expectValue(await stubOf(tenant).refresh(SITE, 1));
  expect(await cache.find(key)).toBeUndefined();
});
