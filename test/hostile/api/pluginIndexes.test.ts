import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { Index } from "../../../manifests/distribution/indexShape.ts";
import type { PluginsView } from "../../../runtime/plugins/management/views.ts";
import { type Editor, anEditor, callApi, codeOf, done, memberOf } from "../../worker/api/apiClient.ts";
import { formOf, open, pageOf, submit } from "../../worker/api/editorBrowser.ts";
import { ASKS } from "../../worker/api/packages.ts";
import { HOST, listed, listIndex, places, publisherOf } from "../../worker/api/pluginIndex.ts";
import { migrate } from "../../worker/site/harness.ts";

/** Attacks on the pages that find plugins: by the publisher of an index, by other members, and by other pages. */

beforeAll(migrate);
afterEach(() => void vi.restoreAllMocks());

const FIND = "/_editor/plugins/find";
const at = (index: string): string => `${FIND}/acme.tool?index=${index}`;
const has = async (owner: Editor): Promise<boolean> =>
  (await done<PluginsView>(await callApi(owner, "GET", "/api/plugins"))).items.some(({ id }) => id === "acme.tool");

const entry = async (
  versions: Index["plugins"][string]["versions"],
  change: object = {},
): Promise<Index["plugins"]> => ({
  "acme.tool": { name: "Tool", description: "Counts.", publisher: await publisherOf(), versions, ...change },
});

describe.each([
  ["markup", `<img src=x onerror=alert(1)>"><script>alert(1)</script>`],
  ["an attribute", `" autofocus onfocus=alert(1) x="`],
  ["a template of somebody's", "{{ 1 }} ${1} {n} {name} {version} {index}"],
])("an index with %s in its words", (_, words) => {
  test("shows them as text, also the words of its package", async () => {
    const owner = await anEditor();
    const capabilities = { ...ASKS, storage: { ...ASKS.storage, reason: words } };
    const versions = await listed("1.0.0", { license: words, name: words, capabilities });
    const { index } = await listIndex(await entry(versions, { name: words, description: words }));
    const shown = words
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;")
      .replaceAll("'", "&#39;");
    for (const path of [FIND, `${FIND}?text=${encodeURIComponent(words)}`, at(index)]) {
      const html = await pageOf(owner, path);
      const tags = html.replaceAll(/"[^"]*"/g, "").match(/<[^>]*>/g) ?? [];
      expect([path, tags.filter((tag) => /<img src=x|<script>|\son\w+=/.test(tag)), html.includes(shown)]).toEqual([
        path,
        [],
        true,
      ]);
    }
    expect(await pageOf(owner, at(index))).toContain(`<dt>Licence</dt><dd><bdi class="text">${shown}</bdi>`);
  });
});

test("an editor can list, read and install nothing from an index", async () => {
  const owner = await anEditor();
  const { index } = await listIndex(await entry(await listed("1.0.0")));
  const form = formOf(await pageOf(owner, at(index)), "add");
  const editor = await memberOf(owner.site, "editor");
  const looked = vi.spyOn(globalThis, "fetch");
  for (const path of [FIND, at(index)]) expect((await open(editor, path)).status).toBe(403);
  expect((await submit(editor, at(index), form)).status).toBe(403);
  expect(await codeOf(await callApi(editor, "GET", `/api/plugin-indexes/${index}/plugins/acme.tool`))).toBe(
    "FORBIDDEN",
  );
  expect([looked.mock.calls.length, await has(owner)]).toEqual([0, false]);
});

test.each([
  ["another site's page", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
  ["a sandboxed page", { origin: "null", "sec-fetch-site": "cross-site" }],
  ["no page at all", { origin: null, "sec-fetch-site": null }],
])("%s adds no plugin with a member's login", async (_, headers) => {
  const owner = await anEditor();
  const { index } = await listIndex(await entry(await listed("1.0.0")));
  const form = formOf(await pageOf(owner, at(index)), "add");
  const forged = await submit(owner, at(index), form, headers);
  expect([forged.status, await has(owner)]).toEqual([403, false]);
});

test("an index that answers with another plugin's package installs neither", async () => {
  const owner = await anEditor();
  const [other] = Object.values(await listed("1.0.0", { id: "acme.other" }));
  if (!other) throw new Error("nothing was listed");
  const { index } = await listIndex(await entry({ "1.0.0": other }));
  const looked = await open(owner, at(index));
  expect([looked.status, (await looked.text()).includes("not the package that the list names")]).toEqual([422, true]);
  const sent = await submit(owner, at(index), { do: "add", key: crypto.randomUUID(), index, version: "1.0.0" });
  expect([sent.status, await has(owner)]).toEqual([422, false]);
});

test("an index cannot make the server request an address of its own network", async () => {
  const owner = await anEditor();
  const [good] = Object.values(await listed("1.0.0"));
  if (!good) throw new Error("nothing was listed");
  const inner = [
    "https://127.0.0.1/x.json",
    "https://[::1]/x.json",
    "https://169.254.169.254/latest/meta-data",
    "https://localhost/x.json",
    "https://router.local/x.json",
    "https://evil.example/x.json",
    "https://index.example.evil.example/x.json",
  ];
  places.set(`${HOST}/away.json`, () => Response.redirect("https://169.254.169.254/latest/meta-data"));
  const addresses = [...inner, `${HOST}/away.json`];
  const versions = Object.fromEntries(addresses.map((address, n) => [`1.0.${n}`, { ...good, package: address }]));
  const { index } = await listIndex(await entry(versions));
  await pageOf(owner, FIND);
  const looked = vi.spyOn(globalThis, "fetch");
  for (const version of Object.keys(versions)) {
    const response = await open(owner, `${at(index)}&version=${version}`);
    expect([version, response.status, (await response.text()).includes("has not allowed")]).toEqual([
      version,
      422,
      true,
    ]);
  }
  expect(looked.mock.calls.map(([to]) => String(to))).toEqual([`${HOST}/away.json`]);
  expect(await has(owner)).toBe(false);
});
