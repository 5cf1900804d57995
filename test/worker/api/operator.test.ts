import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { DOMAIN_PENDING_MS, DOMAINS_MAX, HOSTNAMES_HELD_MS } from "../../../manifests/bounds/hosts.ts";
import { VISITS_HANDED_AT_ONCE } from "../../../manifests/bounds/publicContent.ts";
import type { VisitCounts, VisitsView } from "../../../runtime/visits/views.ts";
import { handOn } from "../../../sites/web/visits/handOn.ts";
import { siteHosting } from "../../../sites/workers/site/powers.ts";
import { aSite, changeRows, db, get, migrate, operator, unique } from "../site/harness.ts";
import type { Site } from "../auth/siteLogins.ts";
import { type Editor, anEditor, callApi, codeOf, done, memberOf, ownerOfSite, refused } from "./apiClient.ts";

beforeAll(migrate);

const send = async (path: string, method: string, body: unknown): Promise<Response> =>
  (await operator(path, { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) }))
    .response;
const setStatus = (site: Site, status: string) => send(`/api/admin/tenants/${site.name}/status`, "PUT", { status });
const verify = (hostname: string, { name }: Site) =>
  send(`/api/admin/domains/${hostname}/verify`, "POST", { tenant: name, site: "main" });
const retitle = (editor: Editor, ifMatch: number) =>
  callApi(editor, "PATCH", "/api/pages/home", { ifMatch, body: { changes: { title: unique("t") } } });
const auditOf = async (tenant: string, command: string): Promise<string[]> => {
  const { results } = await db
    .prepare("SELECT outcome FROM audit WHERE tenant_id = ? AND command = ? ORDER BY at, outcome")
    .bind(tenant, command)
    .all<{ outcome: string }>();
  return results.map(({ outcome }) => outcome);
};

describe("a tenant that is made read-only", () => {
  test("stops writing at once and goes on reading; made active again, it goes on writing", async () => {
    const editor = await anEditor();
    expect(await codeOf(await retitle(editor, 1))).toBe("200");
    expect(await done(await setStatus(editor.site, "read_only"))).toEqual({
      tenant: editor.site.name,
      status: "read_only",
      changed: true,
    });
    const problem = await refused(await retitle(editor, 2));
    expect(problem).toMatchObject({ status: 423, code: "TENANT_READ_ONLY" });
    expect(
      await codeOf(await callApi(editor, "POST", "/api/domains", { body: { hostname: `${unique("d")}.example` } })),
    ).toBe("TENANT_READ_ONLY");
    expect(await done(await callApi(editor, "GET", "/api/site"))).toMatchObject({ status: "read_only" });
    expect((await get(editor.site.origin)).response.status).toBe(200);
    await done(await setStatus(editor.site, "active"));
    expect(await codeOf(await retitle(editor, 2))).toBe("200");
  });

  test("is refused by its workspace even where nobody has heard of it", async () => {
    const editor = await anEditor();
    expect(await codeOf(await retitle(editor, 1))).toBe("200");
    await done(await setStatus(editor.site, "read_only"));
    // The control plane says active again while the workspace is still read-only, as an isolate with an old cache would
    // see it.
    await db.prepare("UPDATE tenants SET status = 'active' WHERE id = ?").bind(editor.site.name).run();
    expect(await codeOf(await retitle(editor, 2))).toBe("TENANT_READ_ONLY");
  });
});

describe("a tenant that is suspended", () => {
  test("is not served at all, while others are", async () => {
    const [editor, other] = [await anEditor(), await anEditor()];
    expect((await get(`${editor.site.origin}/about`)).response.status).toBe(200);
    await done(await setStatus(editor.site, "suspended"));
    expect((await get(`${editor.site.origin}/about`)).response.status).toBe(503);
    for (const response of [await callApi(editor, "GET", "/api/site"), await retitle(editor, 1)]) {
      expect(response.headers.get("retry-after")).toMatch(/^\d+$/);
      expect(await codeOf(response)).toBe("TENANT_SUSPENDED");
    }
    expect(await codeOf(await retitle(other, 1))).toBe("200");
    await done(await setStatus(editor.site, "active"));
    expect((await get(`${editor.site.origin}/about`)).response.status).toBe(200);
    expect(await codeOf(await retitle(editor, 1))).toBe("200");
  });
});

describe("the status of a tenant", () => {
  test("set again changes nothing; every time is in audit", async () => {
    const site = await aSite("status");
    expect(await done(await setStatus(site, "suspended"))).toMatchObject({ changed: true });
    expect(await done(await setStatus(site, "suspended"))).toMatchObject({ changed: false });
    expect(await auditOf(site.name, "tenant.status")).toEqual(["done", "replayed"]);
  });

  test.each([
    ["a status that does not exist", { status: "paused" }],
    ["nothing", {}],
    ["more than it", { status: "active", tenant: "other" }],
  ])("is not %s", async (_, body) => {
    const site = await aSite("status");
    expect(await codeOf(await send(`/api/admin/tenants/${site.name}/status`, "PUT", body))).toBe("INVALID_REQUEST");
  });

  test("of a tenant nobody has is not found", async () => {
    expect(await codeOf(await send(`/api/admin/tenants/${unique("nobody")}/status`, "PUT", { status: "active" }))).toBe(
      "NOT_FOUND",
    );
  });

  test("is not for members, however they come", async () => {
    const owner = await anEditor();
    expect(
      await codeOf(
        await callApi(owner, "PUT", `/api/admin/tenants/${owner.site.name}/status`, { body: { status: "suspended" } }),
      ),
    ).toBe("UNAUTHENTICATED");
    expect(await codeOf(await retitle(owner, 1))).toBe("200");
  });
});

describe("a hostname", () => {
  const request = (editor: Editor, hostname: string) => callApi(editor, "POST", "/api/domains", { body: { hostname } });

  test("asked for is served when it is verified, leads to the canonical one, and its workspace knows it", async () => {
    const editor = await anEditor();
    const hostname = `${unique("second")}.example`;
    await done(await request(editor, hostname));
    expect((await get(`https://${hostname}/`)).response.status).toBe(404);
    expect(await done(await verify(hostname, editor.site))).toEqual({ hostname, status: "verified", changed: true });
    const { response } = await get(`https://${hostname}/about`);
    expect([response.status, response.headers.get("location")]).toEqual([308, `${editor.site.origin}/about`]);
    expect(await done(await callApi(editor, "GET", "/api/site"))).toMatchObject({
      hostnames: [`${editor.site.name}.example`, hostname],
    });
    expect(await done(await verify(hostname, editor.site))).toMatchObject({ changed: false });
    expect(await auditOf(editor.site.name, "domain.verify")).toEqual(["done", "replayed"]);
    expect((await done<{ items: object[] }>(await callApi(editor, "GET", "/api/domains"))).items).toMatchObject([
      { hostname: `${editor.site.name}.example`, primary: true, status: "verified" },
      { hostname, primary: false, status: "verified" },
    ]);
  });

  test("is not verified for another site than the one that asked, nor when nobody did", async () => {
    const [editor, other] = [await anEditor(), await aSite("other")];
    const hostname = `${unique("mine")}.example`;
    await done(await request(editor, hostname));
    expect(await codeOf(await verify(hostname, other))).toBe("NOT_FOUND");
    expect(await codeOf(await verify(`${unique("nobody")}.example`, other))).toBe("NOT_FOUND");
    expect((await get(`https://${hostname}/`)).response.status).toBe(404);
  });

  const age = (hostname: string, milliseconds: number) =>
    db
      .prepare("UPDATE domain_requests SET created_at = ? WHERE hostname = ?")
      .bind(Date.now() - milliseconds, hostname)
      .run();
  const names = async (editor: Editor) => {
    const { items } = await done<{ items: { hostname: string }[] }>(await callApi(editor, "GET", "/api/domains"));
    return items.map(({ hostname }) => hostname);
  };

  test.each([
    [DOMAIN_PENDING_MS - 60_000, "CONFLICT", "200", true],
    [DOMAIN_PENDING_MS + 60_000, "201", "NOT_FOUND", false],
  ])(
    "asked for %i ms ago: the site asks again and hears %s, the operator %s",
    async (milliseconds, again, verified, isListed) => {
      const editor = await anEditor();
      const [one, other] = [`${unique("waited")}.example`, `${unique("waited")}.example`];
      for (const hostname of [one, other]) {
        await done(await request(editor, hostname));
        await age(hostname, milliseconds);
      }
      expect((await names(editor)).includes(one)).toBe(isListed);
      expect(await codeOf(await verify(one, editor.site))).toBe(verified);
      expect(await codeOf(await request(editor, other))).toBe(again);
    },
  );

  test("that two sites ask for goes to the one the operator names, and the other's request ends", async () => {
    const [first, second] = [await anEditor(), await anEditor()];
    const hostname = `${unique("both")}.example`;
    for (const editor of [first, second]) expect(await codeOf(await request(editor, hostname))).toBe("201");
    expect(await done(await verify(hostname, second.site))).toMatchObject({ changed: true });
    expect(await names(first)).not.toContain(hostname);
    expect(await codeOf(await verify(hostname, first.site))).toBe("NOT_FOUND");
    expect(await codeOf(await request(first, hostname))).toBe("CONFLICT");
  });

  test("that was proven meanwhile is not verified for another site that still asks", async () => {
    const [holder, late] = [await anEditor(), await anEditor()];
    const hostname = `${holder.site.name}.example`;
    await db
      .prepare("INSERT INTO domain_requests (hostname, tenant_id, site_id, created_at) VALUES (?, ?, 'main', ?)")
      .bind(hostname, late.site.name, Date.now())
      .run();
    expect(await codeOf(await verify(hostname, late.site))).toBe("CONFLICT");
    expect((await get(`https://${hostname}/`)).response.status).toBe(200);
  });

  test("is released by the operator, asked for or served; the canonical one is not", async () => {
    const editor = await anEditor();
    const release = (name: string) =>
      send(`/api/admin/domains/${name}/release`, "POST", { tenant: editor.site.name, site: "main" });
    const [asked, served] = [`${unique("asked")}.example`, `${unique("served")}.example`];
    for (const hostname of [asked, served]) await done(await request(editor, hostname));
    await done(await verify(served, editor.site));
    expect((await get(`https://${served}/about`)).response.status).toBe(308);
    expect(await heldBy(editor.site)).toEqual(
      [`${asked} pending`, `${editor.site.name}.example primary`, `${served} verified`].toSorted(),
    );
    for (const hostname of [asked, served])
      expect(await done(await release(hostname))).toEqual({ hostname, changed: true });
    expect(await done(await release(asked))).toEqual({ hostname: asked, changed: false });
    expect((await get(`https://${served}/about`)).response.status).toBe(404);
    expect(await done(await callApi(editor, "GET", "/api/site"))).toMatchObject({
      hostnames: [`${editor.site.name}.example`],
    });
    expect(await codeOf(await release(`${editor.site.name}.example`))).toBe("CONFLICT");
    expect((await get(`${editor.site.origin}/about`)).response.status).toBe(200);
    expect(await heldBy(editor.site)).toEqual([`${editor.site.name}.example primary`]);
  });

  test("of published pages moves to another name of the site or a free one, leads there, and is then released", async () => {
    const [editor, other] = [await anEditor(), await anEditor()];
    const change = (name: string, to: string, site = editor.site.name) =>
      send(`/api/admin/domains/${name}/${to}`, "POST", { tenant: site, site: "main" });
    const [first, next] = [`${editor.site.name}.example`, `${unique("next")}.example`];
    expect(await codeOf(await change(`${other.site.name}.example`, "primary"))).toBe("CONFLICT");
    expect(await codeOf(await change(next, "primary", "nobody"))).toBe("NOT_FOUND");
    expect(await heldBy(editor.site)).toEqual([`${first} primary`]);
    expect(await auditOf(editor.site.name, "domain.primary")).toEqual([]);

    // Another site's request for the name ends, and this one's own is no second hostname.
    for (const asking of [editor, other]) await done(await request(asking, next));
    expect(await done(await change(next, "primary"))).toEqual({ hostname: next, changed: true });
    expect(await done(await change(next, "primary"))).toEqual({ hostname: next, changed: false });
    expect(await heldBy(editor.site)).toEqual([`${first} verified`, `${next} primary`].toSorted());
    expect(await names(other)).not.toContain(next);
    expect(await auditOf(editor.site.name, "domain.primary")).toEqual(["done", "replayed"]);
    expect((await get(`https://${next}/about`)).response.status).toBe(200);
    const moved = (await get(`https://${first}/about?a=1`)).response;
    expect([moved.status, moved.headers.get("location")]).toEqual([308, `https://${next}/about?a=1`]);

    // A cache may show pages at the name for 40 seconds, so nobody else gets it before.
    expect(await codeOf(await change(first, "release"))).toBe("CONFLICT");
    await db
      .prepare("UPDATE audit SET at = at - ? WHERE tenant_id = ? AND command = 'domain.primary'")
      .bind(HOSTNAMES_HELD_MS + 1000, editor.site.name)
      .run();
    expect(await done(await change(first, "release"))).toEqual({ hostname: first, changed: true });
    expect((await get(`https://${first}/about`)).response.status).toBe(404);
    expect(await codeOf(await change(next, "release"))).toBe("CONFLICT");
    expect(await done(await change(first, "primary", other.site.name))).toEqual({ hostname: first, changed: true });
    expect((await get(`https://${first}/about`)).response.status).toBe(200);
  });

  test("moves to a free name only while the site has room for it", async () => {
    const { site } = await anEditor();
    const fill = (count: number) =>
      db
        .prepare(
          "INSERT INTO domains (hostname, tenant_id, site_id, status, is_primary, created_at) SELECT value, ?, 'main', 'verified', 0, 0 FROM json_each(?)",
        )
        .bind(site.name, JSON.stringify(Array.from({ length: count }, () => `${unique("d")}.example`)))
        .run();
    const move = (name: string) =>
      send(`/api/admin/domains/${name}/primary`, "POST", { tenant: site.name, site: "main" });
    await fill(DOMAINS_MAX - 2);
    expect(await codeOf(await move(`${unique("last")}.example`))).toBe("200");
    expect(await codeOf(await move(`${unique("over")}.example`))).toBe("CONFLICT");
    expect(await codeOf(await move(`${site.name}.example`))).toBe("200");
  });

  test.each([
    [DOMAINS_MAX - 1, Date.now(), "201"],
    [DOMAINS_MAX, Date.now(), "CONFLICT"],
    [DOMAINS_MAX + 1, Date.now(), "CONFLICT"],
    [DOMAINS_MAX + 1, 0, "201"],
  ])("beside %i of the site, asked for at %i: %s", async (count, at, answer) => {
    const editor = await anEditor();
    const names = JSON.stringify(Array.from({ length: count - 1 }, () => `${unique("d")}.example`));
    await db
      .prepare(
        "INSERT INTO domain_requests (hostname, tenant_id, site_id, created_at) SELECT value, ?, 'main', ? FROM json_each(?)",
      )
      .bind(editor.site.name, at, names)
      .run();
    expect(await codeOf(await request(editor, `${unique("one-more")}.example`))).toBe(answer);
  });

  test.each([
    "UPPER.example",
    "with.dot.",
    "with:8080",
    "192.0.2.1",
    "[::1]",
    "*.example",
    "-a.example",
    "ü.example",
    "",
    "https://a.example",
  ])("%j is none", async (hostname) => {
    expect(await codeOf(await request(await anEditor(), hostname))).toBe("INVALID_REQUEST");
  });

  test("asked for twice at the same moment is asked for once", async () => {
    const hostname = `${unique("race")}.example`;
    const editor = await anEditor();
    const codes = await Promise.all([1, 2, 3].map(async () => codeOf(await request(editor, hostname))));
    expect(codes.toSorted()).toEqual(["201", "CONFLICT", "CONFLICT"]);
  });
});

/** A tenant's hostnames in the operator's list, from all pages. */
async function heldBy({ name }: Site): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const { response } = await operator(`/api/admin/domains${cursor === "" ? "" : `?cursor=${cursor}`}`);
    const page = await response.json<{
      items: { hostname: string; tenant: string; status: string; primary: boolean }[];
      cursor: string | null;
    }>();
    found.push(
      ...page.items
        .filter(({ tenant }) => tenant === name)
        .map(({ hostname, status, primary }) => `${hostname} ${primary ? "primary" : status}`),
    );
    cursor = page.cursor;
  }
  return found.toSorted();
}

describe("invitations of a former admin", () => {
  test("are refused although the login is still good", async () => {
    const site = await aSite("former");
    const [owner, admin] = [await ownerOfSite(site), await memberOf(site, "admin")];
    await done(await callApi(owner, "PATCH", `/api/members/${admin.identity}`, { body: { role: "editor" } }));
    expect(await codeOf(await callApi(admin, "GET", "/api/site"))).toBe("200");
    expect(await codeOf(await callApi(admin, "GET", "/api/members"))).toBe("FORBIDDEN");
  });
});

describe("visits that a machine answered from its cache", () => {
  const BROWSER_COUNTS = { notice: "server", paths: [["/about", 3]], from: [["search.example", 2]] } as const;
  const sendVisits = (hostnames: readonly unknown[], headers: Record<string, string> = {}): Promise<Response> =>
    operator("/api/admin/visits", {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ hostnames }),
    }).then(({ response }) => response);

  test("reach the numbers of their site, and each site sees its own", async () => {
    const [editor, other] = [await anEditor(), await anEditor()];
    const { hostname } = new URL(editor.site.origin);
    const unknown = { ...BROWSER_COUNTS, hostname: "nobody.example" };
    expect(await done(await sendVisits([{ ...BROWSER_COUNTS, hostname }, unknown]))).toEqual({ counted: 3 });
    const numbers = async (one: Editor) => done<VisitsView>(await callApi(one, "GET", "/api/visits?days=7"));
    expect(await numbers(editor)).toMatchObject({
      counting: "server",
      total: 3,
      paths: [{ path: "/about", times: 3 }],
      hosts: [{ host: "search.example", times: 2 }],
    });
    expect(await numbers(other)).toMatchObject({ total: 0, days: [], paths: [], hosts: [] });
    const csv = await (await callApi(editor, "GET", "/api/visits.csv")).text();
    expect(csv).toMatch(
      /^"day","kind","name","visits"\r\n"[\d-]{10}","page","\/about","3"\r\n"[\d-]{10}","referring host","search.example","2"\r\n$/,
    );
    for (const days of ["0", "401", "x"])
      expect(await codeOf(await callApi(editor, "GET", `/api/visits?days=${days}`))).toBe("INVALID_REQUEST");
  });

  test("are taken of nobody else, and only as numbers", async () => {
    const { site } = await anEditor();
    const { hostname } = new URL(site.origin);
    expect((await sendVisits([], { authorization: "Bearer wrong" })).status).toBe(401);
    for (const wrong of [{ hostname }, { ...BROWSER_COUNTS, hostname, address: "192.0.2.1" }, "x"])
      expect(await codeOf(await sendVisits([wrong]))).toBe("INVALID_REQUEST");
  });

  test("of a site without a publication are left out, and Analytics Engine gets what counted", async () => {
    const editor = await anEditor();
    const { hostname } = new URL(editor.site.origin);
    const points: unknown[] = [];
    const ctx = { waitUntil: () => undefined };
    const hosting = {
      ...siteHosting(env as never),
      VISITS: { writeDataPoint: (point: unknown) => void points.push(point) },
    };
    const counts = { ...BROWSER_COUNTS, hostname, paths: [["/about", 3]], from: [["search.example", 2]] } as never;
    expect(await handOn([counts], hosting as never, ctx)).toBe(3);
    expect(points).toEqual([
      { indexes: ["main"], blobs: [hostname, "path", "/about"], doubles: [3] },
      { indexes: ["main"], blobs: [hostname, "from", "search.example"], doubles: [2] },
    ]);
    await changeRows(editor.site.name, (sql) => void sql.exec("UPDATE sites SET release = 0"));
    expect([await handOn([counts], hosting as never, ctx), points.length]).toEqual([0, 2]);
  });
});

describe("counts that are handed on", () => {
  const counts = (hostname: string): VisitCounts => ({ hostname, notice: "server", paths: [["/", 2]], from: [] });

  /** Workspaces that fail, refuse, or answer once `open` is called. Each site has the name of its hostname. */
  function hosting(fails: (site: string) => boolean) {
    const [asked, waiting]: [string[], (() => void)[]] = [[], []];
    const row = (hostname: string) => (hostname.startsWith("no-site") ? null : { site: hostname, canonical: hostname });
    const countVisits = async (site: string, { paths }: VisitCounts) => {
      asked.push(site);
      if (fails(site)) throw new Error("the workspace is gone");
      if (site.startsWith("removed")) return { ok: false, refusal: { code: "NOT_FOUND", detail: {} } };
      await new Promise<void>((done) => waiting.push(done));
      return { ok: true, value: { paths, from: [] } };
    };
    const env = {
      DB: { prepare: () => ({ bind: (hostname: string) => ({ first: async () => row(hostname) }) }) },
      WORKSPACES: { of: () => ({ countVisits }) },
    };
    return { asked, waiting, env: env as unknown as Parameters<typeof handOn>[1] };
  }

  test("reach the workspaces after one that fails or whose site is gone, ten at a time", async () => {
    const lost = vi.spyOn(console, "error").mockReturnValue(undefined);
    const { asked, waiting, env } = hosting((site) => site.startsWith("failing"));
    const good = Array.from({ length: VISITS_HANDED_AT_ONCE + 1 }, (_, n) => `good${n}.handed.example`);
    const bad = ["failing", "removed", "no-site"].map((name) => `${name}.handed.example`);
    const done = handOn([...bad, ...good].map(counts), env, { waitUntil: () => undefined });
    await vi.waitFor(() => expect(waiting).toHaveLength(VISITS_HANDED_AT_ONCE));
    expect(asked).toHaveLength(2 + VISITS_HANDED_AT_ONCE);
    waiting.shift()?.();
    await vi.waitFor(() => expect(asked).toHaveLength(2 + good.length));
    for (const end of waiting) end();
    expect(await done).toBe(2 * good.length);
    const lines = lost.mock.calls.map(([line]) => String(line)).filter((line) => line.includes("visits_lost"));
    const named = lines.map((line) => (JSON.parse(line) as { hostname: string }).hostname);
    expect(named.toSorted()).toEqual(bad.slice(0, 2));
    lost.mockRestore();
  });
});
