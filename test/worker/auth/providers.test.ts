import { type CryptoKey, SignJWT, calculateJwkThumbprint, exportJWK, generateKeyPair } from "jose";
import { describe, expect, test } from "vitest";
import { type Swap, aSite } from "../site/harness.ts";
import { Browser } from "./browser.ts";
import { type FakeProvider, json, type Quirks, withProvider } from "./fakeProvider.ts";
import { attempt } from "./siteLogins.ts";

let provider: FakeProvider;
withProvider((own) => {
  provider = own;
});

let settings = 0;

/** The callback's status with a provider like this. Each call has settings of its own, so nothing of it is cached. */
async function answered(quirks: Quirks, swap: Swap = {}): Promise<number> {
  const acr = `urn:way-${(settings += 1)}`;
  provider.quirks = { ...quirks, claims: (claims) => ({ ...claims, ...quirks.claims?.(claims), acr }) };
  const browser = new Browser(undefined, { OIDC_ACR_VALUES: acr, OIDC_JWKS_URI: "", ...swap });
  return (await attempt(browser, provider, await aSite("provider"))).status;
}

const naming = (...methods: readonly string[]): Pick<Quirks, "metadata"> => ({
  metadata: (answer) => json({ ...answer, token_endpoint_auth_methods_supported: methods }),
});

describe("a provider that takes the client's secret", () => {
  test.each([
    ["in the body alone", naming("client_secret_post"), true, 303],
    [
      "in both ways, which gets one with signs in the body",
      naming("client_secret_post", "client_secret_basic"),
      true,
      303,
    ],
    ["in the header alone", naming("client_secret_basic"), false, 303],
    ["in a way that it does not name", {}, false, 303],
    ["in the body, and names the header", naming("client_secret_basic"), true, 503],
  ])("%s", async (_, quirks, takesBodies, status) => expect(await answered({ ...quirks, takesBodies })).toBe(status));
});

test.each([
  ["names the header", naming("client_secret_basic")],
  ["names both ways", naming("client_secret_post", "client_secret_basic")],
  ["names none", {}],
])("a provider that %s and decodes nothing knows a client whose id has a hyphen", async (_, quirks) => {
  const plainSecret = "a-plain.secret_0";
  expect(await answered({ ...quirks, plainSecret }, { OAUTH_CLIENT_SECRET: plainSecret })).toBe(303);
});

describe("a subject", () => {
  const named = (sub: string): Quirks => ({
    claims: () => ({ sub }),
    userinfo: (answer) => json({ ...answer, sub }),
  });

  test.each([
    ["of another script", "\u6f6e\u98a8-\u00e5\u00df\u{1f6f6}", 403],
    ["with spaces", "vela tide", 403],
    ["with a control", "vela\u0007", 400],
    ["with a line break", "vela\n", 400],
    ["with a sign that turns text", "vela\u202e", 400],
    ["with an invisible sign", "ve\u200bla", 400],
    ["that is empty", "", 400],
  ])("%s is answered %s", async (_, sub, status) => expect(await answered(named(sub))).toBe(status));
});

interface Signer {
  readonly keys: Pick<Quirks, "keys">;
  sign(claims: object): Promise<string>;
}

async function signerWith(alg: string): Promise<Signer> {
  const pair = await generateKeyPair(alg, { extractable: true });
  const jwk = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  return {
    keys: { keys: () => json({ keys: [{ ...jwk, kid, alg, use: "sig" }] }) },
    sign: (claims) => new SignJWT({ ...claims }).setProtectedHeader({ alg, kid }).sign(pair.privateKey),
  };
}

test.each(["RS256", "RS384", "RS512", "PS384", "ES384", "ES512"])("an ID token signed by %s lets in", async (alg) => {
  const { keys, sign } = await signerWith(alg);
  expect(await answered({ ...keys, sign })).toBe(303);
});

test("an ID token with a shared secret lets nobody in", async () => {
  const secret = new TextEncoder().encode("a client secret with : % + and \u00fc");
  const sign = (claims: object): Promise<string> =>
    new SignJWT({ ...claims }).setProtectedHeader({ alg: "HS256" }).sign(secret as unknown as CryptoKey);
  expect(await answered({ sign })).toBe(400);
});

describe("a provider that signs what it says of a person", () => {
  const asJwt = (text: string): Response => new Response(text, { headers: { "content-type": "application/jwt" } });

  test.each([
    ["its own key", (signer: Signer, _other: Signer, claims: object) => signer.sign(claims), 303],
    ["another key", (_signer: Signer, other: Signer, claims: object) => other.sign(claims), 400],
    [
      "nothing",
      async (_signer: Signer, _other: Signer, claims: object) =>
        `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify(claims))}.`,
      400,
    ],
    ["its own key, for another person", (signer: Signer) => signer.sign({ sub: "somebody-else" }), 400],
  ])("with %s", async (_, made, status) => {
    const [signer, other] = [await signerWith("RS384"), await signerWith("RS384")];
    const userinfo = async (claims: object): Promise<Response> => asJwt(await made(signer, other, claims));
    expect(await answered({ ...signer.keys, sign: signer.sign, userinfo })).toBe(status);
  });
});
