import { describe, expect, test, vi } from "vitest";
import { HANDOFF_MS, HANDOFFS_MAX } from "../../../manifests/bounds/logins.ts";
import { aSite, payloadFor, provisionWith, unique } from "../site/harness.ts";
import { Browser } from "./browser.ts";
import { type FakeProvider, withProvider } from "./fakeProvider.ts";
import { identityOf, loggedIn, ownerOf, post, type Site } from "./siteLogins.ts";

let provider: FakeProvider;
withProvider((own) => {
  provider = own;
});

async function aLocalSite(): Promise<Site> {
  const name = unique("here");
  const payload = { ...payloadFor(name), domain: { hostname: `${name}.localhost` } };
  const { response } = await provisionWith(payload);
  expect(response.status).toBe(201);
  return { name, origin: `https://${name}.localhost`, payload };
}

const PATH = "/api/auth/local-handoff";
const take = (origin: string, code: unknown): Promise<Response> =>
  new Browser().go(`${origin}${PATH}`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: "chrome-extension://abc" },
    body: JSON.stringify({ code }),
  });

async function offer(browser: Browser, { origin }: Site): Promise<string> {
  const response = await post(browser, `${origin}${PATH}`);
  expect(response.status).toBe(201);
  return (await response.json<{ code: string }>()).code;
}

describe("the local handoff", () => {
  test("does not exist under any name but this machine's, for nobody", async () => {
    const site = await aSite("deployed");
    const browser = await loggedIn(provider, site);
    const answers = [
      await post(browser, `${site.origin}${PATH}`),
      await post(new Browser(), `${site.origin}${PATH}`),
      await take(site.origin, "x".repeat(43)),
    ];
    for (const response of answers) {
      expect([
        response.status,
        (await response.json<{ code: string }>()).code,
        response.headers.getSetCookie(),
      ]).toEqual([404, "NOT_FOUND", []]);
    }
    expect((await post(browser, `https://localhost.example${PATH}`)).status).toBe(404);
  });

  test("tells an extension who is logged in and where to edit, once, and gives it no login", async () => {
    const site = await aLocalSite();
    const browser = await loggedIn(provider, site);
    const code = await offer(browser, site);
    const response = await take(site.origin, code);
    expect([response.status, response.headers.getSetCookie(), response.headers.get("cache-control")]).toEqual([
      200,
      [],
      "no-store",
    ]);
    expect(await response.json()).toEqual({
      editor: `${site.origin}/api`,
      start: `${site.origin}/api/auth/start`,
      member: { identity: await identityOf(ownerOf(site)), tenant: site.name, site: "main", role: "owner" },
    });
    expect((await take(site.origin, code)).status).toBe(404);
  });

  test("is offered to members on their own page only", async () => {
    const site = await aLocalSite();
    const browser = await loggedIn(provider, site);
    expect((await post(new Browser(), `${site.origin}${PATH}`)).status).toBe(401);
    for (const origin of ["null", "https://evil.localhost", "chrome-extension://abc"]) {
      expect((await post(browser, `${site.origin}${PATH}`, { headers: { origin } })).status).toBe(403);
    }
  });

  test("cannot be taken at another site of this machine", async () => {
    const [site, other] = [await aLocalSite(), await aLocalSite()];
    const code = await offer(await loggedIn(provider, site), site);
    expect((await take(other.origin, code)).status).toBe(404);
  });

  test.each([
    ["", 400],
    ["x", 400],
    [7, 400],
    [null, 400],
    ["x".repeat(43), 404],
  ])("cannot be taken with %j", async (code, status) => {
    const site = await aLocalSite();
    expect((await take(site.origin, code)).status).toBe(status);
  });

  test.each([
    [-1, 200],
    [0, 404],
    [1, 404],
  ])("after its time and %i ms answers %i", async (more, status) => {
    vi.useFakeTimers({ toFake: ["Date"], now: 1_800_000_000_000 });
    const site = await aLocalSite();
    const code = await offer(await loggedIn(provider, site), site);
    vi.setSystemTime(1_800_000_000_000 + HANDOFF_MS + more);
    expect((await take(site.origin, code)).status).toBe(status);
  });

  test.each([
    [-1, 200],
    [0, 200],
    [1, 404],
  ])("of which %i more than are kept have been made: the oldest answers %i", async (more, status) => {
    const site = await aLocalSite();
    const browser = await loggedIn(provider, site);
    const first = await offer(browser, site);
    for (let count = 1; count < HANDOFFS_MAX + more; count += 1) await offer(browser, site);
    expect((await take(site.origin, first)).status).toBe(status);
  });
});
