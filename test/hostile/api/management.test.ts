import { beforeAll, expect, test } from "vitest";
import { START } from "../../../sites/editor/pages/desk/area.ts";
import { type Editor, anEditor, callApi, done, memberOf } from "../../worker/api/apiClient.ts";
import {
  type Fields,
  type Headers,
  formOf,
  open,
  pageOf,
  submit,
  submitFiles,
} from "../../worker/api/editorBrowser.ts";
import { aPackage, install } from "../../worker/api/packages.ts";
import { migrate } from "../../worker/site/harness.ts";

/** Attacks on the management pages, by a plugin's author and by a foreign page. */

beforeAll(migrate);

const PLUGINS = `${START}/plugins`;
const TOOL = `${PLUGINS}/acme.tool`;
const PEOPLE = `${START}/people`;
const MARKUP = '</p></form><script>alert(1)</script><form action="https://evil.example">';

test("markup in a plugin's name, reasons and settings shows as text", async () => {
  const owner = await anEditor();
  await install(owner, {
    name: `Tool ${MARKUP}`.slice(0, 60),
    description: MARKUP,
    capabilities: { storage: { maxBytes: 1_000, maxKeys: 10, reason: MARKUP } },
    contributes: {
      settings: {
        type: "object",
        properties: { label: { type: "string", title: MARKUP, description: MARKUP } },
        additionalProperties: false,
      },
    },
  });
  for (const path of [PLUGINS, TOOL]) {
    const html = await pageOf(owner, path);
    expect([html.includes("<script>alert"), html.includes('evil.example">')]).toEqual([false, false]);
  }
  expect(await pageOf(owner, TOOL)).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
});

/** The state that a foreign page would change if its requests succeeded. */
async function stateOf(owner: Editor): Promise<unknown> {
  const paths = ["/api/plugins", "/api/members", "/api/logins"];
  const answers = await Promise.all(paths.map((path) => callApi(owner, "GET", path)));
  return Promise.all(answers.map((answer) => done<{ items: unknown[] }>(answer).then(({ items }) => items)));
}

test.each<[string, Headers]>([
  ["another site", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
  ["a sub-domain", { origin: "https://x.api.example", "sec-fetch-site": "same-site" }],
  ["a sandboxed frame", { origin: "null", "sec-fetch-site": "cross-site" }],
])("a forged form from %s installs nothing, enables nothing, invites nobody and ends no login", async (_, headers) => {
  const owner = await anEditor();
  await install(owner);
  const person = { issuer: "https://evil.example", subject: "intruder", role: "owner" };
  const account = `${START}/account`;
  const forms: [string, Fields][] = [
    [TOOL, formOf(await pageOf(owner, TOOL), "grant")],
    [TOOL, formOf(await pageOf(owner, TOOL), "enable")],
    [PEOPLE, { ...formOf(await pageOf(owner, PEOPLE), "invite"), ...person }],
    [account, formOf(await pageOf(owner, account), "login")],
  ];
  const before = await stateOf(owner);
  for (const [path, fields] of forms) expect((await submit(owner, path, fields, headers)).status).toBe(403);
  const file = new File([JSON.stringify(await aPackage({ id: "evil.tool" }))], "tool.json");
  expect((await submitFiles(owner, [file], headers, PLUGINS)).status).toBe(403);
  expect(await stateOf(owner)).toEqual(before);
});

test("a viewer reaches no management page, with or without an owner's form", async () => {
  const owner = await anEditor();
  await install(owner);
  const viewer = await memberOf(owner.site, "viewer");
  const enable = formOf(await pageOf(owner, TOOL), "enable");
  for (const path of [PLUGINS, TOOL, PEOPLE, `${PEOPLE}/agents`, `${PEOPLE}/${owner.identity}`]) {
    expect((await open(viewer, path)).status).toBe(403);
    expect((await submit(viewer, path, enable)).status).toBe(403);
  }
});

test("a secret in a form whose login has ended appears on no later page", async () => {
  const owner = await anEditor();
  await install(owner);
  const form = { ...formOf(await pageOf(owner, TOOL), "settings"), "secret.token": "pomegranate", "set.label": "Hi" };
  const turned = await (await submit({ ...owner, cookie: "" }, TOOL, form)).text();
  expect([turned.includes("pomegranate"), turned.includes('value="Hi"')]).toEqual([false, true]);
});
