import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { JSON_MAX_DEPTH } from "../../../manifests/bounds/json.ts";
import { expectValue } from "../../../runtime/commands/answer.ts";
import { ROUTES } from "../../../sites/web/api/routes/index.ts";
import type { Route } from "../../../sites/web/api/request/route.ts";
import { type Example, EXAMPLES, addressOf, sentOf } from "../../worker/api/examples.ts";
import {
  type Editor,
  type Sent,
  WRITES,
  anEditor,
  callApi,
  codeOf,
  nameOf,
  refused,
  routeOf,
} from "../../worker/api/apiClient.ts";
import { migrate, readerOf } from "../../worker/site/harness.ts";

beforeAll(migrate);

/** One site for all requests that must not change anything. The number of its last change grows with each. */
const world: { editor?: Editor; examples: Map<string, Example>; change: number } = { examples: new Map(), change: 0 };

beforeAll(async () => {
  const editor = await anEditor();
  world.editor = editor;
  for (const route of ROUTES)
    world.examples.set(nameOf(route), (await EXAMPLES[nameOf(route)]?.(editor, editor)) ?? {});
  world.change = await change();
}, 60_000);

afterEach(async () => {
  const before = world.change;
  world.change = await change();
  if (world.change !== before) throw new Error(`the site has changed: ${world.change}, and ${before} before`);
});

async function change(): Promise<number> {
  return expectValue(await readerOf(world.editor?.site.name ?? "").read("context", "main")).change;
}

async function attempt(route: Route, more: Sent): Promise<Response> {
  if (!world.editor) throw new Error("not prepared");
  const example = world.examples.get(nameOf(route)) ?? {};
  return callApi(world.editor, route.method, addressOf(route.path, example.params), sentOf(example, more));
}

const rows = (routes: readonly Route[]): [string, Route][] => routes.map((route) => [nameOf(route), route]);
const WITH_BODY = WRITES.filter(({ body }) => body !== null);

describe("bodies", () => {
  const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
  const TEXTS: readonly [string, string][] = [
    ["nothing", ""],
    ["half of one", '{"body":'],
    ["two", "{}{}"],
    ["a list", "[]"],
    ["null", "null"],
    ["a text", '"body"'],
    ["a member twice", '{"fields":{},"fields":{}}'],
    ["the same member twice, spelt differently", '{"role":"viewer","\\u0072ole":"owner"}'],
    ["__proto__", '{"__proto__":{"role":"owner"}}'],
    ["constructor", '{"constructor":{"prototype":{"role":"owner"}}}'],
    ["a number beyond all numbers", '{"at":1e999}'],
    ["a number nobody can keep", '{"at":123456789012345678901234567890}'],
    ["10,000 levels", deep(10_000)],
    ["one level too many", deep(JSON_MAX_DEPTH + 1)],
    ["a byte order mark", "\uFEFF{}"],
    ["a comment", "{/* nothing */}"],
    ["a lone surrogate", '{"a":"\\ud800"}'],
  ];

  test.each(rows(WITH_BODY))("that do not fit %s are refused with issues and change nothing", async (_, route) => {
    for (const [what, text] of TEXTS) {
      const { code, issues } = await refused(await attempt(route, { text }));
      const tooLong = text.length > route.limits.bodyBytes;
      expect([what, code]).toEqual([what, tooLong ? "TOO_LARGE" : "INVALID_REQUEST"]);
      expect([what, (issues ?? []).length > 0]).toEqual([what, !tooLong]);
      expect(JSON.stringify(issues ?? []).length).toBeLessThan(2_000);
    }
  });

  test.each(rows(WITH_BODY))("of %s of another type, compressed or not UTF-8 are refused", async (_, route) => {
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/json; charset=utf-16",
      null,
    ]) {
      expect(await codeOf(await attempt(route, { headers: { "content-type": type }, text: "{}" }))).toBe(
        "UNSUPPORTED_MEDIA_TYPE",
      );
    }
    expect(await codeOf(await attempt(route, { headers: { "content-encoding": "gzip" }, text: "{}" }))).toBe(
      "UNSUPPORTED_MEDIA_TYPE",
    );
  });

  const around = (bytes: number): (readonly [length: number, code: string])[] => [
    [bytes - 1, "INVALID_REQUEST"],
    [bytes, "INVALID_REQUEST"],
    [bytes + 1, "TOO_LARGE"],
  ];

  test.each(rows(WITH_BODY))("of %s may have the length in the table, and not one byte more", async (_, route) => {
    const { bodyBytes } = route.limits;
    for (const [length, code] of around(bodyBytes)) {
      expect([length, await codeOf(await attempt(route, { text: '{"x":1}'.padEnd(length, " ") }))]).toEqual([
        length,
        code,
      ]);
    }
  });

  const SAYINGS: readonly [string, (length: number) => string][] = [
    ["its length", String],
    ["a smaller length", () => "1"],
    ["no number as its length", () => "many"],
  ];
  test.each(SAYINGS)("that claim %s are measured all the same", async (_, said) => {
    const [, route] = rows(WITH_BODY)[0] ?? [];
    if (!route) throw new Error("no address takes a body");
    const { bodyBytes } = route.limits;
    for (const [length, code] of around(bodyBytes)) {
      const text = '{"x":1}'.padEnd(length, " ");
      expect(await codeOf(await attempt(route, { headers: { "content-length": said(length) }, text }))).toBe(code);
    }
  });

  test.each(rows(WRITES.filter(({ body, file }) => body === null && !file)))(
    "of %s, which takes no body, are refused",
    async (_, route) => {
      expect(await codeOf(await attempt(route, { text: "{}" }))).toBe("INVALID_REQUEST");
    },
  );
});

const VERSIONED = WRITES.filter(({ versioned }) => versioned !== null);

describe("If-Match", () => {
  const NONE = [
    null,
    "",
    "*",
    'W/"1"',
    "1",
    '"1',
    '1"',
    "'1'",
    '"one"',
    '"1", "2"',
    '"1","1"',
    '"-1"',
    '"01"',
    '"1.0"',
    '"1e3"',
    '""',
    '" 1"',
    '"9007199254740993"',
    '"99999999999999999999"',
  ];

  test.each(rows(VERSIONED))("that does not name exactly one version is refused for %s", async (_, route) => {
    for (const ifMatch of NONE)
      expect([ifMatch, await codeOf(await attempt(route, { ifMatch }))]).toEqual([ifMatch, "VERSION_REQUIRED"]);
  });

  test.each(rows(VERSIONED))(
    "with an outdated version is stale for %s, and the answer names the current version",
    async (_, route) => {
      if (!world.editor) throw new Error("not prepared");
      const problem = await refused(await attempt(route, { ifMatch: 9_000_000 }));
      expect(problem).toMatchObject({ status: 412, code: "STALE_VERSION", current: expect.any(Number) });
    },
  );

  test.each(rows(VERSIONED.filter(({ versioned }) => versioned?.least === 1)))(
    'with "0" is refused for %s',
    async (_, route) => {
      expect(await codeOf(await attempt(route, { ifMatch: 0 }))).toBe("VERSION_REQUIRED");
    },
  );
});

describe("origins", () => {
  const host = (): string => `${world.editor?.site.name}.example`;
  const WRITING: readonly [string, () => Sent["headers"]][] = [
    ["another site", () => ({ origin: "https://elsewhere.example" })],
    ["null", () => ({ origin: "null" })],
    ["none", () => ({ origin: null })],
    ["none, from another site", () => ({ origin: null, "sec-fetch-site": "cross-site" })],
    ["none, from a sub-domain", () => ({ origin: null, "sec-fetch-site": "same-site" })],
    ["none, typed by hand", () => ({ origin: null, "sec-fetch-site": "none" })],
    ["its own, says a browser that comes from elsewhere", () => ({ "sec-fetch-site": "cross-site" })],
    ["a sub-domain", () => ({ origin: `https://www.${host()}` })],
    ["a parent", () => ({ origin: "https://example" })],
    ["another port", () => ({ origin: `https://${host()}:8443` })],
    ["the default port, written out", () => ({ origin: `https://${host()}:443` })],
    ["another scheme", () => ({ origin: `http://${host()}` })],
    ["capitals", () => ({ origin: `https://${host().toUpperCase()}` })],
    ["a trailing dot", () => ({ origin: `https://${host()}.` })],
    ["a trailing slash", () => ({ origin: `https://${host()}/` })],
    ["two", () => ({ origin: `https://${host()}, https://elsewhere.example` })],
    ["one it begins with", () => ({ origin: `https://${host()}.elsewhere.example` })],
    ["only a referrer", () => ({ origin: null, referer: `https://${host()}/` })],
  ];

  test.each(rows(WRITES))("that are not exactly the site's own may not %s", async (_, route) => {
    for (const [what, headers] of WRITING)
      expect([what, await codeOf(await attempt(route, { headers: headers() ?? {} }))]).toEqual([
        what,
        "ORIGIN_MISMATCH",
      ]);
  });

  test("are not needed if the browser states that the request is same-origin", async () => {
    const editor = await anEditor();
    const sent = {
      ifMatch: 1,
      body: { changes: { title: "Same" } },
      headers: { origin: null, "sec-fetch-site": "same-origin" },
    };
    expect(await codeOf(await callApi(editor, "PATCH", "/api/pages/home", sent))).toBe("200");
  });

  const READING: readonly [string, string, Sent["headers"]][] = [
    ["another site", "ORIGIN_MISMATCH", { origin: "https://elsewhere.example" }],
    ["null", "ORIGIN_MISMATCH", { origin: "null" }],
    ["a page of another site", "ORIGIN_MISMATCH", { origin: null, "sec-fetch-site": "cross-site" }],
    ["a page of a sub-domain", "ORIGIN_MISMATCH", { origin: null, "sec-fetch-site": "same-site" }],
    ["a program that sends none", "200", { origin: null }],
    ["the same page", "200", { origin: null, "sec-fetch-site": "same-origin" }],
    ["the address bar", "200", { origin: null, "sec-fetch-site": "none" }],
  ];

  test.each(READING)("reading from %s: %s", async (_, code, headers) => {
    expect(await codeOf(await attempt(routeOf("GET", "/api/site"), { headers: headers ?? {} }))).toBe(code);
  });

  test("get no CORS permission to read answers", async () => {
    const response = await attempt(routeOf("GET", "/api/site"), {});
    expect([...response.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
    if (!world.editor) throw new Error("not prepared");
    expect(await codeOf(await callApi(world.editor, "OPTIONS", "/api/site"))).toBe("METHOD_NOT_ALLOWED");
  });
});

describe("methods", () => {
  test.each(["x-http-method-override", "x-http-method", "x-method-override"])(
    "other than those of %s are refused",
    async (header) => {
      const route = routeOf("GET", "/api/pages/{page}");
      expect(await codeOf(await attempt(route, { headers: { [header]: "DELETE" } }))).toBe("200");
      expect(
        await codeOf(await attempt(routeOf("POST", "/api/publish"), { headers: { [header]: "GET" }, ifMatch: null })),
      ).toBe("VERSION_REQUIRED");
    },
  );

  test.each([...new Set(ROUTES.map(({ path }) => path))])(
    "that %s does not allow get a list of the allowed ones",
    async (path) => {
      if (!world.editor) throw new Error("not prepared");
      const taken = new Set(ROUTES.filter((route) => route.path === path).map(({ method }) => method));
      for (const method of (["GET", "POST", "PUT", "PATCH", "DELETE"] as const).filter((one) => !taken.has(one))) {
        const response = await callApi(world.editor, method, addressOf(path));
        expect(response.headers.get("allow")).toBe(
          [...taken].flatMap((one) => (one === "GET" ? ["GET", "HEAD"] : [one])).join(", "),
        );
        expect(await codeOf(response)).toBe("METHOD_NOT_ALLOWED");
      }
    },
  );
});

describe("addresses", () => {
  test.each([
    "/api/pages/HOME",
    "/api/pages/..%2fhome",
    "/api/pages/%2e%2e",
    "/api/pages/home%00",
    `/api/pages/${"a".repeat(65)}`,
    "/api/pages/home/revisions/01",
    "/api/pages/home/revisions/1.0",
    "/api/pages/home/revisions/9007199254740993",
    "/api/pages/home/revisions/-1",
    "/api/pages/%E0%A4%A",
    "/api/pages/__proto__",
  ])("%s is 404", async (path) => {
    if (!world.editor) throw new Error("not prepared");
    expect(await codeOf(await callApi(world.editor, "GET", path))).toBe("NOT_FOUND");
  });

  test.each([
    ["/api/pages?limit=0", "/limit"],
    ["/api/pages?limit=201", "/limit"],
    ["/api/pages?limit=1e1", "/limit"],
    ["/api/pages?limit=1&limit=2", "/limit"],
    ["/api/pages?tenant=other", "/tenant"],
    ["/api/pages?__proto__=1", "/__proto__"],
    ["/api/pages?constructor=1", "/constructor"],
    ["/api/audit?cursor=!", "/cursor"],
    ["/api/audit?from=yesterday", "/from"],
    ["/api/audit?outcome=maybe", "/outcome"],
    ["/api/audit?command=DROP%20TABLE", "/command"],
    ["/api/site?x", "/x"],
  ])("%s is refused at %s", async (path, pointer) => {
    if (!world.editor) throw new Error("not prepared");
    const { code, issues } = await refused(await callApi(world.editor, "GET", path));
    expect([code, [...new Set(issues?.map((issue) => issue.pointer))]]).toEqual(["INVALID_REQUEST", [pointer]]);
  });

  test.each([
    ["199", 200],
    ["200", 200],
    ["201", 400],
  ])("a list of %s rows answers %i", async (limit, status) => {
    if (!world.editor) throw new Error("not prepared");
    expect((await callApi(world.editor, "GET", `/api/pages?limit=${limit}`)).status).toBe(status);
  });
});
