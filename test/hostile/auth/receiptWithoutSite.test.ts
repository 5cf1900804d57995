import { describe, expect, test } from "vitest";
import { Browser } from "../../worker/auth/browser.ts";
import { type FakeProvider, withProvider } from "../../worker/auth/fakeProvider.ts";
import { ISSUER, rows } from "../../worker/auth/siteLogins.ts";
import { db, payloadFor, provisionWith, unique } from "../../worker/site/harness.ts";

let provider: FakeProvider;
withProvider((own) => {
  provider = own;
});

const configured = () => {
  const name = unique("unclaimed");
  const origin = `https://${name}.example`;
  return { name, origin, browser: new Browser(undefined, { SITE_ORIGINS: `https://first.example ${origin}` }) };
};

async function callbackOf({ origin, browser }: ReturnType<typeof configured>, subject: string): Promise<Response> {
  const begun = await browser.go(`${origin}/api/auth/start`);
  expect(begun.status).toBe(303);
  return browser.go(provider.consent(begun.headers.get("location") ?? "", subject));
}

describe("a login at an origin of the deployment without a site", () => {
  test("ends in the receipt, without a cookie, a login, or a row about the person", async () => {
    const place = configured();
    const response = await callbackOf(place, "the-first-owner");
    expect([response.status, await response.json()]).toEqual([403, { issuer: ISSUER, subject: "the-first-owner" }]);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.getSetCookie()).toEqual([]);
    const known = await db.prepare("SELECT 1 FROM identities WHERE subject = 'the-first-owner'").all();
    expect(known.results).toEqual([]);
    expect(await rows("login_sessions", "hostname = ?", `${place.name}.example`)).toBe(0);
    expect(await rows("login_attempts", "hostname = ?", `${place.name}.example`)).toBe(0);
  });

  test("shows a person the receipt as a page with its style", async () => {
    const { origin, browser } = configured();
    const begun = await browser.go(`${origin}/api/auth/start`);
    const address = provider.consent(begun.headers.get("location") ?? "", "a person");
    const response = await browser.go(address, { headers: { accept: "text/html" } });
    const page = await response.text();
    expect([response.status, page.includes("<code>a person</code>")]).toEqual([403, true]);
    const [, style = ""] = /href="(\/_editor\/assets\/[^"]+)"/.exec(page) ?? [];
    expect((await browser.go(`${origin}${style}`)).status).toBe(200);
  });

  test("is the owner's login once the receipt was put into a provisioning", async () => {
    const place = configured();
    const receipt = await (await callbackOf(place, place.name)).json<{ issuer: string; subject: string }>();
    const payload = { ...payloadFor(place.name), identities: [{ ...receipt, name: "Robin", role: "owner" }] };
    expect((await provisionWith(payload)).response.status).toBe(201);
    const { forgetRoute } = await import("../../../sites/web/names/routing.ts");
    forgetRoute(`${place.name}.example`);
    expect((await callbackOf(place, place.name)).headers.get("location")).toBe(`${place.origin}/_editor`);
  });

  test("of another browser, or a second time, is no login", async () => {
    const { origin, browser } = configured();
    const begun = await browser.go(`${origin}/api/auth/start`);
    const address = provider.consent(begun.headers.get("location") ?? "", "somebody");
    const other = new Browser(undefined, { SITE_ORIGINS: origin });
    expect((await other.go(address)).status).toBe(400);
    expect((await browser.go(address)).status).toBe(403);
    expect((await browser.go(address)).status).toBe(400);
  });

  test("begins only by a person's own action", async () => {
    const { origin, browser } = configured();
    const response = await browser.go(`${origin}/api/auth/start`, { headers: { "sec-fetch-site": "cross-site" } });
    expect([response.status, response.headers.getSetCookie()]).toEqual([200, []]);
  });

  test.each(["/", "/_editor", "/api/site", "/api/openapi.json", "/api/auth/command-line", "/api/auth", "/api/auth/x"])(
    "leaves %s unanswered",
    async (path) => {
      const { origin, browser } = configured();
      expect((await browser.go(`${origin}${path}`)).status).toBe(404);
    },
  );

  test("exists at no other hostname, scheme or port", async () => {
    const { name, browser } = configured();
    for (const origin of [`https://www.${name}.example`, `https://${unique("nobody")}.example`])
      for (const path of ["start", "callback?code=x&state=y"])
        expect((await browser.go(`${origin}/api/auth/${path}`)).status).toBe(404);
    expect((await browser.go(`http://${name}.example/api/auth/start`)).status).toBe(403);
    for (const SITE_ORIGINS of ["", " ", `${name}.example`, `https://${name}.example/`, `https://${name}.exampl`])
      expect(
        (await new Browser(undefined, { SITE_ORIGINS }).go(`https://${name}.example/api/auth/start`)).status,
        SITE_ORIGINS,
      ).toBe(404);
    expect(provider.asked).toEqual([]);
  });
});
