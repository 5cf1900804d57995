import { generateKeyPairSync } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { isWell, type Verdict } from "../../../sites/cli/cloudflare/doctor/doctor.ts";
import { diagnoseLogins, type LoginFacts, loginTroubles } from "../../../sites/machine/identity/loginDiagnosis.ts";
import { soonAdvised } from "../../../sites/machine/logins.ts";
import { openIdProvider } from "../../../sites/machine/identity/openIdProvider.ts";
import { selfSigned } from "../../support/certificate.ts";

const SITE = "https://www.harbour-sites.com";
const CALLBACK = `${SITE}/api/auth/callback`;
const AGENTS = "https://agents.harbour-sites.com";
const SECRET = "a-secret-of-the-provider";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

interface Place {
  readonly origin: string;
  answer: RequestListener;
}

/** A server on this machine whose answers a case chooses. */
async function serving(tls?: { readonly key: string; readonly cert: string }): Promise<Place> {
  const place: { origin: string; answer: RequestListener } = { origin: "", answer: (_, response) => response.end() };
  const answer: RequestListener = (request, response) => place.answer(request, response);
  const server = tls ? createTlsServer(tls, answer) : createServer(answer);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  place.origin = `${tls ? "https" : "http"}://localhost:${(server.address() as AddressInfo).port}`;
  return place;
}

const factsAt = (origin: string, change: Partial<LoginFacts> = {}, jwksUri = ""): LoginFacts => ({
  settings: {
    OIDC_ISSUER: origin,
    OIDC_AUTHORIZATION_ENDPOINT: `${origin}/auth`,
    OIDC_TOKEN_ENDPOINT: `${origin}/token`,
    OIDC_USERINFO_ENDPOINT: `${origin}/me`,
    OIDC_JWKS_URI: jwksUri,
  },
  siteClientId: "harbour",
  privateMcpClientId: undefined,
  siteSecret: SECRET,
  agentsSecret: undefined,
  ...change,
});

const outcomes = (verdicts: readonly Verdict[]): Record<string, string> =>
  Object.fromEntries(
    verdicts.flatMap(({ id, outcome, findings }) =>
      outcome === "passed" ? [] : [[id.slice("identity.".length), findings[0]?.level ?? outcome]],
    ),
  );

const textOf = (verdicts: readonly Verdict[], id: string): string =>
  verdicts
    .filter((one) => one.id === `identity.${id}`)
    .flatMap(({ findings }) => findings.flatMap(({ found, mend }) => [found, mend]))
    .join(" ");

const asked = (facts: LoginFacts): Promise<Verdict[]> =>
  diagnoseLogins(facts, { sites: [SITE], privateMcp: undefined });

describe("a real provider", () => {
  async function provider(): Promise<string> {
    const place = await serving();
    const application = { id: "harbour", secret: SECRET, callback: CALLBACK };
    const agents = { id: "harbour-agents", secret: SECRET, callback: `${AGENTS}/auth/callback` };
    const ttl = { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 };
    const real = await openIdProvider({
      issuer: place.origin,
      applications: [application, agents],
      isKnown: () => true,
      ttl,
    });
    place.answer = real.callback();
    return place.origin;
  }

  test("that knows both applications passes every check", async () => {
    const facts = factsAt(await provider(), { privateMcpClientId: "harbour-agents", agentsSecret: SECRET });
    const verdicts = await diagnoseLogins(facts, { sites: [SITE], privateMcp: AGENTS });
    expect([outcomes(verdicts), isWell(verdicts), loginTroubles(verdicts)]).toEqual([{}, true, []]);
    expect(verdicts.map(({ id }) => id)).toContain("identity.agents.proof");
  });

  test.each([
    [
      "another client id",
      { siteClientId: "harbor" },
      { site: "error", "site.proof": "error" },
      "site",
      "Correct the client id",
    ],
    ["another secret", { siteSecret: "another" }, { "site.proof": "error" }, "site.proof", "invalid_client"],
    ["no secret at hand", { siteSecret: undefined }, { "site.proof": "unchecked" }, "site.proof", ""],
  ])("says %s", async (_, change, found, id, words) => {
    const verdicts = await asked(factsAt(await provider(), change));
    expect(outcomes(verdicts)).toEqual(found);
    expect(textOf(verdicts, id)).toContain(words);
    expect(isWell(verdicts)).toBe(false);
  });

  test("says which redirect address is not registered", async () => {
    const facts = factsAt(await provider());
    const verdicts = await diagnoseLogins(facts, { sites: [SITE, "https://www.harbour.org"], privateMcp: undefined });
    expect(outcomes(verdicts)).toEqual({ site: "error" });
    expect(textOf(verdicts, "site")).toContain(
      "Register the redirect address https://www.harbour.org/api/auth/callback",
    );
  });
});

type Table = Readonly<Record<string, (origin: string) => readonly [status: number, body: unknown, location?: string]>>;

const KEY = { kty: "EC", crv: "P-256", x: "f", y: "g", use: "sig" };
const GOOD: Table = {
  "/.well-known/openid-configuration": (issuer) => [200, { issuer, jwks_uri: `${issuer}/keys` }],
  "/keys": () => [200, { keys: [KEY] }],
  "/auth": () => [303, "", `${CALLBACK}?error=login_required`],
  "/token": () => [400, { error: "invalid_grant" }],
  "/me": () => [401, ""],
};

async function lying(table: Table, change: Partial<LoginFacts> = {}, hasKeys = false): Promise<Verdict[]> {
  const place = await serving();
  place.answer = (request, response) => {
    const { pathname } = new URL(request.url ?? "/", place.origin);
    const [status, body, location] = ({ ...GOOD, ...table }[pathname] ?? (() => [404, ""] as const))(place.origin);
    response.writeHead(status, location === undefined ? {} : { location });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
  return asked(factsAt(place.origin, change, hasKeys ? `${place.origin}/keys` : ""));
}

const saying = (more: object): Table => ({
  "/.well-known/openid-configuration": (issuer) => [200, { issuer, jwks_uri: `${issuer}/keys`, ...more }],
});
const METADATA = "/.well-known/openid-configuration";
const WITHOUT_METADATA = {
  metadata: "error",
  issuer: "unchecked",
  endpoints: "unchecked",
  algorithms: "unchecked",
  flow: "unchecked",
  method: "unchecked",
  keys: "unchecked",
};

describe("a provider that", () => {
  test.each<readonly [string, Table, Record<string, string>]>([
    ["is well", {}, {}],
    ["has another issuer", saying({ issuer: "https://other.example" }), { issuer: "error" }],
    [
      "has an issuer with a slash",
      { [METADATA]: (at) => [200, { issuer: `${at}/`, jwks_uri: `${at}/keys` }] },
      { issuer: "error" },
    ],
    ["has no metadata", { [METADATA]: () => [404, ""] }, WITHOUT_METADATA],
    ["leads its metadata elsewhere", { [METADATA]: () => [302, "", "https://e.example/"] }, WITHOUT_METADATA],
    ["answers with a page", { [METADATA]: () => [200, "<html>"] }, WITHOUT_METADATA],
    ["answers with a list", { [METADATA]: () => [200, []] }, WITHOUT_METADATA],
    ["answers without an end", { [METADATA]: () => [200, "x".repeat(300 * 1024)] }, WITHOUT_METADATA],
    ["names no keys", saying({ jwks_uri: undefined }), { keys: "error" }],
    ["has its keys without TLS", saying({ jwks_uri: "http://keys.example/" }), { keys: "error" }],
    ["has no set of keys", { "/keys": () => [200, {}] }, { keys: "error" }],
    ["has a shared key alone", { "/keys": () => [200, { keys: [{ kty: "oct" }] }] }, { keys: "error" }],
    ["has keys to encrypt", { "/keys": () => [200, { keys: [{ ...KEY, use: "enc" }] }] }, { keys: "error" }],
    [
      "has keys of another curve",
      { "/keys": () => [200, { keys: [{ ...KEY, crv: "secp256k1" }] }] },
      { keys: "error" },
    ],
    [
      "signs by a shared secret",
      saying({ id_token_signing_alg_values_supported: ["HS256", "none"] }),
      { algorithms: "error" },
    ],
    ["gives tokens alone", saying({ response_types_supported: ["token"] }), { flow: "error" }],
    ["is OAuth without OpenID", saying({ scopes_supported: ["profile"] }), { flow: "error" }],
    ["knows plain PKCE alone", saying({ code_challenge_methods_supported: ["plain"] }), { flow: "error" }],
    [
      "wants certificates of clients",
      saying({ token_endpoint_auth_methods_supported: ["tls_client_auth"] }),
      { method: "error" },
    ],
    ["takes the secret in the body", saying({ token_endpoint_auth_methods_supported: ["client_secret_post"] }), {}],
    ["has another token endpoint", saying({ token_endpoint: "https://e.example/t" }), { endpoints: "warning" }],
    ["lists no texts", saying({ response_types_supported: [1, null, {}] }), { flow: "error" }],
    ["knows no such application", { "/auth": () => [400, "invalid_client"] }, { site: "error" }],
    ["has its login elsewhere", { "/auth": () => [404, ""] }, { site: "error" }],
    ["falls down at a login", { "/auth": () => [502, ""] }, { site: "warning" }],
    ["asks for patience at its keys", { "/keys": () => [429, ""] }, { keys: "warning" }],
    [
      "is being started",
      { "/me": () => [503, ""], "/token": () => [500, ""] },
      { userinfo: "warning", "site.proof": "warning" },
    ],
    ["tells of people without a token", { "/me": () => [200, { sub: "ann" }] }, { userinfo: "error" }],
    ["shows a page in place of UserInfo", { "/me": () => [200, "<html>"] }, { userinfo: "error" }],
    ["shows its login", { "/auth": () => [200, "<form>"] }, { site: "warning" }],
    ["leads to its login", { "/auth": () => [302, "", "/login"] }, { site: "warning" }],
    [
      "leads to a page of its errors",
      { "/auth": () => [302, "", "/signin/oauth/error?authError=x"] },
      { site: "error" },
    ],
    ["refuses the flow", { "/auth": () => [303, "", `${CALLBACK}?error=unauthorized_client`] }, { site: "error" }],
    [
      "leads to a callback that begins alike",
      { "/auth": () => [303, "", `${CALLBACK}.evil?error=login_required`] },
      { site: "error" },
    ],
    ["leads nowhere", { "/auth": () => [303, "", "http://["] }, { site: "warning" }],
    ["has no token endpoint", { "/token": () => [404, "<html>"] }, { "site.proof": "error" }],
    ["answers a wrong code with tokens", { "/token": () => [200, { access_token: "x" }] }, { "site.proof": "error" }],
    ["finds the code malformed", { "/token": () => [400, { error: "invalid_request" }] }, { "site.proof": "warning" }],
    ["has no UserInfo", { "/me": () => [404, ""] }, { userinfo: "error" }],
  ])("%s", async (_, table, found) => expect(outcomes(await lying(table))).toEqual(found));

  test("has no metadata is well with an address of its keys, but for a note", async () => {
    const verdicts = await lying({ [METADATA]: () => [404, ""] }, {}, true);
    expect([outcomes(verdicts), isWell(verdicts)]).toEqual([{ metadata: "warning" }, true]);
  });

  test("takes the secret in the body alone cannot say so beside an address of the keys", async () => {
    const verdicts = await lying(saying({ token_endpoint_auth_methods_supported: ["client_secret_post"] }), {}, true);
    expect(textOf(verdicts, "method")).toContain("Leave out jwksUri");
  });

  test("may answer later is no failure, and no pass", async () => {
    const verdicts = await lying({ [METADATA]: () => [503, ""], "/auth": () => [429, ""] });
    expect(verdicts.filter(({ findings }) => findings.some(({ level }) => level === "error"))).toEqual([]);
    expect([isWell(verdicts), verdicts[0]?.outcome]).toEqual([false, "unchecked"]);
    expect(loginTroubles(verdicts)[0]).toMatch(
      /^Logins could not be checked\. .*openid-configuration: status 503\. Try again/,
    );
  });

  test.each([
    ["private_key_jwt", {}],
    ["client_secret_post", {}],
    ["tls_client_auth", { method: "error" }],
  ])("takes %s is judged so far as anybody here knows the proof", async (method, found) => {
    const change = { siteSecret: undefined };
    const verdicts = await lying(saying({ token_endpoint_auth_methods_supported: [method] }), change);
    expect(outcomes(verdicts)).toEqual({ ...found, "site.proof": "unchecked" });
  });

  test("proves itself by a key alone, where no secret is", async () => {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const siteKey = JSON.stringify({ ...privateKey.export({ format: "jwk" }), kid: "one", alg: "ES256" });
    let body = "";
    const place = await serving();
    place.answer = (request, response) => {
      if (request.url === "/token") request.on("data", (piece: Buffer) => (body += piece.toString()));
      const [status, said] = GOOD[request.url?.split("?")[0] ?? ""]?.(place.origin) ?? [404, ""];
      request.on("end", () => response.writeHead(status).end(JSON.stringify(said)));
      request.resume();
    };
    const verdicts = await asked(factsAt(place.origin, { siteSecret: undefined, siteKey }));
    expect(outcomes(verdicts)["site.proof"]).toBeUndefined();
    expect(new URLSearchParams(body).get("client_assertion_type")).toContain("jwt-bearer");
  });

  test("says words of a terminal gets them quoted", async () => {
    const verdicts = await lying(saying({ issuer: "\u001b[2J" }));
    expect(textOf(verdicts, "issuer")).toContain(String.raw`"\u001b[2J"`);
  });

  test("a key that cannot be one is named as such", async () => {
    const verdicts = await lying({}, { siteSecret: "", siteKey: "{}" });
    expect(textOf(verdicts, "site.proof")).toContain("Correct the client key");
  });
});

describe("nobody answers, because", () => {
  const { key, cert } = selfSigned();

  test("no program listens, and the start says it in one line for each endpoint", async () => {
    const place = await serving();
    for (const close of closing.splice(0)) close();
    const verdicts = await asked(factsAt(place.origin));
    expect(textOf(verdicts, "metadata")).toContain("no program at this address and port");
    expect(loginTroubles(verdicts)[0]).toBe(
      `Logins cannot work now. ${place.origin}/.well-known/openid-configuration: no program at this address and port. Start the provider, or correct the address.`,
    );
  });

  test("the DNS does not know the name", async () =>
    expect(textOf(await asked(factsAt("https://nowhere.invalid")), "metadata")).toMatch(/DNS|no way|no answer/));

  test("its authority is private, until the operator names it", async () => {
    const place = await serving({ key, cert });
    place.answer = (_, response) => response.writeHead(200).end(JSON.stringify({ issuer: place.origin }));
    const without = await asked(factsAt(place.origin));
    expect(textOf(without, "metadata")).toContain('"ca" of the identity provider');
    const named = await asked(factsAt(place.origin, { ca: cert }));
    expect(outcomes(named)["metadata"]).toBeUndefined();
  });

  test("its certificate is for another name", async () => {
    const place = await serving({ key, cert });
    const origin = place.origin.replace("localhost", "127.0.0.1");
    expect(textOf(await asked(factsAt(origin, { ca: cert })), "metadata")).toContain("for another name");
  });

  test("the address speaks no TLS", async () => {
    const place = await serving();
    const origin = place.origin.replace("http:", "https:");
    expect(textOf(await asked(factsAt(origin)), "metadata")).toContain("without TLS");
  });

  test("it never ends its answer", async () => {
    const place = await serving();
    place.answer = (_, response) => void response.writeHead(200).write("{");
    expect(textOf(await asked(factsAt(place.origin)), "metadata")).toContain("no answer within 5 s");
  }, 30_000);
});

test("a start tells what a provider says, and waits briefly for a slow one", async () => {
  const told: string[] = [];
  await soonAdvised(Promise.resolve(["Logins cannot work now."]), (line) => told.push(line), 60_000);
  expect(told).toEqual(["Logins cannot work now."]);
  const { promise, resolve } = Promise.withResolvers<readonly string[]>();
  await soonAdvised(promise, (line) => told.push(line), 5);
  expect(told).toHaveLength(1);
  resolve(["Later."]);
  await expect.poll(() => told).toContain("Later.");
});
