/** Real code in the real sandbox: hooks before publications, and data for sections. */
import { beforeAll, expect, test } from "vitest";
import type { PublishResult } from "../../../runtime/publishing/publisher.ts";
import { migrate } from "../site/harness.ts";
import {
  aSiteWith,
  addPlugin,
  anEditor,
  callApi,
  carry,
  done,
  invocations,
  viewOf,
  type Editor,
} from "./siteWithPlugin.ts";

beforeAll(migrate);

const SECTION = {
  name: "others",
  title: "Other pages",
  description: "Other pages",
  category: "list",
  template: "others.liquid",
  markdown: "others.md.liquid",
  variants: [{ name: "plain", title: "Plain" }],
  data: { provider: "others" },
  example: { fields: {} },
  fields: {
    type: "object",
    properties: { label: { type: "string", title: "Label", default: "See" } },
    additionalProperties: false,
  },
};
const FILES = {
  "others.liquid":
    "{% if data %}<p>{{ data.label }} {{ data.titles | join: ', ' }}</p>{% else %}<p>none</p>{% endif %}",
  "others.md.liquid": "{{ data.titles | join: ', ' }}",
};
const READS = { content: { read: ["page"], reason: "to list them" } };
const SOURCE = `
  export const data = {
    async others({ pages }, ctx) {
      const { pages: all } = await ctx.content.query({ order: "path" });
      return Object.fromEntries(pages.map(({ page, sections }) => [page.id, Object.fromEntries(sections.map(({ id, fields }) =>
        [id, { label: fields.label + "<b>", titles: all.filter((other) => other.id !== page.id).map(({ title }) => title) }]))]));
    },
  };`;

/** Adds a section to the home page. */
const addSection = async (owner: Editor): Promise<unknown> => {
  const { headers } = await callApi(owner, "GET", "/api/pages/home");
  return done(
    await callApi(owner, "POST", "/api/pages/home/sections", {
      ifMatch: headers.get("etag"),
      body: { section: { id: "others", type: "acme.tool/others", fields: {} } },
    }),
  );
};
const addPage = async (owner: Editor, path: string, title: string): Promise<unknown> =>
  done(await callApi(owner, "POST", "/api/pages", { body: { body: { path, title, sections: [] } } }));

async function publish(owner: Editor): Promise<Response> {
  const changes = await callApi(owner, "GET", "/api/changes");
  return callApi(owner, "POST", "/api/publish", { ifMatch: changes.headers.get("etag") });
}

const shown = async (owner: Editor): Promise<string> => (await callApi(owner, "GET", "/")).text();

test("sections show what the plugin computed from what this publication shows, and are computed again when that changes", async () => {
  const owner = await aSiteWith(SOURCE, { contributes: { sections: [SECTION] }, capabilities: READS, files: FILES });
  await addSection(owner);
  await addPage(owner, "/second", "Second");
  expect(await done<PublishResult>(await publish(owner))).toMatchObject({ state: "ready", notices: [] });
  expect(await shown(owner)).toContain("<p>See&lt;b&gt; About, Second</p>");
  await addPage(owner, "/third", "Third");
  const { sequence } = await done<PublishResult>(await publish(owner));
  await carry(owner, sequence);
  expect(await shown(owner)).toContain("<p>See&lt;b&gt; About, Second, Third</p>");
  expect(await invocations(owner)).toMatchObject([
    { point: "data", name: "others", outcome: "ok" },
    { point: "data", outcome: "ok" },
  ]);
});

test("a plugin's veto is what the editor reads, and its silence stops the publication until it is disabled", async () => {
  const source = `export const hooks = {
    async beforePublish({ pages }, ctx) {
      const { documents } = await ctx.content.getMany(pages.listed.map(({ id }) => ({ kind: "page", id })), { state: "draft" });
      if (documents.some(({ body }) => body.title === "Broken")) throw new Error("no idea");
      return { veto: documents.filter(({ body }) => !body.description).map(({ body }) => body.title + " has no description.") };
    },
  };`;
  const owner = await anEditor();
  await addPlugin(owner, source, {
    contributes: { hooks: [{ on: "beforePublish" }] },
    capabilities: { content: { draft: ["page"], reason: "to check them" } },
  });
  await addPage(owner, "/second", "Second");
  const vetoed = await publish(owner);
  expect([vetoed.status, await vetoed.json()]).toMatchObject([
    422,
    { code: "PUBLISH_VETOED", plugins: [{ plugin: "acme.tool", reasons: ["Second has no description."] }] },
  ]);
  await addPage(owner, "/broken", "Broken");
  for (let n = 0; n < 6; n++) expect((await publish(owner)).status).toBe(503);
  expect(await viewOf(owner)).toMatchObject({ state: "quarantined" });
  const silent = await publish(owner);
  expect(await silent.json()).toMatchObject({ code: "PLUGIN_UNAVAILABLE", plugins: [{ plugin: "acme.tool" }] });
  await done(await callApi(owner, "PUT", "/api/plugins/acme.tool/state", { body: { state: "disabled" } }));
  expect(await done(await publish(owner))).toMatchObject({ state: "ready" });
});

test("a plugin writes drafts from a route under its own name, and never from what computes or judges", async () => {
  const source = `
    const write = (ctx, title) => ctx.content.get("page", "home", { state: "draft" }).then(({ version, body }) =>
      ctx.content.write([{ kind: "page", id: "home", expected: version, body: { ...body, title } }]));
    const tried = (ctx) => write(ctx, "By its check").then(() => "written", ({ code }) => code);
    export const routes = { go: async (input, ctx) => ({ body: await write(ctx, "By a route") }) };
    export const hooks = { beforePublish: async (input, ctx) => ({ veto: [await tried(ctx)] }) };`;
  const owner = await aSiteWith(source, {
    contributes: {
      routes: [{ name: "go", path: "/go", methods: ["POST"], access: "member", effect: "write" }],
      hooks: [{ on: "beforePublish" }],
    },
    capabilities: { content: { draft: ["page"], reason: "to name pages" } },
  });
  expect(await done(await callApi(owner, "POST", "/api/plugins/acme.tool/routes/go"))).toMatchObject({
    versions: [{ kind: "page", id: "home" }],
  });
  expect(await done(await callApi(owner, "GET", "/api/pages/home"))).toMatchObject({
    changedBy: expect.stringMatching(/^plugin:acme\.tool for member:[0-9a-f]{64}$/),
    body: { title: "By a route" },
  });
  expect(await (await publish(owner)).json()).toMatchObject({
    code: "PUBLISH_VETOED",
    plugins: [{ reasons: ["not_granted"] }],
  });
});
