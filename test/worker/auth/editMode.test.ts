import { describe, expect, test } from "vitest";
import { expectValue } from "../../../runtime/commands/answer.ts";
import { aSite, db, get, send, workspaceOf } from "../site/harness.ts";
import { Browser } from "./browser.ts";
import { type FakeProvider, withProvider } from "./fakeProvider.ts";
import { loggedIn, LOGIN, rows, type Site } from "./siteLogins.ts";

let provider: FakeProvider;
withProvider((own) => {
  provider = own;
});

/** A site whose draft has unpublished text. */
async function aDraft(): Promise<Site> {
  const site = await aSite("draft");
  const envelope = {
    site: "main",
    actor: { kind: "member" as const, id: "x" },
    key: crypto.randomUUID(),
    requestId: crypto.randomUUID(),
  };
  const input = { page: "about", expected: 1, changes: { title: "Only in the draft" } };
  expectValue(await workspaceOf(site.name).execute("page.update", envelope, input));
  return site;
}

const bytes = async (response: Response): Promise<number[]> => [...new Uint8Array(await response.arrayBuffer())];
const kept = (response: Response) => [
  response.status,
  ...["content-type", "etag", "cache-control", "content-security-policy", "x-robots-tag"].map((name) =>
    response.headers.get(name),
  ),
];

const WITHOUT_RIGHT: [string, string, HeadersInit][] = [
  ["the marker in a cookie", "/about", { cookie: "svc_mode=edit" }],
  ["the marker in the query", "/about?svc_mode=edit", {}],
  ["both markers", "/about?svc_mode=edit", { cookie: "svc_mode=edit" }],
  ["the marker and a forged login", "/about?svc_mode=edit", { cookie: `${LOGIN}=a.b.c; svc_mode=edit` }],
  [
    "the marker and every header that might impress",
    "/about?svc_mode=edit",
    { authorization: "Bearer x", "x-svc-member": "owner", origin: "https://x.example" },
  ],
];

describe("the marker", () => {
  test.each(WITHOUT_RIGHT)("as %s shows what everybody sees, to the byte", async (_, path, headers) => {
    const site = await aDraft();
    const published = (await get(`${site.origin}/about`)).response;
    const shown = (await get(`${site.origin}${path}`, headers)).response;
    expect(kept(shown)).toEqual(kept(published));
    expect(await bytes(shown)).toEqual(await bytes(published));
  });

  test("without any login cookie asks the database nothing it would not ask for a visitor", async () => {
    const site = await aDraft();
    await get(`${site.origin}/about`);
    expect((await get(`${site.origin}/about`, { cookie: "svc_mode=edit" })).work.database).toBe(0);
    expect((await get(`${site.origin}/about?svc_mode=edit`, { cookie: `${LOGIN}=a.b.c` })).work.database).toBe(0);
  });

  test.each(["svc_mode=edited", "svc_mode=", "xsvc_mode=edit", "svc_mode=view"])(
    "is not %s, also for a member",
    async (cookie) => {
      const site = await aDraft();
      const browser = await loggedIn(provider, site);
      const login = `${LOGIN}=${browser.cookies(site.origin).get(LOGIN)}`;
      const published = (await get(`${site.origin}/about`)).response;
      const shown = await new Browser().go(`${site.origin}/about`, { headers: { cookie: `${login}; ${cookie}` } });
      expect(await bytes(shown)).toEqual(await bytes(published));
    },
  );
});

describe("a member with the marker", () => {
  test("sees the draft with what the editor needs, which nobody may keep or list", async () => {
    const site = await aDraft();
    const browser = await loggedIn(provider, site);
    const response = await browser.go(`${site.origin}/about`);
    const html = await response.text();
    expect([response.status, response.headers.get("cache-control"), response.headers.get("etag")]).toEqual([
      200,
      "private, no-store",
      null,
    ]);
    expect(response.headers.get("x-robots-tag")).toContain("noindex");
    expect(html).toContain("Only in the draft");
    expect(html).toContain('<meta name="svc-draft-change"');
    const published = await (await get(`${site.origin}/about`)).response.text();
    expect(published).not.toContain("Only in the draft");
    expect(published).not.toMatch(/svc-draft|data-section-id|data-page|<!--/);
  });

  test("leaves nothing of the draft to the next visitor", async () => {
    const site = await aDraft();
    const browser = await loggedIn(provider, site);
    for (const path of ["/about", "/about?svc_mode=edit", "/ABOUT", "/nowhere"])
      await browser.go(`${site.origin}${path}`);
    for (const path of ["/about", "/about?x", "/nowhere"]) {
      const { response } = await get(`${site.origin}${path}`);
      expect(response.headers.has("x-robots-tag")).toBe(false);
      expect(await response.text()).not.toContain("Only in the draft");
    }
  });

  test("gets the same without a body with HEAD, and nothing with POST", async () => {
    const site = await aDraft();
    const browser = await loggedIn(provider, site);
    const head = await browser.go(`${site.origin}/about`, { method: "HEAD" });
    expect([head.status, head.headers.get("cache-control"), await head.text()]).toEqual([200, "private, no-store", ""]);
    expect((await browser.go(`${site.origin}/about`, { method: "POST" })).status).toBe(405);
  });

  test("gets every style sheet the draft asks for", async () => {
    const site = await aDraft();
    const browser = await loggedIn(provider, site);
    const html = await (await browser.go(`${site.origin}/about`)).text();
    const [, path = ""] = /<link rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
    const css = await browser.go(`${site.origin}${path.replaceAll("&amp;", "&")}`);
    expect([css.status, css.headers.get("content-type"), css.headers.get("cache-control")]).toEqual([
      200,
      "text/css; charset=utf-8",
      "private, no-store",
    ]);
  });

  test("is led to the right spelling, and by redirects, inside the draft", async () => {
    const site = await aDraft();
    const browser = await loggedIn(provider, site);
    expect(await (await browser.go(`${site.origin}/ABOUT`)).text()).toContain("Only in the draft");
    const moved = await browser.go(`${site.origin}/Old-Page`);
    expect([moved.status, moved.headers.get("location"), moved.headers.get("cache-control")]).toEqual([
      302,
      "/about",
      "private, no-store",
    ]);
    const asked = await browser.go(`${site.origin}/old-page/?utm_source=brief`);
    expect(asked.headers.get("location")).toBe("/about?utm_source=brief");
  });

  test("costs no database query when asking again within five seconds", async () => {
    const site = await aDraft();
    const browser = await loggedIn(provider, site);
    await browser.go(`${site.origin}/about`);
    expect((await browser.see(`${site.origin}/about`)).work.database).toBe(0);
  });

  test("sees no more than visitors do when the tenant is suspended", async () => {
    const site = await aDraft();
    const browser = await loggedIn(provider, site);
    await db.prepare("UPDATE tenants SET status = 'suspended' WHERE id = ?").bind(site.name).run();
    const { forgetRoute } = await import("../../../sites/web/names/routing.ts");
    forgetRoute(`${site.name}.example`);
    expect((await browser.go(`${site.origin}/about`)).status).toBe(503);
  });

  test("gets the short page of a failure when the workspace fails, not the published page", async () => {
    const site = await aDraft();
    const browser = await loggedIn(provider, site);
    const headers = { cookie: `svc_mode=edit; ${LOGIN}=${browser.cookies(site.origin).get(LOGIN)}` };
    const dead = { idFromName: () => "", get: () => ({ draft: () => Promise.reject(new Error("secret")) }) };
    const { response } = await send(new Request(`${site.origin}/about`, { headers }), {
      TENANT_WORKSPACE: dead as unknown as DurableObjectNamespace,
    });
    expect([response.status, (await response.text()).includes("secret")]).toEqual([503, false]);
  });

  test("who is one of another site sees what everybody sees", async () => {
    const [site, other] = await Promise.all([aDraft(), aDraft()]);
    const browser = await loggedIn(provider, site);
    const headers = { cookie: `svc_mode=edit; ${LOGIN}=${browser.cookies(site.origin).get(LOGIN)}` };
    expect(await (await new Browser().go(`${other.origin}/about`, { headers })).text()).not.toContain(
      "Only in the draft",
    );
    expect(await rows("login_sessions", "tenant_id = ?", other.name)).toBe(0);
  });
});
