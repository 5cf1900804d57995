import { beforeAll, describe, expect, test } from "vitest";
import { aSite, db, get, mediaBucket, migrate, operator, SECRET, send, unique } from "../../worker/site/harness.ts";

/** Visitors who try to reach another tenant, to poison the cache, or to abuse redirects. */

beforeAll(migrate);

const DIGEST = "d".repeat(64);
const text = async (response: Response): Promise<string> => new TextDecoder().decode(await response.arrayBuffer());
const described = async (response: Response) => ({
  status: response.status,
  headers: [...response.headers].filter(([name]) => !["cf-cache-status", "age", "date"].includes(name)),
  body: await text(response),
});

const FORGED = (victim: string): [string, Record<string, string>][] => [
  ["Host", { host: victim }],
  ["X-Forwarded-Host", { "x-forwarded-host": victim }],
  ["X-Host", { "x-host": victim, "x-forwarded-server": victim, "x-http-host-override": victim }],
  ["Forwarded", { forwarded: `host=${victim};proto=http` }],
  ["X-Original-URL", { "x-original-url": "/about", "x-rewrite-url": "/about" }],
  ["X-Forwarded-Proto", { "x-forwarded-proto": "http", "x-forwarded-scheme": "http", "x-forwarded-port": "1" }],
  ["method overrides", { "x-http-method-override": "DELETE", "x-method-override": "POST" }],
  ["CF headers", { "cf-worker": victim, "cf-connecting-ip": "127.0.0.1", "cf-visitor": '{"scheme":"http"}' }],
];

describe("a forged header", () => {
  test("of any kind changes neither the answer nor its cached copy", async () => {
    const [mine, victim] = await Promise.all([aSite("mine"), aSite("victim")]);
    for (const [, headers] of FORGED(`${victim.name}.example`)) {
      const site = await aSite("forged");
      const poisoned = await described((await get(`${site.origin}/`, headers)).response);
      const after = await described((await get(`${site.origin}/`)).response);
      expect(poisoned.body).toContain(site.name);
      expect(after).toEqual(poisoned);
      expect(JSON.stringify([poisoned, after])).not.toContain(victim.name);
    }
    expect(await text((await get(`${mine.origin}/`)).response)).toContain(mine.name);
  });

  test("with a site's name does not open an unknown hostname", async () => {
    const victim = await aSite("victim");
    const host = `${unique("nobody")}.example`;
    const plain = await described((await get(`https://${host}/`)).response);
    for (const [, headers] of FORGED(`${victim.name}.example`)) {
      expect(await described((await get(`https://${host}/`, headers)).response)).toEqual(plain);
    }
  });
});

describe("the first visitor of a page", () => {
  test.each<[string, RequestInit]>([
    ["asks for a part", { headers: { range: "bytes=0-0" } }],
    ["asks for a part that does not exist", { headers: { range: "bytes=999999-" } }],
    ["asks with HEAD", { method: "HEAD" }],
    ["has it already, whatever it is", { headers: { "if-none-match": "*" } }],
    ["wants no answer stored", { headers: { "cache-control": "no-store", pragma: "no-cache" } }],
    ["brings credentials", { headers: { authorization: "Bearer x", cookie: "__Host-svc_session=forged" } }],
    ["comes to edit", { headers: { cookie: "svc_mode=edit" } }],
    [
      "wants another kind of answer",
      { headers: { accept: "application/json", "accept-language": "xx", "accept-encoding": "identity" } },
    ],
    [
      "has conditions that fail",
      { headers: { "if-match": '"x"', "if-unmodified-since": "Thu, 01 Jan 1970 00:00:00 GMT", "if-range": '"x"' } },
    ],
    ["sends a very long header", { headers: { "x-padding": "x".repeat(8_000) } }],
  ])("who %s does not spoil the page for the next visitor", async (_, init) => {
    const { origin } = await aSite("first");
    await send(new Request(`${origin}/about`, init));
    const published = await text((await get(`${origin}/about?past-the-cache`)).response);
    for (let visitor = 0; visitor < 2; visitor += 1) {
      const { response } = await get(`${origin}/about`);
      expect(response.status).toBe(200);
      expect(await text(response)).toBe(published);
      expect(response.headers.get("content-range")).toBeNull();
    }
  });

  test.each([
    "/about?x",
    "/about%3fx",
    "/about%23x",
    "/about;x=1",
    "/about%00",
    "/about/.css",
    "/about.css",
    "/about/x.css",
    "/ABOUT",
    "//about",
    "/about/",
  ])("who requests %s caches nothing under /about", async (path) => {
    const { origin } = await aSite("cloak");
    await get(`${origin}${path}`);
    const published = await text((await get(`${origin}/about?past-the-cache`)).response);
    const { response, work } = await get(`${origin}/about`);
    expect(work.workspace).toBe(1);
    expect(await text(response)).toBe(published);
  });
});

describe("an operator's answer", () => {
  const SUFFIXES = [
    "",
    ".css",
    "/x.css",
    ";x.css",
    "%2fx.css",
    "%3fx.css",
    "%00.css",
    "%0a.css",
    "?x.css",
    "/..%2fabout",
    "/.css",
  ];

  test.each(SUFFIXES)("to an address that ends with %j is not cached for others", async (suffix) => {
    const path = `/api/admin/status${suffix}`;
    const { response } = await operator(path);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const { response: anonymous } = await operator(path, { headers: { authorization: "" } });
    expect(anonymous.status).toBe(401);
    expect(await text(anonymous)).not.toContain("tenants");
  });

  test.each([
    "/API/admin/status",
    "//api/admin/status",
    "/x/../api/admin/status",
    "/%61pi/admin/status",
    "/api%2fadmin/status",
    "/./api/admin/status",
    "/api/./admin/status",
    "/api//admin/status",
    "/api/admin/%73tatus",
  ])("is never sent without the secret at %s", async (path) => {
    const { origin } = await aSite("spelt");
    const { response } = await get(`${origin}${path}`);
    expect([308, 401, 404]).toContain(response.status);
    expect(await text(response)).not.toContain("tenants");
  });

  test.each([`?access_token=${SECRET}`, `?authorization=Bearer%20${SECRET}`])(
    "is never sent for a secret in the address",
    async (query) => {
      expect((await operator(`/api/admin/status${query}`, { headers: { authorization: "" } })).response.status).toBe(
        401,
      );
    },
  );

  test("is never sent for the secret in another header", async () => {
    const headers = {
      authorization: "",
      "x-authorization": `Bearer ${SECRET}`,
      cookie: `authorization=Bearer ${SECRET}`,
      "proxy-authorization": `Bearer ${SECRET}`,
    };
    expect((await operator("/api/admin/status", { headers })).response.status).toBe(401);
  });
});

describe("another tenant's media", () => {
  async function twoTenants() {
    const [mine, victim] = await Promise.all([aSite("mine"), aSite("victim")]);
    await mediaBucket.put(`${victim.name}/${DIGEST}/secret.png`, "secret of the victim");
    return { mine, victim };
  }

  test("are not found under this tenant's hostname", async () => {
    const { mine, victim } = await twoTenants();
    expect(await text((await get(`${victim.origin}/media/${DIGEST}/secret.png`)).response)).toBe(
      "secret of the victim",
    );
    expect((await get(`${mine.origin}/media/${DIGEST}/secret.png`)).response.status).toBe(404);
  });

  test("are not reached through any path", async () => {
    const { mine, victim } = await twoTenants();
    const target = `${victim.name}/${DIGEST}/secret.png`;
    const paths = [
      `/media/${target}`,
      `/media/../${target}`,
      `/media/%2e%2e/${target}`,
      `/media/..%2f${target}`,
      `/media/${DIGEST}/../../${target}`,
      `/media/${DIGEST}/..%2f..%2f${target.replaceAll("/", "%2f")}`,
      `/media/${DIGEST}%2f..%2f..%2f${target}`,
      `/media//${target}`,
      `/media/./${target}`,
      `/media/${DIGEST}/..\\..\\${target}`,
      `/media/${DIGEST}/%252e%252e%252f${target}`,
      `/media/%2f${target}`,
      `/media/${mine.name}%2f..%2f${target}`,
    ];
    for (const path of paths) {
      const { response } = await get(`${mine.origin}${path}`);
      expect([308, 404]).toContain(response.status);
      expect(await text(response)).not.toContain("secret of");
    }
  });

  test("of the same name are separate in the cache", async () => {
    const { mine, victim } = await twoTenants();
    await mediaBucket.put(`${mine.name}/${DIGEST}/secret.png`, "mine");
    for (let visitor = 0; visitor < 2; visitor += 1) {
      expect(await text((await get(`${victim.origin}/media/${DIGEST}/secret.png`)).response)).toBe(
        "secret of the victim",
      );
      expect(await text((await get(`${mine.origin}/media/${DIGEST}/secret.png`)).response)).toBe("mine");
    }
  });

  test("cannot be stored under names that break the key's format", async () => {
    // Tenant ids contain no slash, so no tenant's prefix begins with another's.
    const { mine } = await twoTenants();
    await mediaBucket.put(`${mine.name}-more/${DIGEST}/a.png`, "of a longer name");
    expect((await get(`${mine.origin}/media/${DIGEST}/a.png`)).response.status).toBe(404);
  });
});

describe("a redirect", () => {
  test.each([
    "//evil.example",
    "//evil.example/",
    "///evil.example//",
    "/\\evil.example",
    "/%5cevil.example",
    "/%5c%5cevil.example/",
    "/%2f%2fevil.example/",
    "/.//evil.example",
    "/%2e//evil.example/",
    "//user@evil.example/",
    "/A//evil.example",
    "/http://evil.example/",
    "/HTTPS:evil.example",
    "//evil.example/%2e%2e/",
  ])("for %s stays on the site", async (path) => {
    const { origin } = await aSite("stay");
    const { response } = await get(`${origin}${path}`);
    const location = response.headers.get("location") ?? "/";
    expect([308, 404]).toContain(response.status);
    expect(location).toMatch(/^\/(?![/\\])/);
    expect(new URL(location, origin).origin).toBe(origin);
  });

  test.each([
    "/About%0d%0aSet-Cookie:%20a=b",
    "/About?x=%0d%0aSet-Cookie:%20a=b",
    "/About?<script>",
    "/About?%3Cscript%3E",
    "/About?x=\u2028",
    "/ABOUT%e2%80%a8",
  ])("for %s never repeats text that could become another host", async (path) => {
    const { origin } = await aSite("split");
    const { response } = await get(`${origin}${path}`);
    expect([308, 404]).toContain(response.status);
    expect(response.headers.get("location") ?? "/").toMatch(/^\/[A-Za-z0-9\-._~!$&'()*+,;=:@%/?]*$/);
    expect(response.headers.get("set-cookie")).toBeNull();
    expect(await text(response)).not.toMatch(/script|Set-Cookie/);
  });

  test("to the canonical hostname ignores hostnames that a visitor sends", async () => {
    const { name } = await aSite("canonical");
    const other = `${unique("other")}.example`;
    await db
      .prepare(
        "INSERT INTO domains (hostname, tenant_id, site_id, status, created_at) VALUES (?, ?, 'main', 'verified', 0)",
      )
      .bind(other, name)
      .run();
    const { response } = await get(`https://${other}/about`, {
      host: "evil.example",
      "x-forwarded-host": "evil.example",
    });
    expect(response.headers.get("location")).toBe(`https://${name}.example/about`);
  });
});

describe("a hostname that resembles a site's", () => {
  test.each([
    (host: string) => `${host}.evil.example`,
    (host: string) => `x${host}`,
    (host: string) => `evil.${host}`,
    (host: string) => host.replace(".example", ".examp1e"),
    (host: string) => `${host}..`,
    (host: string) => host.replace("-", "_"),
    (host: string) => host.replace("e", "е"),
  ])("is not that site (%#)", async (resembling) => {
    const { name } = await aSite("like");
    const url = URL.parse(`https://${resembling(`${name}.example`)}/`);
    const { response } = await get(url?.href ?? "https://nobody.example/");
    expect(response.status).toBe(404);
    expect(await text(response)).toBe("There is nothing here.\n");
  });
});
