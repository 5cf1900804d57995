import { describe, expect, test } from "vitest";
import { RETURN_PATH_MAX_CHARS } from "../../../manifests/bounds/logins.ts";
import { readReturnPath } from "../../../sites/web/auth/returnPath.ts";
import { Browser } from "../../worker/auth/browser.ts";
import { type FakeProvider, withProvider } from "../../worker/auth/fakeProvider.ts";
import { begin, ownerOf, rows } from "../../worker/auth/siteLogins.ts";
import { aSite } from "../../worker/site/harness.ts";

let provider: FakeProvider;
withProvider((own) => {
  provider = own;
});

const ELSEWHERE = [
  "//evil.example",
  "///evil.example",
  "////evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "\\/evil.example",
  "/\\/evil.example",
  "/%5cevil.example",
  "/%5Cevil.example",
  "/%2fevil.example",
  "/%2Fevil.example",
  "%2f%2fevil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/\r\n/evil.example",
  "\t//evil.example",
  " //evil.example",
  "/%09/evil.example",
  "/%0a/evil.example",
  "/%0d%0aSet-Cookie:x=y",
  "/\u0000/evil",
  "/%00",
  "https://evil.example",
  "http:evil.example",
  "https:/evil.example",
  "HTTPS://evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "evil.example",
  "@evil.example",
  "?//evil.example",
  "#//evil.example",
  "",
  ".",
  "..",
  "/..//evil.example",
  "/./evil",
  "/a/../..//evil",
  "/%2e%2e//evil.example",
  "/.%2e/evil",
  "/about#x",
  "/about?a#b",
  "/about?a\\b",
  "/about?\r\nx",
  "/ evil",
  "/é",
  "/%zz",
  "/%c0%af",
  "/a//b",
  "/api",
  "/api/auth/start",
  "/api/auth/logout",
  "/%61pi/auth/start",
  "/api?x",
  "/about/",
];

describe("the address to return to", () => {
  test.each(ELSEWHERE)("cannot be %j", async (path) => {
    const site = await aSite("elsewhere");
    const response = await new Browser().go(`${site.origin}/api/auth/start?return=${encodeURIComponent(path)}`);
    expect([response.status, response.headers.get("location"), response.headers.getSetCookie()]).toEqual([
      400,
      null,
      [],
    ]);
    expect(await rows("login_attempts", "hostname = ?", `${site.name}.example`)).toBe(0);
  });

  test("cannot be repeated", async () => {
    const site = await aSite("two");
    expect((await new Browser().go(`${site.origin}/api/auth/start?return=/about&return=/`)).status).toBe(400);
  });

  test.each([
    "/",
    "/about",
    "/a/b-c",
    "/about?a=1&b=%20",
    "/about?next=https://evil.example",
    "/about?a?b",
    "/apis",
    "/about?svc_mode=edit",
  ])("may be %j, and stays on this site", async (path) => {
    const site = await aSite("here");
    const browser = new Browser();
    const response = await browser.go(
      provider.consent(await begin(browser, site, `?return=${encodeURIComponent(path)}`), ownerOf(site)),
    );
    const location = response.headers.get("location") ?? "";
    expect(location).toBe(`${site.origin}${path}`);
    expect(new URL(location).origin).toBe(site.origin);
  });

  test("is the editor by default", async () => {
    const site = await aSite("home");
    const browser = new Browser();
    const response = await browser.go(provider.consent(await begin(browser, site), ownerOf(site)));
    expect(response.headers.get("location")).toBe(`${site.origin}/_editor`);
  });

  test.each([
    [-1, true],
    [0, true],
    [1, false],
  ])("of the longest length and %i characters: %s", (more, isRead) => {
    const path = `/about?${"x".repeat(RETURN_PATH_MAX_CHARS + more - "/about?".length)}`;
    expect(readReturnPath(path) !== undefined).toBe(isRead);
  });
});
