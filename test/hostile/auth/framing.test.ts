import { describe, expect, test } from "vitest";
import { Browser } from "../../worker/auth/browser.ts";
import { type FakeProvider, withProvider } from "../../worker/auth/fakeProvider.ts";
import { loggedIn, LOGIN, type Site } from "../../worker/auth/siteLogins.ts";
import { aSite, get } from "../../worker/site/harness.ts";

let provider: FakeProvider;
withProvider((own) => {
  provider = own;
});

const FRAME = { "sec-fetch-dest": "iframe", "sec-fetch-site": "same-origin" };

const framing = ({ headers }: Response): unknown => [
  headers.get("x-frame-options"),
  /frame-ancestors [^;]*/.exec(headers.get("content-security-policy") ?? "")?.[0],
];
const NOBODY = ["DENY", "frame-ancestors 'none'"];
const ITSELF = ["SAMEORIGIN", "frame-ancestors 'self'"];

const rest = ({ status, headers }: Response): unknown => [
  status,
  (headers.get("content-security-policy") ?? "").replace(/ frame-ancestors [^;]*;?/, ""),
  ...["content-type", "cache-control", "x-robots-tag"].map((name) => headers.get(name)),
];

async function aMember(): Promise<{ readonly site: Site; readonly browser: Browser }> {
  const site = await aSite("framed");
  return { site, browser: await loggedIn(provider, site) };
}

describe("a member's draft can be framed only by its own origin (hazard 10)", () => {
  test.each(["/about", "/about?svc_mode=edit", "/nowhere", "/ABOUT"])(
    "at %s, and is otherwise unchanged",
    async (path) => {
      const { site, browser } = await aMember();
      const alone = await browser.go(site.origin + path);
      const framed = await browser.go(site.origin + path, { headers: FRAME });
      expect([framing(alone), framing(framed)]).toEqual([NOBODY, ITSELF]);
      expect(rest(framed)).toEqual(rest(alone));
      expect(framed.headers.get("content-security-policy")).toMatch(/^default-src 'none'; (?!.*script-src)/);
      expect(await framed.text()).toBe(await alone.text());
    },
  );

  test.each<[string, Record<string, string>]>([
    ["of a foreign page", { ...FRAME, "sec-fetch-site": "cross-site" }],
    ["of another host of the same name", { ...FRAME, "sec-fetch-site": "same-site" }],
    ["that the person opened", { ...FRAME, "sec-fetch-site": "none" }],
    ["as an object", { ...FRAME, "sec-fetch-dest": "object" }],
    ["as an embedded file", { ...FRAME, "sec-fetch-dest": "embed" }],
    ["as a frame of a frameset", { ...FRAME, "sec-fetch-dest": "frame" }],
    ["as a window", { ...FRAME, "sec-fetch-dest": "document" }],
    ["of a browser that does not say where from", { "sec-fetch-dest": "iframe" }],
    ["of a browser that does not say what for", { "sec-fetch-site": "same-origin" }],
    ["of a browser that says neither", {}],
    ["with headers that say two things", { "sec-fetch-dest": "iframe, document", "sec-fetch-site": "same-origin" }],
  ])("but not %s", async (_, headers) => {
    const { site, browser } = await aMember();
    const response = await browser.go(`${site.origin}/about`, { headers });
    expect(response.headers.get("x-robots-tag")).toContain("noindex");
    expect(framing(response)).toEqual(NOBODY);
  });

  test.each(["/sitemap.xml", "/about.md", "/robots.txt", "/_editor", "/_editor/media", "/api/site", "/api/auth/start"])(
    "but %s cannot be framed, also for the member",
    async (path) => {
      const { site, browser } = await aMember();
      expect(framing(await browser.go(site.origin + path, { headers: FRAME }))).toEqual(NOBODY);
    },
  );
});

describe("public pages cannot be framed (hazard 10)", () => {
  test.each<[string, Record<string, string>]>([
    ["without a login", {}],
    ["with the marker alone", { cookie: "svc_mode=edit" }],
    ["with the marker and a forged login", { cookie: `svc_mode=edit; ${LOGIN}=a.b.c` }],
  ])("%s, before and after it is in the cache", async (_, given) => {
    const site = await aSite("framed");
    for (let turn = 0; turn < 2; turn++) {
      const { response } = await get(`${site.origin}/about`, { ...FRAME, ...given });
      expect([response.status, response.headers.get("x-robots-tag")]).toEqual([200, null]);
      expect(framing(response)).toEqual(NOBODY);
    }
  });

  test("for a member without the editor's cookie", async () => {
    const { site, browser } = await aMember();
    const cookie = `${LOGIN}=${browser.cookies(site.origin).get(LOGIN)}`;
    const response = await new Browser().go(`${site.origin}/about`, { headers: { ...FRAME, cookie } });
    expect(framing(response)).toEqual(NOBODY);
  });

  test("for a member of another site", async () => {
    const [{ browser, site: own }, other] = [await aMember(), await aSite("other")];
    const cookie = `svc_mode=edit; ${LOGIN}=${browser.cookies(own.origin).get(LOGIN)}`;
    const response = await new Browser().go(`${other.origin}/about`, { headers: { ...FRAME, cookie } });
    expect(framing(response)).toEqual(NOBODY);
  });
});
