import { exportJWK, generateKeyPair } from "jose";
import { describe, expect, test, vi } from "vitest";
import type { SiteEnv as Env } from "../../../sites/workers/site/env.ts";
import { aSite } from "../site/harness.ts";
import { Browser } from "./browser.ts";
import { type FakeProvider, withProvider } from "./fakeProvider.ts";
import { attempt, begin, rows } from "./siteLogins.ts";

const NOW = 1_800_000_000_000;
const SECONDS = NOW / 1000;
/** The accepted clock difference in seconds. */
const TOLERANCE = 30;

let provider: FakeProvider;
withProvider((own) => {
  provider = own;
});

const withSettings = (settings: Partial<Env>): Browser => new Browser(undefined, settings);

/** The callback's status for an ID token with these claims. */
async function answered(settings: Partial<Env>, claims: object): Promise<number> {
  provider.quirks = { claims: (ours) => ({ ...ours, ...claims }) };
  return (await attempt(withSettings(settings), provider, await aSite("proof"))).status;
}

describe("a deployment that says how long ago people may have logged in", () => {
  test("asks the provider for it", async () => {
    const location = await begin(withSettings({ OIDC_MAX_AGE: "600" }), await aSite("proof"));
    expect(new URL(location).searchParams.get("max_age")).toBe("600");
    expect(new URL(await begin(new Browser(), await aSite("proof"))).searchParams.has("max_age")).toBe(false);
  });

  test.each([
    [599, 303],
    [600, 303],
    [601, 303],
    [600 + TOLERANCE, 303],
    [601 + TOLERANCE, 400],
  ])("lets in who did so %i seconds ago: %i", async (ago, status) => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    expect(await answered({ OIDC_MAX_AGE: "600" }, { auth_time: SECONDS - ago })).toBe(status);
  });

  test.each([
    ["no time", {}],
    ["a time that is text", { auth_time: String(SECONDS) }],
  ])("believes no answer with %s", async (_, claims) => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    expect(await answered({ OIDC_MAX_AGE: "600" }, claims)).toBe(400);
  });
});

describe("a deployment that says how people have to have logged in", () => {
  const settings = { OIDC_ACR_VALUES: "urn:two phr" };

  test("asks the provider for one of them", async () => {
    expect(new URL(await begin(withSettings(settings), await aSite("proof"))).searchParams.get("acr_values")).toBe(
      "urn:two phr",
    );
  });

  test.each([
    ["phr", 303],
    ["urn:two", 303],
    ["urn", 400],
    ["urn:two phr", 400],
    [undefined, 400],
    [["phr"], 400],
  ])("answers acr %j with %i", async (acr, status) => {
    expect(await answered(settings, acr === undefined ? {} : { acr })).toBe(status);
  });
});

test.each([
  ["OIDC_MAX_AGE", "0"],
  ["OIDC_MAX_AGE", "-1"],
  ["OIDC_MAX_AGE", "1.5"],
  ["OIDC_MAX_AGE", "an hour"],
  ["OIDC_MAX_AGE", "123456789"],
  ["OIDC_ACR_VALUES", " a"],
  ["OIDC_ACR_VALUES", "a  b"],
  ["OIDC_ACR_VALUES", "a\nb"],
  ["OAUTH_CLIENT_KEY", "{}"],
  ["OAUTH_CLIENT_KEY", "no key"],
])("a deployment with %s of %j lets nobody log in, and names the setting only", async (name, value) => {
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const response = await withSettings({ [name]: value }).go(`${(await aSite("proof")).origin}/api/auth/start`);
  expect([response.status, said.mock.calls]).toEqual([503, [["the identity provider is not configured:", name]]]);
});

describe("an application with a key of its own", () => {
  async function aKey(alg: string): Promise<{ readonly text: string; readonly publicKey: CryptoKey }> {
    const pair = await generateKeyPair(alg, { extractable: true });
    return {
      text: JSON.stringify({ ...(await exportJWK(pair.privateKey)), alg, kid: "ours" }),
      publicKey: pair.publicKey,
    };
  }

  test.each(["ES256", "EdDSA", "PS256", "RS256"])("proves with %s who it is, and sends no secret", async (alg) => {
    const { text, publicKey } = await aKey(alg);
    provider.quirks = { clientKey: publicKey };
    const site = await aSite("proof");
    const response = await attempt(withSettings({ OAUTH_CLIENT_KEY: text, OAUTH_CLIENT_SECRET: "" }), provider, site);
    expect([response.status, await rows("login_sessions", "tenant_id = ?", site.name)]).toEqual([303, 1]);
    const token = provider.asked.find(({ path }) => path === "/token");
    expect(token?.body.has("client_secret")).toBe(false);
  });

  test("of somebody else is nobody", async () => {
    const [ours, theirs] = [await aKey("ES256"), await aKey("ES256")];
    provider.quirks = { clientKey: theirs.publicKey };
    expect((await attempt(withSettings({ OAUTH_CLIENT_KEY: ours.text }), provider, await aSite("proof"))).status).toBe(
      503,
    );
  });

  test("that is public, or has no name, is none", async () => {
    const { text, publicKey } = await aKey("ES256");
    const { kid: _, ...nameless } = JSON.parse(text) as { kid: string };
    for (const key of [
      nameless,
      { ...(await exportJWK(publicKey)), alg: "ES256", kid: "ours" },
      { ...(JSON.parse(text) as object), alg: "HS256" },
    ]) {
      const browser = withSettings({ OAUTH_CLIENT_KEY: JSON.stringify(key) });
      expect((await browser.go(`${(await aSite("proof")).origin}/api/auth/start`)).status).toBe(503);
    }
  });
});
