import { describe, expect, test } from "vitest";
import { Browser } from "../../worker/auth/browser.ts";
import { type FakeProvider, withProvider } from "../../worker/auth/fakeProvider.ts";
import { ATTEMPT, loggedIn, post, rows } from "../../worker/auth/siteLogins.ts";
import { STYLE_PATH } from "../../../sites/web/document/sheetPath.ts";
import { aSite } from "../../worker/site/harness.ts";

let provider: FakeProvider;
withProvider((own) => {
  provider = own;
});

describe("a page of another site", () => {
  test.each([
    ["cross-site", "navigate"],
    ["cross-site", "no-cors"],
    ["same-site", "navigate"],
  ])("cannot begin a login (%s, %s), and shows the visitor a link instead", async (from, mode) => {
    const [site, browser] = [await aSite("elsewhere"), new Browser()];
    const asked = await browser.go(`${site.origin}/api/auth/start?return=/about`, {
      headers: { "sec-fetch-site": from, "sec-fetch-mode": mode },
    });
    const html = await asked.text();
    expect([
      asked.status,
      browser.cookies(site.origin).has(ATTEMPT),
      await rows("login_attempts", "hostname = ?", `${site.name}.example`),
    ]).toEqual([200, false, 0]);
    expect(html).toContain(`href="${site.origin}/api/auth/start?return=%2Fabout"`);
    expect(asked.headers.get("cache-control")).toBe("no-store");
    // With the `sandbox` directive, the page's own link would count as cross-site.
    expect(asked.headers.get("content-security-policy")).toBe(
      `default-src 'none'; style-src ${site.origin}${STYLE_PATH}; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
    );
    expect(provider.asked).toEqual([]);
  });

  test.each([
    ["https://login.example/", 303],
    ["https://login.example/authorize?client=drawbridge", 303],
    ["https://evil.example/?from=https://login.example/", 200],
    ["https://login.example.evil.example/", 200],
    ["http://login.example/", 200],
    ["https://login.example:8443/", 200],
    ["login.example", 200],
  ])("is told apart from a page of the identity provider, as in %s: %i", async (referer, status) => {
    const site = await aSite("led");
    const headers = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", referer };
    expect((await new Browser().go(`${site.origin}/api/auth/start`, { headers })).status).toBe(status);
  });

  test.each([["none"], ["same-origin"], [undefined]])(
    "is told apart from a request with %s, which begins the login",
    async (from) => {
      const site = await aSite("here");
      const response = await new Browser().go(`${site.origin}/api/auth/start`, {
        headers: from === undefined ? {} : { "sec-fetch-site": from },
      });
      expect([response.status, response.headers.get("location")]).toEqual([
        303,
        expect.stringMatching(/^https:\/\/login\.example\//),
      ]);
    },
  );
});

test("a logout clears the browser's cache and storage for the site, and no cookies of other sites", async () => {
  const site = await aSite("leaving");
  const browser = await loggedIn(provider, site);
  const response = await post(browser, `${site.origin}/api/auth/logout`);
  expect(response.headers.get("clear-site-data")).toBe('"cache", "storage"');
  const form = await post(browser, `${site.origin}/api/auth/logout`, {
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  expect([form.status, form.headers.get("clear-site-data")]).toEqual([303, '"cache", "storage"']);
});
