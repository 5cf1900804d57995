/** Updates of a running plugin with the real loader. No caller may see an outage. */
import { beforeAll, expect, test } from "vitest";
import { expectValue } from "../../../runtime/commands/answer.ts";
import type { PluginView } from "../../../runtime/plugins/management/views.ts";
import { PUBLISH_INLINE_PAGES } from "../../../manifests/bounds/publishing.ts";
import { aPackage } from "../api/packages.ts";
import { migrate } from "../site/harness.ts";
import {
  type Editor,
  GO_ROUTE,
  STORAGE,
  aSiteWith,
  callApi,
  done,
  invocations,
  PLUGIN,
  ring,
  sqlOf,
  stubOf,
  uploadPlugin,
  viewOf,
  visit,
} from "./siteWithPlugin.ts";

beforeAll(migrate);

const SECTION = {
  name: "word",
  title: "Word",
  description: "A word that code computes",
  category: "list",
  template: "word.liquid",
  markdown: "word.md.liquid",
  variants: [{ name: "plain", title: "Plain" }],
  data: { provider: "word" },
  example: { fields: {} },
  fields: { type: "object", properties: {}, additionalProperties: false },
};
/** A plugin whose template and code each show a word. */
const computing = (
  word: string,
  provider = `({ pages }) => answers(pages, "${word}")`,
): Readonly<Record<string, string>> => ({
  "main.js": `const answers = (pages, word) => Object.fromEntries(pages.map(({ page, sections }) =>
    [page.id, Object.fromEntries(sections.map(({ id }) => [id, { word }]))]));
    export const data = { word: ${provider} };`,
  "word.liquid": `<p>${word} by template, {{ data.word }} by code</p>`,
  "word.md.liquid": "{{ data.word }}",
});

const LIMITS = { wallMs: 30_000 };
const says = (word: string): string => `export const routes = { go: () => ({ body: "${word}" }) };`;
/** Answers, and lets a call of an earlier version continue. */
const releasing = (word: string): string =>
  `export const routes = { go: async (_, ctx) => { await ctx.storage.put("go", true); return { body: "${word}" }; } };`;
/** Waits until a call of a later version lets it continue. */
const WAITS = `export const routes = { go: async (_, ctx) => {
  await ctx.storage.put("began", true);
  for (let asked = 0; asked < 45; asked++) {
    if (await ctx.storage.get("go")) break;
    await new Promise((done) => setTimeout(done, 200));
  }
  await ctx.storage.put("ended", "one");
  return { body: "one" };
} };`;

const upload = async (owner: Editor, version: string, source: string, more: object = {}): Promise<PluginView> =>
  done<PluginView>(
    await uploadPlugin(owner, source, {
      version,
      contributes: GO_ROUTE,
      capabilities: STORAGE,
      limits: LIMITS,
      ...more,
    }),
  );

const running = (source: string): Promise<Editor> =>
  aSiteWith(source, { contributes: GO_ROUTE, capabilities: STORAGE, limits: { ...LIMITS, subrequests: 50 } });

test("a version that asks for nothing more answers the next call, and the call under way ends as it began", async () => {
  const owner = await running(WAITS);
  const under = visit(owner, "/go");
  await expect.poll(() => sqlOf(owner, "SELECT key FROM plugin_storage WHERE key = 'began'")).toHaveLength(1);
  expect(await upload(owner, "1.0.1", releasing("two"))).toMatchObject({
    version: "1.0.1",
    active: true,
    waiting: null,
  });
  expect(await done(await visit(owner, "/go"))).toBe("two");
  expect(await done(await under)).toBe("one");
  expect((await invocations(owner)).map(({ version, outcome }) => [version, outcome])).toEqual([
    ["1.0.0", "ok"],
    ["1.0.1", "ok"],
  ]);
});

test("a version that asks for more waits, and the one in use answers until it is granted", async () => {
  const owner = await running(says("one"));
  const more = { ...STORAGE, media: { read: true } };
  const { version, waiting } = await upload(owner, "1.1.0", says("two"), { capabilities: more });
  expect([version, waiting?.why]).toEqual(["1.0.0", "asks_more"]);
  expect(await done(await visit(owner, "/go"))).toBe("one");
  const path = `/api/plugins/${PLUGIN}`;
  await done(await callApi(owner, "PUT", `${path}/grant`, { body: { digest: waiting?.digest, capabilities: more } }));
  expect(await done(await visit(owner, "/go"))).toBe("two");
  expect(await viewOf(owner)).toMatchObject({ version: "1.1.0", active: true, waiting: null });
});

/** More pages than one command renders, each with the plugin's word. */
async function manyPages(owner: Editor): Promise<readonly string[]> {
  const paths = Array.from({ length: PUBLISH_INLINE_PAGES + 20 }, (_, at) => `/many/${String(at).padStart(4, "0")}`);
  const sections = [{ id: "word", type: `${PLUGIN}/word`, variant: "plain", fields: {} }];
  const writes = paths.map((path, at) => ({
    kind: "page",
    id: `many-${at}`,
    expected: 0,
    body: { path, title: path, sections },
  }));
  const envelope = {
    site: "main",
    actor: { kind: "member", id: "m" },
    key: crypto.randomUUID(),
    requestId: "r",
  } as const;
  expectValue(await stubOf(owner).execute("documents.write", envelope, { writes }));
  return paths;
}

const shown = async (owner: Editor, path: string): Promise<string | undefined> =>
  /<p>(\w+ by template, \w+ by code)<\/p>/.exec(await (await callApi(owner, "GET", path)).text())?.[1];

const publishing = async (owner: Editor): Promise<{ state: string }> => {
  const changes = await callApi(owner, "GET", "/api/changes");
  return done<{ state: string }>(
    await callApi(owner, "POST", "/api/publish", { ifMatch: changes.headers.get("etag") }),
  );
};

/** Rings the alarm until the publication is complete. */
const settled = (owner: Editor): Promise<void> =>
  expect
    .poll(
      async () => {
        await ring(owner);
        return sqlOf(owner, "SELECT 1 FROM releases WHERE state = 'building'");
      },
      { timeout: 20_000 },
    )
    .toEqual([]);

test("a version that takes over amid a long publication mixes nothing into it: it begins again and shows that version alone", async () => {
  const slow = `async ({ pages }, ctx) => {
    await ctx.storage.put("began", true);
    for (let asked = 0; asked < 45 && !(await ctx.storage.get("go")); asked++) await new Promise((done) => setTimeout(done, 200));
    return answers(pages, "one");
  }`;
  const contributes = { sections: [SECTION], ...GO_ROUTE };
  const more = { contributes, limits: { ...LIMITS, subrequests: 50 } };
  const { "main.js": source = "", ...files } = computing("one", slow);
  const owner = await aSiteWith(source, { ...more, capabilities: STORAGE, files });
  const paths = await manyPages(owner);
  const [{ id: before = 0 } = {}] = await sqlOf<{ id: number }>(owner, "SELECT max(id) AS id FROM releases");
  expect(await publishing(owner)).toMatchObject({ state: "building" });
  const step = ring(owner);
  await expect.poll(() => sqlOf(owner, "SELECT key FROM plugin_storage WHERE key = 'began'")).toHaveLength(1);
  const { "main.js": next = "", ...others } = computing("two");
  const code = { "main.js": `${next}\n${releasing("two")}`, ...others };
  const body = await aPackage({ version: "1.0.1", ...more, capabilities: STORAGE }, code);
  expect(await done(await callApi(owner, "POST", "/api/plugins", { body }))).toMatchObject({ version: "1.0.1" });
  expect(await done(await visit(owner, "/go"))).toBe("two");
  await step;
  await settled(owner);
  expect(await sqlOf(owner, "SELECT state FROM releases WHERE id = ?", before + 1)).toEqual([{ state: "ready" }]);
  for (const path of [paths[0], paths[PUBLISH_INLINE_PAGES - 1], paths.at(-1)])
    expect(await shown(owner, path ?? "")).toBe("two by template, two by code");
});
