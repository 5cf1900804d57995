/** A hostname leads to its own tenant's worker or nowhere, whatever rows and scripts contain. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PUBLISHED_BODY_MAX_BYTES, TENANT_QUEUE_ATTEMPTS } from "../../../manifests/bounds/hosting.ts";
import { forgetRoute } from "../../../sites/web/names/routing.ts";
import { tenantNames } from "../../../sites/platform/tenants/names.ts";
import type { TenantWorker } from "../../../sites/platform/tenants/platform.ts";
import { db, dispatchEnv, get, markReady, migrate, provision, send, tenants } from "../../worker/dispatch/harness.ts";
import { deliver } from "../../worker/dispatch/members.ts";

const BYTES = new TextEncoder().encode("hello");
const PAGE = { status: 200, headers: {}, body: BYTES };

describe("a dispatcher", () => {
  let a = "";
  let b = "";

  beforeAll(async () => {
    await migrate();
    a = await provision("tenant-a");
    b = await provision("tenant-b");
  });

  beforeEach(async () => {
    await markReady("tenant-a");
    await markReady("tenant-b");
  });

  test("routes no request to a worker that is not ready", async () => {
    await markReady("tenant-a", { readyAt: null });
    expect((await get(`${a}/?unready`)).status).toBe(503);
    expect((await get(`${b}/?ready`)).status).toBe(200);
  });

  test("routes no request to another tenant's worker, even if the record names it", async () => {
    await db.prepare("DELETE FROM tenant_workers WHERE tenant_id = 'tenant-b'").run();
    await markReady("tenant-a", { worker: "svc-t-tenant-b" });
    const seen = await get(`${a}/?retargeted`);
    expect([seen.status, (await seen.text()).includes("Marker of tenant-b")]).toEqual([503, false]);
  });

  test("shows nothing of a script that answers as another tenant", async () => {
    const crossed = { get: () => tenants.get("svc-t-tenant-b") } as unknown as DispatchNamespace;
    const seen = await get(`${a}/?crossed`, {}, { TENANTS: crossed });
    expect([seen.status, (await seen.text()).includes("Marker of tenant-b")]).toEqual([503, false]);
  });

  test("forwards no cookie of a visitor, and none of a tenant's script", async () => {
    const told: string[] = [];
    const script: TenantWorker = {
      dispatched: async (call) => {
        told.push(JSON.stringify(call.args));
        const forged = { "set-cookie": "other=1", "Set-Cookie": "__Host-svc_session=forged; Path=/; Secure" };
        return { status: 200, headers: { "content-type": "text/html", ...forged }, body: BYTES };
      },
    };
    const namespace = { get: () => script } as unknown as DispatchNamespace;
    const cookie = "__Host-svc_session=the-members-own; other=mine";
    const seen = await get(`${a}/?visit`, { cookie, authorization: "Bearer x" }, { TENANTS: namespace });
    expect([await seen.text(), seen.headers.get("set-cookie")]).toEqual(["hello", null]);
    expect(told.join()).not.toMatch(/cookie|the-members-own|authorization|Bearer/i);
  });

  test.each([
    ["en", 302, /^svc_language=en; Path=\/; Secure; SameSite=Lax; HttpOnly; Max-Age=31536000$/],
    ["en", 200, /^null$/],
    ["en; Domain=.example", 302, /^null$/],
    ["__Host-svc_session=x", 302, /^null$/],
    ["e".repeat(36), 302, /^null$/],
  ])("lets a script remember the language %j with status %i as a language alone", async (tag, status, cookie) => {
    const headers = { "Svc-Remembered-Language": tag, location: "/", "cache-control": "private, no-store" };
    const answer = { status, headers, body: BYTES };
    const namespace = { get: () => ({ dispatched: async () => answer }) } as unknown as DispatchNamespace;
    const seen = await get(`${a}/?remembered=${status}${tag.length}`, {}, { TENANTS: namespace });
    expect(String(seen.headers.get("set-cookie"))).toMatch(cookie);
    expect(seen.headers.get("svc-remembered-language")).toBeNull();
  });

  test("forwards only headers that a workspace sets", async () => {
    const strange = {
      "Clear-Site-Data": '"*"',
      Refresh: "0; url=https://elsewhere.example",
      "Service-Worker-Allowed": "/",
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Allow-Credentials": "true",
      NEL: "{}",
      "Report-To": "{}",
      "Alt-Svc": 'h3="elsewhere.example:443"',
      "X-Made-Up": "1",
    };
    const answer = { status: 200, headers: { ...strange, "content-type": "text/html", etag: '"1"' }, body: BYTES };
    const namespace = { get: () => ({ dispatched: async () => answer }) } as unknown as DispatchNamespace;
    const seen = await get(`${a}/?strange-headers`, {}, { TENANTS: namespace });
    const names = Object.keys(strange).filter((name) => seen.headers.has(name));
    expect([seen.status, seen.headers.get("etag"), names]).toEqual([200, '"1"', []]);
  });

  test("forwards no cookie that a tenant's script hides in a form's page", async () => {
    const headers = { "content-type": "text/html", "Set-Cookie": "__Host-svc_session=forged; Path=/; Secure" };
    const page = { kind: "page", answer: { status: 200, headers, body: "the page" } };
    const script = { dispatched: async () => ({ ok: true, value: page }) };
    const namespace = { get: () => script } as unknown as DispatchNamespace;
    const request = new Request(`${a}/api/forms/contact.write`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html", origin: a },
      body: "name=x",
    });
    const seen = await send(request, { TENANTS: namespace });
    expect([await seen.text(), seen.headers.get("set-cookie")]).toEqual(["the page", null]);
  });

  test.each<[string, unknown]>([
    ["no headers", { status: 200, body: BYTES }],
    ["headers as a list, which may hold cookies", { ...PAGE, headers: [["set-cookie", "other=1"]] }],
    ["a header of two lines", { ...PAGE, headers: { etag: "1\r\nset-cookie: other=1" } }],
    ["a stream that outlasts the call", { ...PAGE, body: new Response("endless").body }],
    ["a response", new Response("hello")],
    ["a text", { ...PAGE, body: "hello" }],
    ["no status", { ...PAGE, status: "fine" }],
    ["a switch of protocols", { ...PAGE, status: 101 }],
    ["nothing", undefined],
  ])("answers 503 if a script answers %s", async (_, answer) => {
    const namespace = { get: () => ({ dispatched: async () => answer }) } as unknown as DispatchNamespace;
    expect((await get(`${a}/?strange`, {}, { TENANTS: namespace })).status).toBe(503);
  });

  test.each([
    [-1, 200],
    [0, 200],
    [1, 503],
  ])("accepts a body up to a bound: with %i bytes more it answers %i", async (more, status) => {
    const body = new Uint8Array(PUBLISHED_BODY_MAX_BYTES + more);
    const namespace = { get: () => ({ dispatched: async () => ({ ...PAGE, body }) }) } as unknown as DispatchNamespace;
    expect((await get(`${a}/?large=${more}`, {}, { TENANTS: namespace })).status).toBe(status);
  });

  test("never shows an error that a script throws", async () => {
    const namespace = {
      get: () => ({ dispatched: () => Promise.reject(new Error("secret of the script")) }),
    } as unknown as DispatchNamespace;
    const seen = await get(`${a}/?thrown`, {}, { TENANTS: namespace });
    expect([seen.status, (await seen.text()).includes("secret")]).toEqual([503, false]);
  });

  test("identifies the tenant of a message by its queue", async () => {
    const asked: string[] = [];
    const namespace = {
      get: (name: string) => ({
        dispatched: async () => {
          asked.push(name);
          return null;
        },
      }),
    } as unknown as DispatchNamespace;
    const queue = tenantNames("tenant-a").queue;
    const forged = [
      { kind: "wake", tenant: "tenant-b" },
      { kind: "publication", tenant: "tenant-b", site: "main" },
      7,
      null,
    ];
    const swap = { TENANTS: namespace };
    expect(await deliver(queue, forged, 1, swap)).toEqual({ acked: 0, retried: 4 });
    expect(asked).toEqual([]);
    expect(await deliver(queue, [{ kind: "wake" }], 1, swap)).toEqual({ acked: 1, retried: 0 });
    expect(asked).toEqual(["svc-t-tenant-a"]);
  });

  test("stores a message that always fails under the queue's tenant", async () => {
    expect(await deliver(tenantNames("tenant-a").queue, [{ tenant: "tenant-b" }], 6)).toEqual({ acked: 1, retried: 0 });
    const found = await db.prepare("SELECT tenant_id FROM operational_records WHERE kind = 'dead_letter'").all();
    expect(found.results).toEqual([{ tenant_id: "tenant-a" }]);
    expect(await deliver("svc-t-nobody-queue", [{ kind: "wake" }], 1)).toEqual({ acked: 0, retried: 1 });
  });

  test.each([
    [-1, { acked: 0, retried: 1 }, 0],
    [0, { acked: 1, retried: 0 }, 1],
    [1, { acked: 1, retried: 0 }, 1],
  ])("retries a message up to the bound: at its last attempt and %i", async (more, outcome, letters) => {
    const { queue } = tenantNames("tenant-b");
    const count = async () =>
      (await db
        .prepare("SELECT count(*) AS kept FROM operational_records WHERE tenant_id = 'tenant-b'")
        .first("kept")) as number;
    const before = await count();
    expect(await deliver(queue, [{ kind: "none" }], TENANT_QUEUE_ATTEMPTS + more)).toEqual(outcome);
    expect((await count()) - before).toBe(letters);
  });

  test("shows, while a hostname moves under load, only whole pages of one tenant, and finally the new one's", async () => {
    const NAME = "wanders.example";
    const own = (tenant: string, isPrimary: 0 | 1) =>
      db.prepare("UPDATE domains SET is_primary = ? WHERE hostname = ?").bind(isPrimary, `${tenant}.example`);
    /** The name is its tenant's first one, so it serves pages and does not redirect. */
    const move = async (from: string, to: string) => {
      await db.batch([
        own(to, 0),
        db.prepare("UPDATE domains SET tenant_id = ?, is_primary = 1 WHERE hostname = ?").bind(to, NAME),
        own(from, 1),
      ]);
      for (const name of [NAME, "tenant-a.example", "tenant-b.example"]) forgetRoute(name);
    };
    let asked = 0;
    const pageAt = async (hostname: string) => (await get(`https://${hostname}/?wandering=${(asked += 1)}`)).text();
    const tenantsIn = (text: string) => ["tenant-a", "tenant-b"].filter((one) => text.includes(`Marker of ${one}`));
    const shown = (hostname: string, times: number) =>
      Promise.all(Array.from({ length: times }, async () => tenantsIn(await pageAt(hostname))));

    await db.prepare("INSERT INTO domains VALUES (?, 'tenant-b', 'main', 'verified', 0, 1)").bind(NAME).run();
    await move("tenant-b", "tenant-a");
    for (const [from, to] of [
      ["tenant-a", "tenant-b"],
      ["tenant-b", "tenant-a"],
      ["tenant-a", "tenant-b"],
    ] as const) {
      expect(await shown(NAME, 1)).toEqual([[from]]);
      const meanwhile = shown(NAME, 20);
      await move(from, to);
      for (const seen of await meanwhile) expect([[from], [to]]).toContainEqual(seen);
      for (const seen of await shown(NAME, 20)) expect(seen).toEqual([to]);
      // The tenant that lost the name still serves its pages under its own one.
      for (const seen of await shown(`${from}.example`, 5)) expect(seen).toEqual([from]);
    }
    await db.batch([db.prepare("DELETE FROM domains WHERE hostname = ?").bind(NAME), own("tenant-b", 1)]);
    for (const name of [NAME, "tenant-b.example"]) forgetRoute(name);
  });

  test("routes each visitor of a moving hostname to one of the two tenants, and finally to the new one", async () => {
    const move = async (tenant: string) => {
      await db.prepare("UPDATE domains SET tenant_id = ? WHERE hostname = 'moving.example'").bind(tenant).run();
      forgetRoute("moving.example");
    };
    await db.prepare("INSERT INTO domains VALUES ('moving.example', 'tenant-a', 'main', 'verified', 0, 1)").run();
    const markers = async (n: number) => {
      const seen = await get(`https://moving.example/?${n}`, {}, dispatchEnv);
      return seen.headers.get("location") ?? seen.status;
    };
    const before = Promise.all(Array.from({ length: 20 }, (_, n) => markers(n)));
    await move("tenant-b");
    const after = await Promise.all(Array.from({ length: 20 }, (_, n) => markers(100 + n)));
    for (const place of await before) expect(String(place)).toMatch(/^https:\/\/tenant-[ab]\.example\//);
    for (const place of after) expect(String(place)).toMatch(/^https:\/\/tenant-b\.example\//);
  });
});
