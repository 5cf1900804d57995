import { beforeAll, expect, test } from "vitest";
import { formOf, pageOf, submit } from "../../worker/api/editorBrowser.ts";
import { aSiteWith, callApi, done } from "../../worker/plugins/siteWithPlugin.ts";
import { migrate } from "../../worker/site/harness.ts";

beforeAll(migrate);

const PUBLISH = "/_editor/publish";
const MARKUP = `<img src=x onerror=alert(1)>`;

test("a plugin's veto reasons appear on the page as text, without markup", async () => {
  const source = `export const hooks = { beforePublish: async () => ({ veto: [${JSON.stringify(MARKUP)}] }) };`;
  const owner = await aSiteWith(source, { contributes: { hooks: [{ on: "beforePublish" }] } });
  await done(await callApi(owner, "PATCH", "/api/pages/home", { ifMatch: 1, body: { changes: { title: "New" } } }));
  const refused = await submit(owner, PUBLISH, formOf(await pageOf(owner, PUBLISH), "publish"));
  const html = await refused.text();
  expect([refused.status, html.includes("acme.tool is against it:"), html.includes("&lt;img src=x")]).toEqual([
    422,
    true,
    true,
  ]);
  expect(html).not.toContain("<img src=x");
});
