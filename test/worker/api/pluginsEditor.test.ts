import { beforeAll, describe, expect, test } from "vitest";
import type { PluginDetailView } from "../../../runtime/plugins/management/views.ts";
import { START } from "../../../sites/editor/pages/desk/area.ts";
import { migrate } from "../site/harness.ts";
import { type Editor, anEditor, callApi, codeOf, done, memberOf } from "./apiClient.ts";
import { formOf, open, pageOf, submit, submitFiles } from "./editorBrowser.ts";
import { ASKS, aPackage, install } from "./packages.ts";

beforeAll(migrate);

const PLUGINS = `${START}/plugins`;
const TOOL = `${PLUGINS}/acme.tool`;
const to = (response: Response): string => response.headers.get("location") ?? "";
const detail = async (owner: Editor): Promise<PluginDetailView> =>
  done(await callApi(owner, "GET", "/api/plugins/acme.tool"));
const packed = async (change: Readonly<Record<string, unknown>> = {}): Promise<File> =>
  new File([JSON.stringify(await aPackage(change))], "tool.json", { type: "application/json" });

async function press(editor: Editor, name: string, fields: Record<string, string> = {}): Promise<Response> {
  return submit(editor, TOOL, { ...formOf(await pageOf(editor, TOOL), name), ...fields });
}

describe("the plugins, without a script", () => {
  test("are listed with whether each runs, why not, and that no code runs here", async () => {
    const owner = await anEditor();
    await install(owner);
    const html = await pageOf(owner, PLUGINS);
    expect(html).toContain("This installation cannot run the code of plugins.");
    expect(html).toMatch(
      /drawbridge\.basics"><bdi class="text" lang="en">[^<]+<\/bdi><\/a> <span class="badge is-published">Running/,
    );
    expect(html).toMatch(/acme\.tool".*?<span class="badge is-none">Switched off/s);
  });

  test("say what other plugins add to their lists, and why what one adds is left out", async () => {
    const owner = await anEditor();
    const [seo, feeds] = [`${PLUGINS}/drawbridge.seo`, `${PLUGINS}/drawbridge.feeds`];
    expect(await pageOf(owner, seo)).toContain("Further sitemaps: drawbridge.feeds/feed");
    expect(await pageOf(owner, feeds)).toContain("drawbridge.seo/sitemaps: what it adds is used");
    await submit(owner, seo, formOf(await pageOf(owner, seo), "disable"));
    expect(await pageOf(owner, feeds)).toContain("which is skipped (disabled: it is switched off)");
  });

  test("are installed from a file, allowed as they were read, and switched on", async () => {
    const owner = await anEditor();
    const sent = await submitFiles(owner, [await packed()], {}, PLUGINS);
    expect([sent.status, to(sent)]).toEqual([303, `${TOOL}?done=installed`]);
    const html = await pageOf(owner, TOOL);
    expect(html).toContain("Keep up to 1000 B of its own data, in at most 10 entries");
    expect(html).toContain('Its author says: <bdi class="text">to count</bdi>');
    expect(html).toContain("Nobody has allowed this yet.");
    const german = await (await open(owner, TOOL, { "accept-language": "de" })).text();
    expect(german).toContain("<bdi>Bis zu 1000 B eigene Daten aufheben, in höchstens 10 Einträgen</bdi>");
    expect(german).toContain('Der Autor sagt: <bdi class="text">to count</bdi>');
    expect(to(await press(owner, "grant"))).toBe(`${TOOL}?done=granted`);
    const { grant, digest } = await detail(owner);
    expect(grant).toMatchObject({ digest, capabilities: ASKS, grantedBy: `member:${owner.identity}` });
    expect(to(await press(owner, "enable"))).toBe(`${TOOL}?done=enabled`);
    const after = await pageOf(owner, TOOL);
    expect(after).toContain("Not running: this installation cannot run the code of plugins.");
    expect(after).toContain("You have allowed exactly this for this version.");
    expect(() => formOf(after, "grant")).toThrow("no form");
    await press(owner, "revoke");
    await press(owner, "disable");
    expect(await detail(owner)).toMatchObject({ grant: null, state: "disabled" });
  });

  test("are allowed nothing when another version was installed since they were read", async () => {
    const owner = await anEditor();
    await install(owner);
    const read = formOf(await pageOf(owner, TOOL), "grant");
    await install(owner, { version: "1.1.0", capabilities: { media: { read: true } } });
    const refused = await submit(owner, TOOL, read);
    expect([refused.status, await refused.text()]).toEqual([
      409,
      expect.stringContaining("Another version of the plugin is installed. Read it again."),
    ]);
    expect((await submit(owner, TOOL, { ...read, key: crypto.randomUUID(), capabilities: "{" })).status).toBe(400);
    expect((await detail(owner)).grant).toBe(null);
  });

  test("say in words why a package is not taken, and keep what is there", async () => {
    const owner = await anEditor();
    await install(owner, { version: "2.0.0" });
    const older = await submitFiles(owner, [await packed()], {}, PLUGINS);
    const html = await older.text();
    expect([older.status, html.includes("This package was not taken."), html.includes("older_than_highest")]).toEqual([
      422,
      true,
      false,
    ]);
    const nonsense = await submitFiles(owner, [new File(["no JSON"], "<b>.txt")], {}, PLUGINS);
    expect([nonsense.status, (await nonsense.text()).includes("<bdi>&lt;b&gt;.txt</bdi>")]).toEqual([400, true]);
    expect((await detail(owner)).version).toBe("2.0.0");
  });

  test("have settings in fields, and a secret that no page ever shows", async () => {
    const owner = await anEditor();
    await install(owner);
    expect(to(await press(owner, "settings", { "set.label": "Hi", "secret.token": "pomegranate" }))).toBe(
      `${TOOL}?done=saved`,
    );
    expect((await detail(owner)).settings).toMatchObject({
      values: { label: "Hi" },
      secrets: [{ name: "token", set: true }],
    });
    const refused = await press(owner, "settings", { "set.label": "Ho", "secret.token": "pip", "none.token": "" });
    const html = await refused.text();
    expect([refused.status, formOf(html, "settings")["set.label"], html.includes("pip")]).toEqual([400, "Ho", false]);
    await press(owner, "settings", { "set.label": "", "secret.token": "", "none.token": "" });
    expect((await detail(owner)).settings).toMatchObject({ values: {}, secrets: [{ set: true }] });
    await press(owner, "settings", { "none.token": "true" });
    expect((await detail(owner)).settings.secrets).toEqual([{ name: "token", set: false }]);
  });

  test("are removed after a question, unless they came with the installation", async () => {
    const owner = await anEditor();
    await install(owner);
    const asked = await press(owner, "remove");
    const html = await asked.text();
    expect([asked.status, html.includes("This cannot be undone.")]).toEqual([409, true]);
    expect(to(await submit(owner, TOOL, formOf(html, "remove")))).toBe(`${PLUGINS}?done=removed`);
    expect(await codeOf(await callApi(owner, "GET", "/api/plugins/acme.tool"))).toBe("NOT_FOUND");
    expect(await pageOf(owner, `${PLUGINS}/drawbridge.basics`)).not.toContain('data-form="remove"');
  });

  test("are switched on only by who agrees to each name they use alone", async () => {
    const owner = await anEditor();
    const change = {
      kind: "declarative",
      main: undefined,
      capabilities: undefined,
      contributes: {
        mcp: {
          tools: [
            {
              name: "browse",
              alone: true,
              title: "Browse",
              description: "Lists published pages.",
              input: { type: "object", properties: {}, additionalProperties: false },
              query: { operation: "list", order: "path", limit: 10 },
            },
          ],
        },
      },
    };
    const sent = new File([JSON.stringify(await aPackage(change, {}))], "tool.json");
    expect((await submitFiles(owner, [sent], {}, PLUGINS)).status).toBe(303);
    const { alone } = await detail(owner);
    expect(alone).toEqual(["browse"]);
    const form = formOf(await pageOf(owner, TOOL), "enable");
    const { "alone-0": _agreed, ...without } = form;
    expect((await submit(owner, TOOL, without)).status).toBe(409);
    expect((await submit(owner, TOOL, { ...form, key: crypto.randomUUID() })).status).toBe(303);
    expect((await detail(owner)).state).toBe("enabled");
  });
});

test("an editor sees no plugins, and is refused there", async () => {
  const owner = await anEditor();
  await install(owner);
  const form = formOf(await pageOf(owner, TOOL), "enable");
  const editor = await memberOf(owner.site, "editor");
  for (const path of [PLUGINS, TOOL]) expect((await open(editor, path)).status).toBe(403);
  expect((await submit(editor, TOOL, form)).status).toBe(403);
  expect((await submitFiles(editor, [await packed()], {}, PLUGINS)).status).toBe(403);
  expect(await pageOf(editor, `${START}/menu`)).not.toContain(`href="${PLUGINS}"`);
});
