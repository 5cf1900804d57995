import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startIdentityProvider, type IdentityProvider } from "../../sites/machine/identity/identityProvider.ts";
import { ISSUER } from "../../sites/machine/identity/people.ts";
import { startLocal, type Local } from "../../sites/machine/local.ts";
import { Proxies } from "../../sites/machine/names/proxies.ts";
import { AT_HOME } from "../../sites/machine/names/serving.ts";
import { requestLocal } from "../../sites/machine/process/request.ts";
import { testFolder } from "./testFolder.ts";

/** A site with a real name behind a TLS proxy, with an external identity provider. */

const [NAME, OTHER] = ["www.harbour-sites.com", "www.harbour-sites.org"];
const VISITOR = "198.51.100.7";
const OWNER = "ottilie-marchbank";

const SITE = {
  tenant: { id: "harbour", name: "Harbour Books" },
  site: { id: "shop", name: "Harbour Books" },
  domain: { hostname: NAME },
  identities: [{ issuer: ISSUER, subject: OWNER, name: "Robin", role: "owner" }],
  document: {
    pages: [{ id: "home", path: "/", title: "Harbour Books", sections: [] }],
    navigation: { menus: { header: [], footer: [] } },
    redirects: { entries: [] },
    settings: { name: "Harbour Books", language: "en" },
  },
  theme: { theme: "drawbridge.slate/slate", scheme: "auto", tokens: {} },
};

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const folder = testFolder();
let provider: IdentityProvider;
let local: Local;

/** Sends a request as the proxy forwards it. */
function ask(
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = "GET",
  body?: string,
): Promise<Answer> {
  return send(path, { host: NAME, "x-forwarded-for": VISITOR, "x-forwarded-proto": "https", ...headers }, method, body);
}

async function send(path: string, headers: Record<string, string>, method = "GET", body?: string): Promise<Answer> {
  const request = httpRequest({ host: "127.0.0.1", port: local.port, path, method, headers, agent: false });
  const answered = new Promise<import("node:http").IncomingMessage>((done, fail) =>
    request.on("response", done).on("error", fail),
  );
  request.end(body);
  const response = await answered;
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
}

const cookiesOf = ({ headers }: Answer): string =>
  (headers["set-cookie"] ?? []).map((line) => line.split(";")[0] ?? "").join("; ");

/** Sends one request to the provider, as a browser would. */
async function atProvider(address: string, cookie: string, form?: string): Promise<Answer> {
  const url = new URL(address);
  const request = httpRequest({
    host: "127.0.0.1",
    port: url.port,
    path: `${url.pathname}${url.search}`,
    method: form === undefined ? "GET" : "POST",
    headers: { host: url.host, cookie, ...(form && { "content-type": "application/x-www-form-urlencoded" }) },
    agent: false,
  });
  const answered = new Promise<import("node:http").IncomingMessage>((done, fail) =>
    request.on("response", done).on("error", fail),
  );
  request.end(form);
  const response = await answered;
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
}

async function logIn(): Promise<{ readonly callback: URL; readonly answer: Answer }> {
  const begun = await ask("/api/auth/start");
  const asked = await atProvider(String(begun.headers.location), "");
  const page = new URL(String(asked.headers.location), String(begun.headers.location)).href;
  const chosen = await atProvider(page, cookiesOf(asked), `person=${OWNER}`);
  const back = await atProvider(new URL(String(chosen.headers.location), page).href, cookiesOf(asked));
  const callback = new URL(String(back.headers.location));
  return { callback, answer: await ask(`${callback.pathname}${callback.search}`, { cookie: cookiesOf(begun) }) };
}

beforeAll(async () => {
  const secret = "a-secret-that-the-operator-has-from-the-provider";
  provider = await startIdentityProvider([{ id: "harbour", secret, callback: `https://${NAME}/api/auth/callback` }]);
  local = await startLocal({
    port: 0,
    data: folder.path,
    fresh: false,
    profile: "core",
    plugins: [],
    serving: {
      ...AT_HOME,
      origins: [{ origin: `https://${NAME}`, hostname: NAME }],
      proxies: new Proxies(["127.0.0.1"]),
      identity: {
        settings: provider.settings,
        siteClientId: "harbour",
        privateMcpClientId: undefined,
        siteSecret: secret,
        agentsSecret: undefined,
      },
    },
  });
  const reply = await requestLocal({
    port: local.port,
    host: "localhost",
    path: "/api/admin/provision",
    method: "POST",
    headers: { authorization: `Bearer ${local.secrets["PROVISIONING_SECRET"]}`, "content-type": "application/json" },
    body: JSON.stringify(SITE),
  });
  if (reply.status !== 201) throw new Error(`The site was not made: ${reply.text}`);
});
afterAll(async () => {
  await local.stop();
  await provider.stop();
  folder[Symbol.dispose]();
});

describe("a site under a real name", () => {
  test("is the only one: the demo sites and their members are absent", async () => {
    expect([local.sites, local.site]).toEqual([[], `https://${NAME}`]);
    const { status, text: told } = await requestLocal({
      port: local.port,
      host: "localhost",
      path: "/api/admin/status",
      headers: { authorization: `Bearer ${local.secrets["PROVISIONING_SECRET"]}` },
    });
    expect([status, (JSON.parse(told) as { tenants: { id: string }[] }).tenants.map(({ id }) => id)]).toEqual([
      200,
      ["harbour"],
    ]);
  });

  test("is served over https, with its canonical address", async () => {
    const { status, body } = await ask("/");
    expect(status).toBe(200);
    expect(body).toContain(`<link rel="canonical" href="https://${NAME}/">`);
  });

  test("redirects http to https, and accepts no change over http", async () => {
    const read = await ask("/about?x=1", { "x-forwarded-proto": "http" });
    expect([read.status, read.headers.location]).toEqual([308, `https://${NAME}/about?x=1`]);
    const change = await ask("/api/pages", { "x-forwarded-proto": "http", "content-length": "0" }, "POST");
    expect([change.status, change.body]).toEqual([403, expect.stringContaining("HTTPS_REQUIRED")]);
  });

  test("answers only under configured hostnames", async () => {
    const other = await ask("/", { host: OTHER });
    expect([other.status, other.body]).toEqual([404, expect.stringContaining('"code":"NOT_FOUND"')]);
  });

  test("hides the operator's addresses from everybody behind the proxy, also under this machine's hostname", async () => {
    const headers = {
      host: `localhost:${local.port}`,
      authorization: `Bearer ${local.secrets["PROVISIONING_SECRET"]}`,
    };
    expect((await ask("/api/admin/status", headers)).status).toBe(404);
    expect((await send("/api/admin/status", headers)).status).toBe(200);
  });

  test("logs its owner in at the operator's provider, and shows the draft under that hostname", async () => {
    const { callback, answer } = await logIn();
    expect(callback.origin).toBe(`https://${NAME}`);
    expect([answer.status, cookiesOf(answer)]).toEqual([303, expect.stringContaining("__Host-svc_session=")]);
    const cookie = cookiesOf(answer);
    const context = await ask("/api/site", { cookie, origin: `https://${NAME}` });
    expect([context.status, JSON.parse(context.body)]).toMatchObject([200, { member: { role: "owner" } }]);
    const lied = await ask("/api/auth/logout", { cookie, origin: `https://${OTHER}`, "content-length": "0" }, "POST");
    expect(lied.status).toBe(403);
  });
});
