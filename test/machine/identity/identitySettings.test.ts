import { chmodSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { MACHINE_FILE_MAX_BYTES } from "../../../manifests/bounds/operators.ts";
import { identityIn } from "../../../sites/machine/identity/identitySettings.ts";
import { testFolder, type TestFolder } from "../testFolder.ts";

const GOOD = {
  issuer: "https://login.example",
  authorizationEndpoint: "https://login.example/authorize",
  tokenEndpoint: "https://login.example/token",
  userinfoEndpoint: "https://login.example/me",
  siteClientId: "drawbridge-site",
};

const SECRET = "a-secret-of-the-provider";

function written(here: TestFolder, change: Readonly<Record<string, unknown>> = {}): string {
  writeFileSync(here.at("identity.jsonc"), `// our provider\n${JSON.stringify({ ...GOOD, ...change })}`);
  return here.at("identity.jsonc");
}

describe("an identity provider", () => {
  test("come from their file, and the secret from the environment, which no child process inherits", () => {
    using here = testFolder();
    const environment = { SVC_SITE_CLIENT_SECRET: SECRET, HOME: "/h" };
    expect(identityIn(written(here, { maxAge: "3600", acrValues: "mfa" }), environment)).toEqual({
      settings: {
        OIDC_ISSUER: GOOD.issuer,
        OIDC_AUTHORIZATION_ENDPOINT: GOOD.authorizationEndpoint,
        OIDC_TOKEN_ENDPOINT: GOOD.tokenEndpoint,
        OIDC_USERINFO_ENDPOINT: GOOD.userinfoEndpoint,
        OIDC_JWKS_URI: "",
        OIDC_MAX_AGE: "3600",
        OIDC_ACR_VALUES: "mfa",
      },
      siteClientId: GOOD.siteClientId,
      privateMcpClientId: undefined,
      siteSecret: SECRET,
      agentsSecret: undefined,
      siteKey: undefined,
      agentsKey: undefined,
      ca: undefined,
    });
    expect(environment).toEqual({ HOME: "/h" });
  });

  test.each([0o600, 0o400])("read the secrets of a file of mode %o beside their own", (mode) => {
    using here = testFolder();
    writeFileSync(here.at("kept"), `SITE_CLIENT_SECRET=${SECRET}\nAGENTS_CLIENT_SECRET=other\n`);
    chmodSync(here.at("kept"), mode);
    const path = written(here, { secrets: "kept", privateMcpClientId: "agents" });
    expect(identityIn(path, {})).toMatchObject({ siteSecret: SECRET, agentsSecret: "other" });
  });

  test.each([0o640, 0o604, 0o620])("refuse secrets that others can read or write (mode %o)", (mode) => {
    using here = testFolder();
    writeFileSync(here.at("kept"), `SITE_CLIENT_SECRET=${SECRET}\n`);
    chmodSync(here.at("kept"), mode);
    const reading = (): unknown => identityIn(written(here, { secrets: "kept" }), {});
    expect(reading).toThrow(/Other users can read .*chmod 600/);
    expect(reading).not.toThrow(SECRET);
  });

  test.each<[string, Record<string, unknown>, Record<string, string>, RegExp]>([
    ["no secret", {}, {}, /SITE_CLIENT_SECRET is missing/],
    ["an empty secret", {}, { SVC_SITE_CLIENT_SECRET: "" }, /SITE_CLIENT_SECRET is missing/],
    [
      "no secret for agents",
      { privateMcpClientId: "agents" },
      { SVC_SITE_CLIENT_SECRET: SECRET },
      /AGENTS_CLIENT_SECRET is missing/,
    ],
    [
      "the made-up people",
      { issuer: "http://identity.localhost" },
      {},
      /issuer: .*an identity provider other than the local one/,
    ],
    [
      "the made-up people on a port",
      { issuer: "http://identity.localhost:99" },
      {},
      /an identity provider other than the local one/,
    ],
    ["plain http", { tokenEndpoint: "http://login.example/token" }, {}, /\/tokenEndpoint: .*https address/],
    ["credentials in an address", { issuer: "https://a:b@login.example" }, {}, /\/issuer/],
    ["an unknown member", { clientSecret: SECRET }, {}, /only issuer, /],
    ["a missing member", { siteClientId: undefined }, {}, /\/siteClientId/],
    ["secrets that are not there", { secrets: "nowhere" }, {}, /Cannot read the secrets/],
  ])("are refused with %s", (_, change, environment, says) => {
    using here = testFolder();
    expect(() => identityIn(written(here, change), environment)).toThrow(says);
  });

  test("may know a key in place of the secret, and have a certificate of a private authority", () => {
    using here = testFolder();
    writeFileSync(here.at("ca.pem"), "-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----\n");
    const environment = { SVC_SITE_CLIENT_KEY: '{"kty":"OKP"}' };
    const read = identityIn(written(here, { ca: "ca.pem" }), environment);
    expect(read).toMatchObject({ siteSecret: "", siteKey: '{"kty":"OKP"}', ca: expect.stringContaining("abc") });
    expect(environment).toEqual({});
    writeFileSync(here.at("ca.pem"), "no certificate");
    expect(() => identityIn(written(here, { ca: "ca.pem" }), { SVC_SITE_CLIENT_SECRET: SECRET })).toThrow(
      "no certificate",
    );
  });

  test("are refused if the file is no JSON, or too long", () => {
    using here = testFolder();
    writeFileSync(here.at("broken"), "{");
    expect(() => identityIn(here.at("broken"), {})).toThrow(/is not valid/);
    writeFileSync(here.at("long"), " ".repeat(MACHINE_FILE_MAX_BYTES + 1));
    expect(() => identityIn(here.at("long"), {})).toThrow(/too long/);
  });
});
