import { expect, test } from "vitest";
import { grantQuestion, grantReceipt, grantSorry, speechOf } from "../../../sites/private-mcp/oauth/pages.ts";

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
