import { isEmpty } from "../../../sites/web/api/guards/input.ts";
import { runInDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import {
  ROUTE_BODY_MAX_BYTES,
  ROUTE_CALLS_PER_PLUGIN,
  ROUTE_CALLS_PER_VISITOR,
  ROUTE_FIELD_NAME_MAX_CHARS,
  ROUTE_FIELDS_MAX,
  ROUTE_QUERY_VALUE_MAX_CHARS,
} from "../../../manifests/bounds/calls.ts";
import { memberOf } from "../api/apiClient.ts";
import { migrate, workspaceOf } from "../site/harness.ts";
import {
  type Visit,
  aSiteWith,
  aVisitor,
  callApi,
  codeOf,
  done,
  ownerOfSite,
  stubOf,
  viewOf,
  visit,
  type Editor,
} from "./siteWithPlugin.ts";

const text = (more: object = {}) => ({ type: "string", title: "Text", maxLength: 70_000, ...more });
const VOTE = {
  type: "object",
  properties: {
    choice: text(),
    times: { type: "integer", title: "Times", default: 1 },
    sure: { type: "boolean", title: "Sure" },
    tags: { type: "array", title: "Tags", items: { type: "string" } },
  },
  required: ["choice"],
  additionalProperties: false,
};

const CONTRIBUTES = {
  routes: [
    { name: "results", path: "/votes", methods: ["GET"], access: "public" },
    { name: "vote", path: "/votes", methods: ["POST"], access: "public", input: VOTE },
    { name: "reset", path: "/admin/votes", methods: ["GET", "POST", "DELETE"], access: "member" },
    { name: "odd", path: "/odd", methods: ["GET"], access: "public" },
    { name: "published", path: "/published", methods: ["GET", "POST"], access: "content.publish" },
    { name: "owned", path: "/owned", methods: ["GET"], access: "owners.manage" },
  ],
};

const SOURCE = `
  export const routes = {
    results: ({ query }) => ({ body: { query } }),
    vote: ({ body, member }) => ({ status: body.choice === "taken" ? 409 : 201, body: { body, member } }),
    reset: ({ method, member }) => ({ body: { method, role: member.role } }),
    published: ({ method, member }) => ({ body: { method, role: member.role } }),
    owned: () => ({ body: 1 }),
    odd: ({ query }) => ({ "200": { body: "x".repeat(1) }, html: "<b>no</b>", headers: { headers: { "set-cookie": "a=b" }, body: 1 }, status: { status: 302, body: 1 }, big: { body: "x".repeat(300000) } })[query.what],
  };`;

let owner: Editor;

beforeAll(async () => {
  await migrate();
  owner = await aSiteWith(SOURCE, { contributes: CONTRIBUTES });
});

describe("a route", () => {
  test("answers JSON under our headers, and HEAD without a body", async () => {
    const answer = await visit(owner, "/votes?round=2");
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "application/json",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
    expect(await done(answer)).toEqual({ query: { round: "2" } });
    const head = await visit(owner, "/votes", { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  test("takes what its schema has, with defaults, and says what is wrong with the rest", async () => {
    const good = await visit(owner, "/votes", { method: "POST", body: { choice: "a" } });
    expect([good.status, await good.json()]).toEqual([201, { body: { choice: "a", times: 1 }, member: null }]);
    const bad = await visit(owner, "/votes", { method: "POST", body: { choice: 3, more: true } });
    expect([bad.status, await bad.json()]).toMatchObject([
      400,
      { code: "INVALID_REQUEST", issues: [{ pointer: "/choice" }, { pointer: "/more" }] },
    ]);
  });

  test.each<[string, string, Visit, string]>([
    ["an unknown plugin", "/votes", { plugin: "acme.other" }, "NOT_FOUND"],
    ["something that is no plugin id", "/votes", { plugin: "constructor" }, "NOT_FOUND"],
    ["an unknown route", "/nothing", {}, "NOT_FOUND"],
    ["a route with another spelling", "/Votes", {}, "NOT_FOUND"],
    ["a route behind an encoded slash", "/admin%2Fvotes", {}, "NOT_FOUND"],
    ["a slash at the end", "/votes/", {}, "NOT_FOUND"],
    ["the top, where there is none", "", {}, "NOT_FOUND"],
    ["another method", "/votes", { method: "DELETE" }, "METHOD_NOT_ALLOWED"],
    ["a method that is none of ours", "/votes", { method: "OPTIONS" }, "METHOD_NOT_ALLOWED"],
    ["a body that is not JSON", "/votes", { method: "POST", text: "{" }, "INVALID_REQUEST"],
    [
      "a body of another type",
      "/votes",
      { method: "POST", text: "<a/>", headers: { "content-type": "text/xml" } },
      "UNSUPPORTED_MEDIA_TYPE",
    ],
    ["no body where one is needed", "/votes", { method: "POST" }, "INVALID_REQUEST"],
    [
      "an empty body, as some programs announce one",
      "/votes",
      { method: "POST", text: "", headers: { "content-length": "0", "content-type": "" } },
      "INVALID_REQUEST",
    ],
    ["a parameter given twice", "/votes?a=1&a=2", {}, "INVALID_REQUEST"],
    ["an answer of no shape", "/odd?what=html", {}, "PLUGIN_UNAVAILABLE"],
    ["an answer with headers of its own", "/odd?what=headers", {}, "PLUGIN_UNAVAILABLE"],
    ["an answer with a redirect", "/odd?what=status", {}, "PLUGIN_UNAVAILABLE"],
    ["an answer that is too long", "/odd?what=big", {}, "PLUGIN_UNAVAILABLE"],
    ["no answer", "/odd", {}, "PLUGIN_UNAVAILABLE"],
  ])("asked for with %s refuses", async (_, path, sent, code) => {
    const answer = await visit(owner, path, sent);
    expect(await codeOf(answer)).toBe(code);
    if (code === "METHOD_NOT_ALLOWED") expect(answer.headers.get("allow")).toMatch(/GET/);
  });

  test.each([
    [ROUTE_BODY_MAX_BYTES - 1, "201"],
    [ROUTE_BODY_MAX_BYTES, "201"],
    [ROUTE_BODY_MAX_BYTES + 1, "TOO_LARGE"],
  ])("takes a body of %i bytes: %s", async (bytes, code) => {
    const around = JSON.stringify({ choice: "" }).length;
    expect(
      await codeOf(await visit(owner, "/votes", { method: "POST", body: { choice: "x".repeat(bytes - around) } })),
    ).toBe(code);
  });

  test.each([
    [ROUTE_FIELDS_MAX - 1, "200"],
    [ROUTE_FIELDS_MAX, "200"],
    [ROUTE_FIELDS_MAX + 1, "INVALID_REQUEST"],
  ])("takes a query of %i parameters: %s", async (count, code) => {
    const query = Array.from({ length: count }, (_, n) => `p${n}=1`).join("&");
    expect(await codeOf(await visit(owner, `/votes?${query}`))).toBe(code);
  });

  test.each([
    [ROUTE_FIELD_NAME_MAX_CHARS, 1, "200"],
    [ROUTE_FIELD_NAME_MAX_CHARS + 1, 1, "INVALID_REQUEST"],
    [1, ROUTE_QUERY_VALUE_MAX_CHARS, "200"],
    [1, ROUTE_QUERY_VALUE_MAX_CHARS + 1, "INVALID_REQUEST"],
  ])("takes a parameter with a name of %i and a value of %i characters: %s", async (name, value, code) => {
    expect(await codeOf(await visit(owner, `/votes?${"n".repeat(name)}=${"v".repeat(value)}`))).toBe(code);
  });
});

describe("who may ask", () => {
  const foreign = { origin: "https://elsewhere.example" };
  const CASES: readonly [
    who: string,
    access: "public" | "member",
    method: string,
    headers: Record<string, string>,
    loggedIn: boolean,
    code: string,
  ][] = [
    ["a page of the site", "public", "POST", {}, false, "201"],
    ["a program without a browser", "public", "POST", { origin: "" }, false, "201"],
    ["a page of another site", "public", "POST", foreign, false, "ORIGIN_MISMATCH"],
    ["a page of another site that hides itself", "public", "POST", { origin: "null" }, false, "ORIGIN_MISMATCH"],
    ["a sub-domain", "public", "POST", { "sec-fetch-site": "same-site" }, false, "ORIGIN_MISMATCH"],
    ["another site's link", "public", "GET", { "sec-fetch-site": "cross-site" }, false, "200"],
    ["a visitor", "member", "GET", {}, false, "UNAUTHENTICATED"],
    ["a visitor", "member", "POST", {}, false, "UNAUTHENTICATED"],
    ["a member", "member", "GET", {}, true, "200"],
    ["a member on a page of the site", "member", "POST", {}, true, "200"],
    ["a member's browser, sent by another site", "member", "POST", foreign, true, "ORIGIN_MISMATCH"],
    [
      "a member's browser, sent by another site",
      "member",
      "GET",
      { "sec-fetch-site": "cross-site" },
      true,
      "ORIGIN_MISMATCH",
    ],
    ["a member's browser that does not say what sent it", "member", "POST", { origin: "" }, true, "ORIGIN_MISMATCH"],
  ];

  test.each(CASES)("%s asks a %s route with %s", async (_, access, method, headers, loggedIn, code) => {
    const { cookie } = loggedIn ? await memberOf(owner.site, "viewer") : { cookie: "" };
    const path = access === "member" ? "/admin/votes" : "/votes";
    const body = access === "public" && method === "POST" ? { body: { choice: "a" } } : {};
    const answer = await visit(owner, path, { method, ...body, headers: { cookie, ...headers } });
    expect(await codeOf(answer)).toBe(code);
  });

  test.each([
    ["/published", "owner", "200"],
    ["/published", "admin", "200"],
    ["/published", "editor", "200"],
    ["/published", "author", "FORBIDDEN"],
    ["/published", "viewer", "FORBIDDEN"],
    ["/owned", "owner", "200"],
    ["/owned", "admin", "FORBIDDEN"],
  ] as const)(
    "%s, which asks for a permission, is answered to a member who is %s with %s",
    async (path, role, code) => {
      const { cookie } = role === "owner" ? await ownerOfSite(owner.site) : await memberOf(owner.site, role);
      expect(await codeOf(await visit(owner, path, { headers: { cookie } }))).toBe(code);
    },
  );

  test("what asks for a permission is guarded as what asks for a member is, and is told who asks", async () => {
    const { cookie } = await memberOf(owner.site, "editor");
    expect(await codeOf(await visit(owner, "/published"))).toBe("UNAUTHENTICATED");
    expect(await codeOf(await visit(owner, "/published", { method: "POST", headers: { cookie, ...foreign } }))).toBe(
      "ORIGIN_MISMATCH",
    );
    expect(await done(await visit(owner, "/published", { method: "POST", headers: { cookie } }))).toEqual({
      method: "POST",
      role: "editor",
    });
  });

  test("a member of another site is nobody here", async () => {
    const other = await aSiteWith(SOURCE, { contributes: CONTRIBUTES });
    const { cookie } = await memberOf(other.site, "editor");
    expect(await codeOf(await visit(owner, "/admin/votes", { headers: { cookie } }))).toBe("UNAUTHENTICATED");
  });

  test("a public route is not told that its visitor is logged in", async () => {
    const { cookie } = await ownerOfSite(owner.site);
    const answer = await visit(owner, "/votes", { method: "POST", body: { choice: "a" }, headers: { cookie } });
    expect(await answer.json()).toMatchObject({ member: null });
  });

  test("while the tenant is read-only nothing is changed, and what is there is read", async () => {
    const stopped = await aSiteWith(SOURCE, { contributes: CONTRIBUTES });
    await stubOf(stopped).setStatus("read_only");
    expect(await codeOf(await visit(stopped, "/votes"))).toBe("200");
    expect(await codeOf(await visit(stopped, "/votes", { method: "POST", body: { choice: "a" } }))).toBe(
      "TENANT_READ_ONLY",
    );
  });
});

describe("a form on a page of the site", () => {
  const form = (fields: string, headers: Record<string, string> = {}) =>
    visit(owner, "/votes", {
      method: "POST",
      text: fields,
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        accept: "text/html,*/*;q=0.8",
        "sec-fetch-mode": "navigate",
        ...headers,
      },
    });

  test.each([
    ["the page it names", "choice=a&return=/poll", {}, "/poll"],
    ["the place on the page it names", "choice=a&return=/poll%23thanks", {}, "/poll#thanks"],
    ["the page it stands on", "choice=a", { referer: "SITE/poll?x=1" }, "/poll?x=1"],
    ["the front page, when it names another site", "choice=a&return=https://elsewhere.example/", {}, "/"],
    ["the front page, when it names another host", "choice=a&return=//elsewhere.example/", {}, "/"],
    ["the front page, when it names the API", "choice=a&return=/api/auth/logout", {}, "/"],
    ["the front page, when it names a script", "choice=a&return=javascript:alert(1)", {}, "/"],
    ["the front page, when another site sent it", "choice=a", { referer: "https://elsewhere.example/x" }, "/"],
  ])("leads its visitor back to %s", async (_, fields, headers, location) => {
    const sent = Object.fromEntries(
      Object.entries(headers as Record<string, string>).map(([name, value]) => [
        name,
        value.replace("SITE", owner.site.origin),
      ]),
    );
    const answer = await form(fields, sent);
    expect([answer.status, answer.headers.get("location"), answer.headers.get("cache-control")]).toEqual([
      303,
      location,
      "no-store",
    ]);
  });

  test("is read as the schema has it", async () => {
    const answer = await form("choice=a&times=3&sure=on&tags=x&tags=y&return=/poll", { accept: "application/json" });
    expect([answer.status, await answer.json()]).toEqual([
      201,
      { body: { choice: "a", times: 3, sure: true, tags: ["x", "y"] }, member: null },
    ]);
  });

  test.each([
    ["a number that is none", "choice=a&times=many", "/times"],
    ["a field given twice", "choice=a&choice=b", "/choice"],
    ["a field nobody asked for", "choice=a&__proto__=b", "/__proto__"],
    ["nothing in what is required", "times=1", "/choice"],
  ])("with %s is refused there", async (_, fields, pointer) => {
    const answer = await form(fields);
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { code: "INVALID_REQUEST", issues: [{ pointer }] },
    ]);
  });

  test("that the plugin does not accept shows the plugin's answer", async () => {
    const answer = await form("choice=taken&return=/poll");
    expect([answer.status, await answer.json()]).toMatchObject([409, { body: { choice: "taken" } }]);
  });

  test.each([
    [ROUTE_FIELDS_MAX, 400],
    [ROUTE_FIELDS_MAX + 1, 400],
  ])("with %i fields answers %i, and says whether they are too many", async (count, status) => {
    const answer = await form(Array.from({ length: count }, (_, n) => `f${n}=1`).join("&"));
    expect(answer.status).toBe(status);
    expect(JSON.stringify(await answer.json()).includes("more or longer fields")).toBe(count > ROUTE_FIELDS_MAX);
  });
});

describe("limits", () => {
  async function used(site: Editor, id: readonly string[], times: number, quota: number): Promise<void> {
    await runInDurableObject(workspaceOf(site.site.name), (_, { storage }) => {
      storage.sql.exec(
        "INSERT OR REPLACE INTO rate_limits (id, free_at) VALUES (?, ?)",
        JSON.stringify(id),
        Date.now() + (times * 60_000) / quota,
      );
    });
  }
  const idsOf = (site: Editor) =>
    runInDurableObject(workspaceOf(site.site.name), (_, { storage }) =>
      storage.sql
        .exec("SELECT id FROM rate_limits WHERE id LIKE '%plugin%'")
        .toArray()
        .map(({ id }) => JSON.parse(id as string) as [string, string]),
    );

  test.each([
    [-1, "200"],
    [0, "200"],
    [1, "RATE_LIMITED"],
  ])("let a visitor ask as often as they may and %i times more: %s", async (more, code) => {
    // Limits count a visitor over all sites, and workspaces cache the counts, so each case uses a new site.
    const [another, site] = [
      await aSiteWith(SOURCE, { contributes: CONTRIBUTES }),
      await aSiteWith(SOURCE, { contributes: CONTRIBUTES }),
    ];
    const headers = { "cf-connecting-ip": aVisitor() };
    await visit(another, "/votes", { headers });
    const [, subject] = (await idsOf(another)).find(([name]) => name === "plugin-visitor") ?? ["", ""];
    await used(site, ["plugin-visitor", subject], ROUTE_CALLS_PER_VISITOR - 1 + more, ROUTE_CALLS_PER_VISITOR);
    const answer = await visit(site, "/votes", { headers });
    expect(await codeOf(answer)).toBe(code);
    if (code === "RATE_LIMITED") expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await codeOf(await visit(site, "/votes"))).toBe("200");
  });

  test.each([
    [-1, "200"],
    [0, "200"],
    [1, "RATE_LIMITED"],
  ])("let all visitors ask as often as they may and %i times more: %s", async (more, code) => {
    const site = await aSiteWith(SOURCE, { contributes: CONTRIBUTES });
    await used(
      site,
      ["plugin", JSON.stringify(["main", "acme.tool"])],
      ROUTE_CALLS_PER_PLUGIN - 1 + more,
      ROUTE_CALLS_PER_PLUGIN,
    );
    expect(await codeOf(await visit(site, "/votes"))).toBe(code);
  });

  test("are kept without anybody's address", async () => {
    const site = await aSiteWith(SOURCE, { contributes: CONTRIBUTES });
    await visit(site, "/votes", { headers: { "cf-connecting-ip": "203.0.113.77" } });
    expect(JSON.stringify(await idsOf(site))).not.toContain("203.0.113");
  });
});

test("an owner reads before enabling that a route is public", async () => {
  expect((await viewOf(owner)).contributes.routes[1]).toEqual({ path: "/votes", methods: ["POST"], access: "public" });
  expect(await done(await callApi(owner, "GET", "/api/plugins"))).toBeTruthy();
});

test.each([
  ["nothing", null, undefined, true],
  ["a length of 0, as many clients state it", "", "0", true],
  ["a body of unknown length", "{}", undefined, false],
  ["a length of 1", "1", "1", false],
])("a request with %s may count as one without a body", (_, body, length, is) => {
  const headers = length === undefined ? {} : { "content-length": length };
  expect(isEmpty(new Request("https://acme.example/api/x", { method: "POST", body, headers }))).toBe(is);
});
