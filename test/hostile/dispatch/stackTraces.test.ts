/** Plugins whose errors, stacks or output try to reveal or imitate something. */
import { beforeAll, describe, expect, test } from "vitest";
import {
  CALL_OUTPUT_MAX_CHARS,
  FAULT_FUNCTION_MAX_CHARS,
  FAULT_MESSAGE_MAX_CHARS,
  FAULT_PLACES_MAX,
} from "../../../manifests/bounds/calls.ts";
import type { InvocationsView } from "../../../runtime/plugins/management/views.ts";
import { migrate } from "../../worker/site/harness.ts";
import {
  type Editor,
  type Wanted,
  aSiteWith,
  callApi,
  done,
  PLUGIN,
  visit,
} from "../../worker/plugins/siteWithPlugin.ts";

beforeAll(migrate);

type Report = NonNullable<InvocationsView["items"][number]["report"]>;

const routes = (access: "public" | "member") => ({ routes: [{ name: "go", path: "/go", methods: ["GET"], access }] });

async function reportsOf(owner: Editor): Promise<Report[]> {
  const { items } = await done<InvocationsView>(await callApi(owner, "GET", `/api/plugins/${PLUGIN}/invocations`));
  return items.flatMap(({ report }) => report ?? []);
}

async function reportOf(body: string, wanted: Wanted = {}): Promise<Report> {
  const source = `export const routes = { async go({ query }, ctx) { ${body} } };`;
  const owner = await aSiteWith(source, { contributes: routes("member"), ...wanted });
  await visit(owner, "/go", { headers: { cookie: owner.cookie } });
  const [report] = await reportsOf(owner);
  if (!report) throw new Error("nothing was reported");
  return report;
}

const placesOf = ({ fault }: Report): string[] => (fault?.places ?? []).map(({ file, line }) => `${file}:${line}`);

describe("the stack trace of an error", () => {
  test.each([
    [
      "written by the plugin",
      "Error.prepareStackTrace = () => ({ toString: () => '' }); const error = new Error('x'); Object.defineProperty(error, 'stack', { value: '\\n  at plugin/../../etc/passwd:1:1\\n  at plugin/other.js:1:1\\n  at plugin/main.js:99:1\\n  at guest.js:1:1' }); throw error;",
    ],
    [
      "in the name of a function",
      "const made = { ['x (plugin/secret.js:1:1)\\n  at plugin/stolen.js:1:1']() { throw new Error('x'); } }; made['x (plugin/secret.js:1:1)\\n  at plugin/stolen.js:1:1']();",
    ],
    [
      "in the name of an error",
      "const error = new Error('x'); error.name = 'E\\n  at plugin/other.js:1:1'; throw error;",
    ],
    ["in what a proxy answers", "throw new Proxy(new Error('x'), { get: () => '\\n  at plugin/other.js:1:1' });"],
  ])("%s contains only lines of the plugin's own files (attack 119)", async (_, body) => {
    expect(placesOf(await reportOf(body)).filter((place) => place !== "main.js:1")).toEqual([]);
  });

  test("reveals nothing of the guest, the sandbox or the machine (attack 119)", async () => {
    const report = await reportOf(
      "return await new Promise((_, reject) => ctx.http.fetch('https://a.example/').catch(reject));",
    );
    expect(JSON.stringify(report)).not.toMatch(/guest|entry|workerd|\/tmp|\/home|node_modules/);
  });
});

describe("what a visitor sent", () => {
  const VOTE = "a-visitors-very-own-words";

  test.each([
    ["in a message", "throw new Error(query.vote);"],
    [
      "in the name of an error",
      "const error = new Error('x'); error.name = query.vote.replaceAll('-', '_'); throw error;",
    ],
    [
      "in the name of a class",
      "const Made = { [query.vote]: class extends Error {} }[query.vote]; throw new Made('x');",
    ],
    ["in the name of a function", "({ [query.vote]() { throw new Error('x'); } })[query.vote]();"],
    ["thrown as it is", "throw query.vote;"],
    ["in an answer that does not fit", "return { body: 1, [query.vote]: query.vote };"],
    ["in a member below one that may be anything", "return { status: 1, body: { [query.vote]: 1 } };"],
    ["in an answer that is a list", "return [query.vote, { [query.vote]: 1 }];"],
    ["in a status that does not fit", "return { body: 1, status: query.vote };"],
    ["printed", "console.error(query.vote); return { body: 1 };"],
    ["in an error of the engine", "null[query.vote];"],
    ["in JSON that cannot be read", "JSON.parse(query.vote);"],
  ])("%s is not recorded (attack 120)", async (_, body) => {
    const source = `export const routes = { go({ query }) { ${body} } };`;
    const owner = await aSiteWith(source, { contributes: routes("public") });
    await visit(owner, `/go?vote=${VOTE}`);
    const [report] = await reportsOf(owner);
    expect(report?.withheld).toBe(true);
    expect(JSON.stringify(report)).not.toMatch(/visitors|very|own/);
  });

  test("that the plugin kept for another call is not recorded either (attack 120)", async () => {
    const source =
      "let kept; export const routes = { go({ query }) { kept = query.vote; return { body: 1 }; }, later() { throw new Error(kept); } };";
    const [go] = routes("public").routes;
    const later = { name: "later", path: "/later", methods: ["GET"], access: "member" };
    const owner = await aSiteWith(source, { contributes: { routes: [go, later] } });
    await visit(owner, `/go?vote=${VOTE}`);
    await visit(owner, "/later", { headers: { cookie: owner.cookie } });
    expect(JSON.stringify(await reportsOf(owner))).not.toContain(VOTE);
  });

  test("is shown to no other visitor, and not in audit (attack 120)", async () => {
    const source = "export const routes = {\n  go({ query }) {\n    throw new Error(query.vote);\n  },\n};";
    const reason = { logs: { visitors: true, reason: "to mend it" } };
    const owner = await aSiteWith(source, { contributes: routes("public"), capabilities: reason });
    const answer = await visit(owner, `/go?vote=${VOTE}`);
    expect(await answer.text()).not.toMatch(new RegExp(`${VOTE}|main\\.js|Error:`));
    const [report] = await reportsOf(owner);
    expect(report?.fault?.message).toBe(VOTE);
    expect(await (await callApi(owner, "GET", "/api/audit")).text()).not.toContain(VOTE);
  });
});

test.each([
  ["an error", "throw new Error(`wrong: ${ctx.settings.token}`);"],
  ["the name of a function", "({ [ctx.settings.token]() { throw new Error('x'); } })[ctx.settings.token]();"],
  ["an answer", "return { body: 1, status: ctx.settings.token };"],
  ["output", "console.log('token', ctx.settings); return { body: 1 };"],
])("a secret of the settings in %s is not recorded (attack 121)", async (_, body) => {
  const settings = {
    type: "object",
    properties: { token: { type: "string", title: "Token", writeOnly: true } },
    additionalProperties: false,
  };
  const source = `export const routes = { go(input, ctx) { ${body} } };`;
  const owner = await aSiteWith(source, { contributes: { ...routes("member"), settings } });
  const values = { token: "0wner-s3cret-of-the-site" };
  await done(await callApi(owner, "PUT", `/api/plugins/${PLUGIN}/settings`, { ifMatch: 0, body: { values } }));
  await visit(owner, "/go", { headers: { cookie: owner.cookie } });
  const kept = JSON.stringify(await reportsOf(owner));
  expect(kept).toContain("[secret]");
  expect(kept).not.toContain("s3cret");
});

describe("a host that was not granted", () => {
  const TOKEN = "Sesame-77";
  const settings = {
    type: "object",
    properties: {
      token: { type: "string", title: "Token", writeOnly: true },
      where: { type: "string", title: "Where", default: "" },
    },
    additionalProperties: false,
  };
  const http = { hosts: ["api.example.com"], methods: ["GET"], reason: "to ask" };

  async function toldOf(address: string, values: object): Promise<string> {
    const source = `export const routes = { async go(input, ctx) { await fetch(${address}); return { body: 1 }; } };`;
    const wanted = { contributes: { ...routes("member"), settings }, capabilities: { http } };
    const owner = await aSiteWith(source, wanted);
    await done(await callApi(owner, "PUT", `/api/plugins/${PLUGIN}/settings`, { ifMatch: 0, body: { values } }));
    await visit(owner, "/go", { headers: { cookie: owner.cookie } });
    return JSON.stringify(await reportsOf(owner));
  }

  test.each([
    ["that the code writes out", '"https://tiles.example.com/x?" + ctx.settings.token', { token: TOKEN }],
    ["that a plain setting names", "`https://${ctx.settings.where}/`", { token: TOKEN, where: "tiles.example.com" }],
    ["that was made, with no secret set", '`https://${["tiles"].join()}.example.com/`', {}],
  ])("%s is named", async (_, address, values) => {
    expect(await toldOf(address, values)).toContain("The host tiles.example.com was not granted.");
  });

  test.each([
    ["as it is", "`https://${ctx.settings.token}.example.com/`", TOKEN],
    ["before a host of the code", '`https://${ctx.settings.token}-` + "tiles.example.com/"', TOKEN],
    ["below a host of the code", '`https://${ctx.settings.token}.` + "tiles.example.com/"', TOKEN],
    ["in other letters", "`https://${btoa(ctx.settings.token).replaceAll('=', '')}.example.com/`", TOKEN],
    ["turned around", "`https://${[...ctx.settings.token].toReversed().join('')}.example.com/`", TOKEN],
    ["in two labels", "`https://${ctx.settings.token.replace('-', '.')}.example.com/`", TOKEN],
    [
      "as one of two hosts of the code",
      '"https://" + ["east.example.com", "west.example.com"].find((one) => one.startsWith(ctx.settings.token)) + "/"',
      "east",
    ],
  ])("that holds a secret %s is not (attack 121)", async (_, address, token) => {
    const told = await toldOf(address, { token });
    expect(told).toContain("This host was not granted. Its name is not shown");
    expect(told).toContain('"file":"main.js","line":1');
    for (const shown of [token, btoa(token).replaceAll("=", ""), [...token].toReversed().join(""), "sesame", "77"])
      expect(told.toLowerCase()).not.toContain(shown.toLowerCase());
  });
});

describe("text of unlimited length", () => {
  test.each([
    ["a message of 5 MB", "throw new Error('x'.repeat(5e6));"],
    ["a name of 5 MB", "const error = new Error('x'); error.name = 'E'.repeat(5e6); throw error;"],
    ["a function of a long name", "({ ['f'.repeat(1e5)]() { throw new Error('x'); } })['f'.repeat(1e5)]();"],
    ["calls without end", "const deep = (n) => deep(n + 1) + 1; deep(0);"],
    [
      "an answer with a thousand faults",
      "return Object.fromEntries(Array.from({ length: 1000 }, (_, n) => ['k' + n, n]));",
    ],
  ])("as %s is shortened (attack 122)", async (_, body) => {
    const { fault } = await reportOf(body);
    expect(fault?.message?.length ?? 0).toBeLessThanOrEqual(FAULT_MESSAGE_MAX_CHARS);
    expect(fault?.places.length ?? 0).toBeLessThanOrEqual(FAULT_PLACES_MAX);
    for (const place of fault?.places ?? [])
      expect(place.function.length).toBeLessThanOrEqual(FAULT_FUNCTION_MAX_CHARS);
    expect(JSON.stringify(fault).length).toBeLessThan(4_000);
  });

  test("as printed lines is shortened (attack 122)", async () => {
    const { output } = await reportOf(
      "for (let n = 0; n < 5000; n++) console.log('x'.repeat(900)); return { body: 1 };",
    );
    const chars = output.reduce((sum, { text }) => sum + text.length, 0);
    expect(chars).toBeGreaterThan(CALL_OUTPUT_MAX_CHARS / 2);
    expect(chars).toBeLessThanOrEqual(CALL_OUTPUT_MAX_CHARS);
  });
});

test("output with control characters, line breaks or markup is stored as text (attack 123)", async () => {
  const source =
    "export const routes = { go() { console.log('\\u001b[2J\\n<b>'); throw new Error('\\u001b]0;x\\u0007\\u202e\\n<script>alert(1)</script>'); } };";
  const owner = await aSiteWith(source, { contributes: routes("member") });
  await visit(owner, "/go", { headers: { cookie: owner.cookie } });
  const [report] = await reportsOf(owner);
  expect(report?.fault?.message).toBe(String.raw`\u001b]0;x\u0007\u202e\u000a<script>alert(1)</script>`);
  expect(report?.output).toEqual([{ level: "info", text: String.raw`\u001b[2J\u000a<b>` }]);
  const page = await callApi(owner, "GET", `/_editor/plugins/${PLUGIN}`, { headers: { "sec-fetch-mode": "navigate" } });
  const text = await page.text();
  expect(page.status).toBe(200);
  expect(text).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(text).not.toContain("<script>alert(1)");
});
