import { describe, expect, test } from "vitest";
import { grantQuestion, grantReceipt, grantSorry, speechOf } from "../../../sites/workers/private-mcp/oauth/pages.ts";
import { STYLE, STYLE_TEXT } from "../../../sites/web/document/sheet.generated.ts";
import { STYLE_PATH } from "../../../sites/web/document/sheetPath.ts";
import { fetchWorker, ORIGIN } from "./agentClient.ts";

const speech = speechOf(new Request("https://mcp.example/", { headers: { "accept-language": "de-AT" } }));
const client = {
  name: "<b>{host}",
  redirectHost: "client.example",
  isLocal: true,
  redirect: "https://client.example/callback",
};
const sites = [
  { tenant: "t", site: "s", identity: "i", name: "{role}<i>", hostname: "a.example", role: "author" as const },
];

test("a member reads in German what an agent asks for, and a client's name stays text", async () => {
  const html = await grantQuestion(speech, {
    client,
    asked: ["site:read", "content:publish"],
    ticked: [],
    sites,
    fields: {},
  }).text();
  expect(html).toContain('<html lang="de" dir="ltr">');
  expect(html).toContain("Ein Programm, das sich <strong>&lt;b&gt;{host}</strong> nennt, fragt an.");
  expect(html).toContain("{role}&lt;i&gt; (a.example), wo Sie Autor sind");
  expect(html).toContain("(nicht bei a.example: Ihre Rolle dort erlaubt es nicht)");
  expect(html).toContain('value="yes">Erlauben</button>');
});

test("who is not invited, or asks for what is not there, is told in German, too", async () => {
  expect(await grantReceipt(speech, { issuer: "https://a.example", subject: "<b>" }).text()).toContain(
    "<dt>Ihr Code</dt><dd><code>&lt;b&gt;</code></dd>",
  );
  expect(await grantSorry(speech, "METHOD_NOT_ALLOWED").text()).toContain(
    "So lässt sich diese Adresse nicht aufrufen.",
  );
});

describe("pages around the login of an agent", () => {
  test.each<[string, () => Response, string]>([
    [
      "a question",
      () => grantQuestion(speech, { client, asked: ["site:read"], ticked: [], sites, fields: {} }),
      "'self' https://client.example",
    ],
    ["nobody invited", () => grantReceipt(speech, { issuer: "https://a.example", subject: "s" }), "'none'"],
    ["a refusal", () => grantSorry(speech, "METHOD_NOT_ALLOWED"), "'none'"],
  ])("have the sheet of members' pages and no script: %s", async (_, page, action) => {
    const response = page();
    expect(response.headers.get("content-security-policy")).toBe(
      `default-src 'none'; style-src https://mcp.example${STYLE_PATH}; form-action ${action}; base-uri 'none'; frame-ancestors 'none'`,
    );
    const html = await response.text();
    expect(html.match(/<link [^>]*>/g)).toEqual([
      `<link rel="stylesheet" href="${STYLE_PATH}" integrity="${STYLE.integrity}">`,
    ]);
    expect(html).toContain('<main class="alone login">');
    expect(html).not.toMatch(/<script|<style| style=| on\w+=/);
  });

  test("find the sheet at this server, for good, and nothing beside it", async () => {
    const get = (path: string): Promise<Response> => fetchWorker(new Request(ORIGIN + path));
    const sheet = await get(STYLE_PATH);
    expect([sheet.status, sheet.headers.get("content-type"), await sheet.text()]).toEqual([
      200,
      "text/css; charset=utf-8",
      STYLE_TEXT,
    ]);
    expect(sheet.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect((await get(STYLE_PATH.replace(/.\.css/, "x.css"))).status).toBe(404);
    expect((await fetchWorker(new Request(ORIGIN + STYLE_PATH, { method: "POST" }))).status).toBe(404);
    expect((await fetchWorker(new Request(`https://evil.example${STYLE_PATH}`))).status).toBe(403);
  });
});
