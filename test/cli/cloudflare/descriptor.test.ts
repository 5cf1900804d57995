import { describe, expect, test } from "vitest";
import { DESCRIPTOR_MAX_BYTES, readDescriptor } from "../../../sites/cli/cloudflare/descriptor/descriptor.ts";
import { TEMPLATE } from "../../../sites/cli/cloudflare/descriptor/descriptorFile.ts";
import { changed, GOOD } from "./goodDescriptor.ts";

const read = (value: unknown) => readDescriptor(typeof value === "string" ? value : JSON.stringify(value));

async function faultsOf(value: unknown): Promise<string[]> {
  const result = await read(value);
  return result.ok ? [] : result.error.map(({ pointer }) => pointer);
}

/** Every member that a descriptor must have. */
const REQUIRED = [
  "/schemaVersion",
  "/d1",
  "/d1/databaseName",
  "/d1/databaseId",
  "/kv",
  "/kv/publicContentId",
  "/kv/oauthId",
  "/kv/authStateId",
  "/r2",
  "/r2/mediaBucket",
  "/r2/backupsBucket",
  "/queues",
  "/queues/publish",
  "/queues/deadLetter",
  "/oauth",
  "/oauth/issuer",
  "/oauth/authorizationEndpoint",
  "/oauth/tokenEndpoint",
  "/oauth/userinfoEndpoint",
  "/oauth/siteClientId",
  "/oauth/privateMcpClientId",
  "/siteOrigin",
  "/privateMcpOrigin",
  "/mediaPublicBaseUrl",
  "/pluginTrustKeys",
];
const OPTIONAL = ["/publicMcpOrigin", "/analyticsEngineDataset", "/visitsDataset", "/variables"];

test("a complete descriptor is read as it stands", async () => {
  expect(await read(GOOD)).toEqual({ ok: true, value: GOOD });
});

test.each(REQUIRED)("a descriptor without %s is refused at that member", async (pointer) => {
  expect(await faultsOf(changed(pointer, undefined))).toEqual([pointer]);
});

test.each(OPTIONAL)("a descriptor without %s is valid", async (pointer) => {
  expect(await faultsOf(changed(pointer, undefined))).toEqual([]);
});

test.each([...REQUIRED, ...OPTIONAL].filter((pointer) => pointer !== "/pluginTrustKeys"))(
  "%s takes no list",
  async (pointer) => {
    expect(await faultsOf(changed(pointer, []))).toEqual([pointer]);
  },
);

test.each(["/siteOrigin", "/privateMcpOrigin", "/publicMcpOrigin"])(
  "%s takes an https origin and nothing else",
  async (pointer) => {
    const wrong = [
      "http://www.harbour-sites.com",
      "https://www.harbour-sites.com/",
      "https://www.harbour-sites.com/path",
      "https://www.harbour-sites.com?query",
      "https://www.harbour-sites.com#fragment",
      "https://member:word@www.harbour-sites.com",
      "https://*.harbour-sites.com",
      "https://www.harbour-sites.com:8443",
      "https://localhost",
      "https://127.0.0.1",
      "https://[::1]",
      "https://10.0.0.1",
      "https://intranet",
      "https://printer.local",
      "HTTPS://WWW.HARBOUR-SITES.COM",
      "www.harbour-sites.com",
      "",
    ];
    for (const value of wrong) expect(await faultsOf(changed(pointer, value)), value).toContain(pointer);
  },
);

test.each(["/oauth/issuer", "/oauth/authorizationEndpoint", "/oauth/tokenEndpoint", "/oauth/userinfoEndpoint"])(
  "%s takes no private or unencrypted address",
  async (pointer) => {
    const wrong = [
      "http://login.harbour-sites.com",
      "https://localhost/token",
      "https://169.254.169.254/token",
      "https://a:b@login.harbour-sites.com",
      "https://login.harbour-sites.com/#x",
    ];
    for (const value of wrong) expect(await faultsOf(changed(pointer, value)), value).toEqual([pointer]);
  },
);

test("an issuer has no query (OpenID Connect Discovery 1.0, section 3)", async () => {
  expect(await faultsOf(changed("/oauth/issuer", "https://login.harbour-sites.com/?tenant=1"))).toEqual([
    "/oauth/issuer",
  ]);
});

test.each([
  ["/kv/oauthId", GOOD.kv.publicContentId],
  ["/kv/authStateId", GOOD.kv.publicContentId],
  ["/r2/backupsBucket", GOOD.r2.mediaBucket],
  ["/queues/deadLetter", GOOD.queues.publish],
  ["/oauth/privateMcpClientId", GOOD.oauth.siteClientId],
  ["/privateMcpOrigin", GOOD.siteOrigin],
  ["/publicMcpOrigin", GOOD.siteOrigin],
] as const)("%s may not repeat the other one", async (pointer, value) => {
  expect(await faultsOf(changed(pointer, value))).toEqual([pointer]);
});

test("authStateId may not repeat oauthId", async () => {
  expect(await faultsOf(changed("/kv/authStateId", GOOD.kv.oauthId))).toEqual(["/kv/authStateId"]);
});

test.each([
  "https://cdn.harbour-sites.com/media",
  "https://www.harbour-sites.com/files",
  "https://www.harbour-sites.com/media/",
  "https://www.harbour-sites.com/media?x",
])("media are not served from %s", async (value) => {
  expect(await faultsOf(changed("/mediaPublicBaseUrl", value))).toEqual(["/mediaPublicBaseUrl"]);
});

test.each([
  ["31 digits", 31],
  ["33 digits", 33],
])("a namespace id of %s is refused", async (_name, length) => {
  expect(await faultsOf(changed("/kv/oauthId", "a".repeat(length)))).toEqual(["/kv/oauthId"]);
});

test.each([
  [3, true],
  [2, false],
  [63, true],
  [64, false],
])("the name of a bucket of %i characters: %s", async (length, isValid) => {
  expect(await faultsOf(changed("/r2/mediaBucket", "m".repeat(length)))).toEqual(isValid ? [] : ["/r2/mediaBucket"]);
});

test.each(["replace-media-bucket", "pending-media"])("%s is a value still to be decided", async (value) => {
  expect(await faultsOf(changed("/r2/mediaBucket", value))).toEqual(["/r2/mediaBucket"]);
});

test("a template is refused for every value at once, each with an example of what it takes", async () => {
  const left = [...JSON.stringify(TEMPLATE).matchAll(/"replace-[^"]*"/g)].map(([text]) => `the text ${text}`);
  const result = await read(TEMPLATE);
  const issues = result.ok ? [] : result.error;
  expect(issues.map(({ found }) => found)).toEqual(expect.arrayContaining(left));
  expect(issues).toHaveLength(left.length);
  expect(issues.filter(({ allowed }) => !allowed.includes('such as "'))).toEqual([]);
});

describe("variables", () => {
  const SET = {
    OIDC_JWKS_URI: "https://login.harbour-sites.com/keys",
    OIDC_MAX_AGE: "3600",
    OIDC_ACR_VALUES: "mfa phr",
    TURNSTILE_SITE_KEY: "0x4AAAAAAADnPIDROrmt1Wwj",
    MAIL_FROM: "site@harbour-sites.com",
    LIST_SITES: "yes",
    CLIENT_REGISTRATION: "no",
    CLIENT_DOCUMENTS: "no",
  };

  test("may be set, all or some or none", async () => {
    for (const variables of [SET, { LIST_SITES: "no" }, {}]) expect(await faultsOf({ ...GOOD, variables })).toEqual([]);
  });

  test.each([
    ["OIDC_JWKS_URI", "http://login.harbour-sites.com/keys"],
    ["OIDC_MAX_AGE", "0"],
    ["OIDC_MAX_AGE", "1e3"],
    ["OIDC_ACR_VALUES", "mfa  phr"],
    ["TURNSTILE_SITE_KEY", "0x4AAA AAAA"],
    ["MAIL_FROM", "Site <site@harbour-sites.com>"],
    ["LIST_SITES", "true"],
    ["CLIENT_REGISTRATION", true],
    ["CLIENT_DOCUMENTS", "never"],
    ["TURNSTILE_SITE_KEY", "sk_live_abc"],
    ["OIDC_JWKS_URI", "replace-jwks"],
  ])("%s does not take %j", async (name, value) => {
    expect(await faultsOf({ ...GOOD, variables: { ...SET, [name]: value } })).toEqual([`/variables/${name}`]);
  });

  test.each(["OIDC_ISSUER", "MCP_ORIGIN", "PROCESS_RUNS", "PLUGIN_TRUST_KEYS", "ANYTHING"])(
    "that another member decides, or nobody reads, are none of them: %s",
    async (name) => {
      expect((await read({ ...GOOD, variables: { [name]: "x" } })).ok).toBe(false);
    },
  );
});

describe("secrets", () => {
  const SECRET = "only-for-this-test-Zq81xUv93LmPw04RtYb27CsDf65GhJk";
  const PLACES: readonly (readonly [string, Record<string, unknown>, string])[] = [
    ["as the value of a known member", changed("/oauth/siteClientId", SECRET), "/oauth/siteClientId"],
    ["as a member of its own", changed("/oauth/clientSecret", SECRET), "/oauth/clientSecret"],
    ["as a key in PEM", changed("/d1/databaseName", `-----BEGIN PRIVATE KEY-----${SECRET}`), "/d1/databaseName"],
    ["as a token", changed("/oauth/siteClientId", `eyJhbGciOiJub25lIn0.${SECRET}.`), "/oauth/siteClientId"],
    ["with a provider's prefix", changed("/oauth/siteClientId", "GOCSPX-abc"), "/oauth/siteClientId"],
    [
      "as the private half of a trust key",
      changed("/pluginTrustKeys", [{ kty: "OKP", crv: "Ed25519", x: "a".repeat(43), d: SECRET }]),
      "/pluginTrustKeys/0/d",
    ],
  ];

  test.each(PLACES)("%s: the place is named and the value is not repeated", async (_name, value, pointer) => {
    const result = await read(value);
    expect(result.ok).toBe(false);
    if (result.ok) return;
    expect(result.error.map((issue) => issue.pointer)).toContain(pointer);
    expect(JSON.stringify(result.error)).not.toContain("Zq81");
  });
});

test.each([
  ["a member twice", '{"schemaVersion":1,"schemaVersion":1}'],
  ["a comment", '{ // no\n"schemaVersion":1}'],
  ["half a file", '{"schemaVersion":1'],
  ["a list", "[]"],
  ["nothing", ""],
  ["a prototype", '{"__proto__":{}}'],
])("a file with %s is refused", async (_name, text) => {
  expect((await readDescriptor(text)).ok).toBe(false);
});

test("the schema of another version is refused with the version that holds", async () => {
  const result = await read(changed("/schemaVersion", 2));
  expect(result).toMatchObject({ ok: false, error: [{ pointer: "/schemaVersion", allowed: "1" }] });
});

test("a descriptor is far smaller than its bound", () => {
  expect(JSON.stringify(GOOD).length).toBeLessThan(DESCRIPTOR_MAX_BYTES / 10);
});

test("one trust key twice is refused, because a deployment would ignore both entries", async () => {
  const key = { kty: "OKP", crv: "Ed25519", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" };
  const other = { kty: "OKP", crv: "Ed25519", x: "PUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0Zgw" };
  expect(await faultsOf(changed("/pluginTrustKeys", [key, other]))).toEqual([]);
  expect(await faultsOf(changed("/pluginTrustKeys", [key, other, { ...key, "svc:note": "again" }]))).toEqual([
    "/pluginTrustKeys/2",
  ]);
});
