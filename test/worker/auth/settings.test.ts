import { describe, expect, test, vi } from "vitest";
import { IDENTITY_METADATA_KEPT_MS, SESSION_SECRET_MIN_CHARS } from "../../../manifests/bounds/logins.ts";
import type { SiteEnv as Env } from "../../../sites/workers/site/env.ts";
import { aSite } from "../site/harness.ts";
import { Browser } from "./browser.ts";
import { type FakeProvider, json, withProvider } from "./fakeProvider.ts";
import { attempt, rows } from "./siteLogins.ts";

let provider: FakeProvider;
withProvider((own) => {
  provider = own;
});

const LOCAL = {
  OIDC_ISSUER: "http://identity.localhost",
  OIDC_AUTHORIZATION_ENDPOINT: "http://identity.localhost:9/auth",
  OIDC_TOKEN_ENDPOINT: "http://127.0.0.1:9/token",
  OIDC_USERINFO_ENDPOINT: "http://[::1]:9/me",
  OIDC_JWKS_URI: "http://localhost:9/jwks",
};

const WRONG: [string, Partial<Env>][] = [
  ["no issuer", { OIDC_ISSUER: "" }],
  ["the issuer of an example", { OIDC_ISSUER: "replace-issuer" }],
  ["an issuer over http", { OIDC_ISSUER: "http://login.example" }],
  ["an issuer with a query", { OIDC_ISSUER: "https://login.example/?a" }],
  ["an issuer with a fragment", { OIDC_ISSUER: "https://login.example/#a" }],
  ["an issuer with a name and a password", { OIDC_ISSUER: "https://a:b@login.example" }],
  ["an authorization endpoint over http", { OIDC_AUTHORIZATION_ENDPOINT: "http://login.example/authorize" }],
  ["an authorization endpoint that is a script", { OIDC_AUTHORIZATION_ENDPOINT: "javascript:alert(1)" }],
  ["a token endpoint over http", { OIDC_TOKEN_ENDPOINT: "http://login.example/token" }],
  ["a token endpoint on this machine, of a provider that is not", { OIDC_TOKEN_ENDPOINT: "http://127.0.0.1/token" }],
  ["no UserInfo endpoint", { OIDC_USERINFO_ENDPOINT: "" }],
  ["keys over http", { OIDC_JWKS_URI: "http://login.example/keys" }],
  ["no client", { OIDC_CLIENT_ID: "" }],
  ["no client secret", { OAUTH_CLIENT_SECRET: "" }],
  [
    "a provider on this machine with one endpoint elsewhere over http",
    { ...LOCAL, OIDC_TOKEN_ENDPOINT: "http://login.example/token" },
  ],
];

describe("a deployment with", () => {
  test.each(WRONG)("%s lets nobody log in, and says so", async (_, settings) => {
    const site = await aSite("settings");
    const response = await new Browser(undefined, settings).go(`${site.origin}/api/auth/start`);
    expect([response.status, (await response.json<{ code: string }>()).code, response.headers.getSetCookie()]).toEqual([
      503,
      "LOGIN_UNAVAILABLE",
      [],
    ]);
    expect(provider.asked).toEqual([]);
  });

  test("a provider on this machine altogether is served over http", async () => {
    const site = await aSite("settings");
    const response = await new Browser(undefined, LOCAL).go(`${site.origin}/api/auth/start`);
    expect([response.status, response.headers.get("location")]).toEqual([
      303,
      expect.stringMatching(/^http:\/\/identity\.localhost:9\/auth\?/),
    ]);
  });

  test.each([
    [-1, 503],
    [0, 303],
    [1, 303],
  ])("a secret of the shortest length and %i characters: %i", async (more, status) => {
    const site = await aSite("secret");
    const browser = new Browser(undefined, { SESSION_SECRET: "s".repeat(SESSION_SECRET_MIN_CHARS + more) });
    expect((await browser.go(`${site.origin}/api/auth/start`)).status).toBe(status);
  });

  test("a weak secret begins no attempt", async () => {
    const site = await aSite("weak");
    await new Browser(undefined, { SESSION_SECRET: "" }).go(`${site.origin}/api/auth/start`);
    expect(await rows("login_attempts", "hostname = ?", `${site.name}.example`)).toBe(0);
  });
});

describe("metadata of the issuer", () => {
  test.each<[string, () => Response]>([
    ["name another issuer", () => json({ issuer: "https://evil.example", jwks_uri: "https://login.example/keys" })],
    ["name no keys", () => json({ issuer: "https://login.example" })],
    ["name keys over http", () => json({ issuer: "https://login.example", jwks_uri: "http://login.example/keys" })],
    ["are not there", () => new Response("no", { status: 404 })],
    ["lead elsewhere", () => new Response(null, { status: 302, headers: { location: "https://evil.example" } })],
  ])("that %s let nobody log in", async (what, metadata) => {
    const site = await aSite("metadata");
    provider.quirks = { metadata };
    const settings = {
      OIDC_JWKS_URI: "",
      OIDC_AUTHORIZATION_ENDPOINT: `https://login.example/authorize?${encodeURIComponent(what)}`,
    };
    expect((await new Browser(undefined, settings).go(`${site.origin}/api/auth/start`)).status).toBe(503);
  });

  test("that promise to name the issuer in each answer make that a duty", async () => {
    const site = await aSite("metadata");
    provider.quirks = {
      metadata: (answer) => json({ ...answer, authorization_response_iss_parameter_supported: true }),
    };
    const settings = { OIDC_JWKS_URI: "", OIDC_AUTHORIZATION_ENDPOINT: "https://login.example/authorize?names-itself" };
    const browser = new Browser(undefined, settings);
    const start = await browser.go(`${site.origin}/api/auth/start`);
    const address = provider.consent(start.headers.get("location") ?? "", "anybody", (answer) => answer.delete("iss"));
    expect((await browser.go(address)).status).toBe(400);
    expect((await attempt(new Browser(undefined, settings), provider, site)).status).toBe(303);
  });

  test.each([
    [-1, 1],
    [0, 2],
    [1, 2],
  ])("are asked for again after their time and %i ms: %i times in all", async (more, times) => {
    const site = await aSite("metadata");
    const settings = { OIDC_JWKS_URI: "", OIDC_AUTHORIZATION_ENDPOINT: `https://login.example/authorize?kept-${more}` };
    const now = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now });
    for (const wait of [0, IDENTITY_METADATA_KEPT_MS + more]) {
      vi.setSystemTime(now + wait);
      expect((await new Browser(undefined, settings).go(`${site.origin}/api/auth/start`)).status).toBe(303);
    }
    vi.useRealTimers();
    expect(provider.asked.filter(({ path }) => path.includes("/.well-known/"))).toHaveLength(times);
  });
});
