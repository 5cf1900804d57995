/** The site asks granted hosts for a plugin's frames. It is a proxy for nobody else, and for nothing else. */
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ROUTE_CALLS_PER_VISITOR } from "../../../manifests/bounds/calls.ts";
import { LINK_MAX_CHARS } from "../../../manifests/bounds/fields.ts";
import { FRAME_ANSWER_MAX_BYTES } from "../../../manifests/bounds/packages.ts";
import { PLUGIN, type Editor, addPlugin, aSiteWith, aVisitor, callApi } from "../../worker/plugins/siteWithPlugin.ts";
import { migrate, send } from "../../worker/site/harness.ts";

const HOST = "rates.example.com";
const FRAME = {
  contributes: { frames: [{ name: "face", title: "Face", html: "face.html", script: "face.js" }] },
  files: { "face.html": "<p></p>\n", "face.js": "document.title = 1;\n" },
};
const asking = (viaSite?: readonly string[]) => ({
  ...FRAME,
  capabilities: { browser: { hosts: ["tiles.example.com"], ...(viaSite && { viaSite }), reason: "to show rates" } },
});
const SOURCE = "export const hooks = {};";

let owner: Editor;
let other: Editor;

beforeAll(async () => {
  await migrate();
  owner = await aSiteWith(SOURCE, asking([HOST, "more.example.com"]));
  await addPlugin(owner, SOURCE, { ...asking(), id: "acme.quiet" });
  other = await aSiteWith(SOURCE, asking());
});

interface Seen {
  readonly url: string;
  readonly init: RequestInit | undefined;
}
const seen: Seen[] = [];
let answers: Readonly<Record<string, () => Response>> = {};

beforeEach(() => {
  seen.length = 0;
  answers = { "/rates": () => Response.json({ eur: 1 }, { headers: { "set-cookie": "a=b", "x-secret": "y" } }) };
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const url = String(input);
    seen.push({ url, init });
    return answers[new URL(url).pathname]?.() ?? new Response("", { status: 404 });
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

const OWN_PAGE = { "sec-fetch-site": "same-origin", "sec-fetch-dest": "empty", "sec-fetch-mode": "cors" };

interface Question {
  readonly url?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly plugin?: string;
  readonly editor?: Editor;
  readonly path?: string;
}

async function ask({ url = `https://${HOST}/rates`, method = "GET", headers = OWN_PAGE, ...at }: Question = {}) {
  const { plugin = PLUGIN, editor = owner, path = "" } = at;
  const address = `${editor.site.origin}/api/plugins/${plugin}/frames${path}?url=${encodeURIComponent(url)}`;
  const all = { "cf-connecting-ip": aVisitor(), ...headers };
  const { response } = await send(new Request(address, { method, headers: all, redirect: "manual" }));
  return response;
}

const codeOf = async (asked: Promise<Response>): Promise<unknown> =>
  ((await (await asked).json()) as { readonly code?: unknown }).code;

test("a page's script gets the text of a granted host's answer, and nothing else of it", async () => {
  const answer = await ask();
  expect([answer.status, await answer.json()]).toEqual([200, { text: '{"eur":1}' }]);
  const headers = Object.fromEntries(answer.headers);
  expect(headers).toMatchObject({ "content-type": expect.stringContaining("application/json") as string });
  expect([headers["cache-control"], headers["x-content-type-options"]]).toEqual(["no-store", "nosniff"]);
  expect([headers["set-cookie"], headers["x-secret"], headers["access-control-allow-origin"]]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("the host learns nothing of the visitor", async () => {
  const personal = { cookie: "__Host-svc_session=x", authorization: "Bearer x", referer: "https://a/", "x-own": "1" };
  await ask({ headers: { ...OWN_PAGE, ...personal, "accept-language": "de", "user-agent": "Someone" } });
  expect(seen.map(({ url, init }) => [url, init?.headers, init?.method ?? "GET", init?.body])).toEqual([
    [`https://${HOST}/rates`, { accept: "application/json" }, "GET", undefined],
  ]);
});

test.each<[string, Question, string]>([
  [
    "a person who opens the address",
    { headers: { ...OWN_PAGE, "sec-fetch-site": "none", "sec-fetch-dest": "document" } },
    "ORIGIN_MISMATCH",
  ],
  ["a link of the site", { headers: { ...OWN_PAGE, "sec-fetch-dest": "document" } }, "ORIGIN_MISMATCH"],
  ["an image of the site", { headers: { ...OWN_PAGE, "sec-fetch-dest": "image" } }, "ORIGIN_MISMATCH"],
  [
    "a page of another site",
    { headers: { ...OWN_PAGE, "sec-fetch-site": "cross-site", origin: "https://a.example" } },
    "ORIGIN_MISMATCH",
  ],
  ["a frame itself", { headers: { ...OWN_PAGE, "sec-fetch-site": "cross-site", origin: "null" } }, "ORIGIN_MISMATCH"],
  [
    "a page of another site that claims to be this one",
    { headers: { ...OWN_PAGE, origin: "https://a.example" } },
    "ORIGIN_MISMATCH",
  ],
  ["a program", { headers: {} }, "ORIGIN_MISMATCH"],
  ["a POST", { method: "POST", headers: { ...OWN_PAGE, "content-length": "0" } }, "METHOD_NOT_ALLOWED"],
  ["a DELETE", { method: "DELETE" }, "METHOD_NOT_ALLOWED"],
  ["another path", { path: "/face" }, "NOT_FOUND"],
  ["the frame of a plugin without the grant", { plugin: "acme.quiet" }, "NOT_FOUND"],
  ["a plugin that is not there", { plugin: "acme.none" }, "NOT_FOUND"],
  ["the same plugin at a site whose owner granted less", {}, "NOT_FOUND"],
])("asks for %s: nobody", async (what, question, code) => {
  const editor = what.includes("owner granted less") ? other : owner;
  expect(await codeOf(ask({ ...question, editor }))).toBe(code);
  expect(seen).toEqual([]);
});

test.each([
  "https://evil.example/rates",
  "https://tiles.example.com/rates",
  `http://${HOST}/rates`,
  `https://${HOST}:8443/rates`,
  `https://user:pass@${HOST}/rates`,
  `https://${HOST}.evil.example/rates`,
  `https://evil.example\\@${HOST}/rates`,
  `https://${HOST}@evil.example/rates`,
  "https://127.0.0.1/rates",
  "https://[::1]/rates",
  "file:///etc/passwd",
  "/rates",
  "",
])("asks no other address: %s", async (url) => {
  expect(await codeOf(ask({ url }))).toBe("INVALID_REQUEST");
  expect(seen).toEqual([]);
});

test.each([
  [-1, 200],
  [0, 200],
  [1, 400],
])("an address of as many characters as a link has and %i more is answered with %i", async (more, status) => {
  answers = { "/rates": () => Response.json(1) };
  const start = `https://${HOST}/rates?q=`;
  expect((await ask({ url: start + "x".repeat(LINK_MAX_CHARS + more - start.length) })).status).toBe(status);
});

test("asks no site of the tenant, and no server of its agents, as the plugin's code may not", async () => {
  const { hostname } = new URL(owner.site.origin);
  const names = [hostname, `mcp.${hostname}`];
  await addPlugin(owner, SOURCE, { ...asking([HOST, ...names]), id: "acme.mirror" });
  for (const name of names)
    expect(await codeOf(ask({ url: `https://${name}/rates`, plugin: "acme.mirror" }))).toBe("INVALID_REQUEST");
  expect(seen).toEqual([]);
  expect((await ask({ plugin: "acme.mirror" })).status).toBe(200);
});

test("a redirect leads to granted hosts alone", async () => {
  const to = (location: string) => () => new Response(null, { status: 302, headers: { location } });
  answers = {
    "/out": to("https://evil.example/"),
    "/in": to("https://more.example.com/rates"),
    "/rates": () => Response.json(2),
  };
  expect(await codeOf(ask({ url: `https://${HOST}/out` }))).toBe("INVALID_REQUEST");
  expect(await (await ask({ url: `https://${HOST}/in` })).json()).toEqual({ text: "2" });
  expect(seen.map(({ url }) => new URL(url).hostname)).not.toContain("evil.example");
});

test.each([
  [-1, 200],
  [0, 200],
  [1, 503],
])("an answer of as many bytes as a frame gets and %i more has status %i", async (more, status) => {
  answers = { "/rates": () => new Response("x".repeat(FRAME_ANSWER_MAX_BYTES + more)) };
  expect((await ask()).status).toBe(status);
});

test("a host that fails says nothing of itself", async () => {
  answers = { "/rates": () => new Response("internal: db-7.local", { status: 500 }) };
  const answer = await ask();
  expect([answer.status, (await answer.text()).includes("db-7")]).toEqual([503, false]);
});

test("one visitor has the bound of the plugin's routes", async () => {
  const headers = { ...OWN_PAGE, "cf-connecting-ip": "2001:db8:ffff::1" };
  for (let n = 0; n < ROUTE_CALLS_PER_VISITOR; n += 1) expect((await ask({ headers })).status).toBe(200);
  expect(await codeOf(ask({ headers }))).toBe("RATE_LIMITED");
  expect((await ask()).status).toBe(200);
});

test("a grant that is taken back ends it", async () => {
  const short = await aSiteWith(SOURCE, asking([HOST]));
  expect((await ask({ editor: short })).status).toBe(200);
  await callApi(short, "DELETE", `/api/plugins/${PLUGIN}/grant`);
  expect(await codeOf(ask({ editor: short }))).toBe("NOT_FOUND");
});
