import { beforeAll, describe, expect, test } from "vitest";
import { expectValue } from "../../../runtime/commands/answer.ts";
import { memberOf } from "../api/apiClient.ts";
import { migrate } from "../site/harness.ts";
import {
  type Editor,
  STORAGE,
  addPlugin,
  aSiteWith,
  anEditor,
  callApi,
  codeOf,
  done,
  invocations,
  stubOf,
  viewOf,
  visit,
} from "./siteWithPlugin.ts";

beforeAll(migrate);

const ROUTES = {
  routes: [
    {
      name: "go",
      path: "/go",
      methods: ["GET", "POST"],
      access: "public",
      input: { type: "object", properties: { text: { type: "string", title: "Text" } }, additionalProperties: false },
    },
  ],
};

test("a workspace that is bound to a sandbox with a loader says that plugins can run", async () => {
  const owner = await anEditor();
  expect(expectValue(await stubOf(owner).status()).loader).toEqual({ available: true, reason: null });
});

test("a plugin that was installed, granted and enabled is called with its settings, and its bytes come with the first call", async () => {
  const source = `
    export const routes = {
      go: async (input, ctx) => {
        await ctx.storage.put("count", ((await ctx.storage.get("count")) ?? 0) + 1);
        return { body: { input, settings: ctx.settings, site: ctx.site, count: await ctx.storage.get("count"), frozen: Object.isFrozen(ctx.settings) } };
      },
    };`;
  const settings = {
    type: "object",
    properties: {
      label: { type: "string", title: "Label", default: "Hello" },
      token: { type: "string", title: "Token", writeOnly: true },
    },
    additionalProperties: false,
  };
  const owner = await aSiteWith(source, { contributes: { ...ROUTES, settings }, capabilities: STORAGE });
  await done(
    await callApi(owner, "PUT", "/api/plugins/acme.tool/settings", {
      ifMatch: 0,
      body: { values: { token: "of the owner" } },
    }),
  );
  await visit(owner, "/go");
  const answer = await done(await visit(owner, "/go?a=1"));
  expect(answer).toEqual({
    input: { method: "GET", query: { a: "1" }, body: {}, member: null },
    settings: { label: "Hello", token: "of the owner" },
    site: { id: "main", name: "Main site", origin: owner.site.origin, language: "en", timeZone: "UTC" },
    count: 2,
    frozen: true,
  });
  expect(await invocations(owner)).toMatchObject([
    { point: "routes", name: "go", outcome: "ok", version: "1.0.0", calls: 3, denied: 0 },
    { outcome: "ok" },
  ]);
});

test("its calls are shown to those who manage plugins, and their sum to the operator", async () => {
  const owner = await aSiteWith(
    "export const routes = { go: ({ query }) => { if (query.fail) throw new Error('of a visitor'); return { body: 1 }; } };",
    { contributes: ROUTES },
  );
  await visit(owner, "/go?fail=1");
  await visit(owner, "/go");
  const shown = await done<{ items: readonly object[] }>(
    await callApi(owner, "GET", "/api/plugins/acme.tool/invocations"),
  );
  expect(shown.items).toMatchObject([
    { number: 2, name: "go", outcome: "ok" },
    { number: 1, outcome: "plugin_failed" },
  ]);
  expect(JSON.stringify(shown)).not.toContain("visitor");
  expect(expectValue(await stubOf(owner).status()).sites[0]?.plugins.calls).toMatchObject([
    { plugin: "acme.tool", recorded: 2, failed: 1 },
  ]);
  expect(await codeOf(await callApi(owner, "GET", "/api/plugins/acme.other/invocations"))).toBe("NOT_FOUND");
});

describe("what an owner takes back", () => {
  const source =
    "export const routes = { go: async (input, ctx) => { await ctx.storage.put('a', 1); return { body: 1 }; } };";

  test.each([
    ["the grant", "DELETE", "/api/plugins/acme.tool/grant", undefined],
    ["the state", "PUT", "/api/plugins/acme.tool/state", { state: "disabled" }],
  ] as const)("%s: the next call is answered that the plugin is away", async (_, method, path, body) => {
    const owner = await aSiteWith(source, { contributes: ROUTES, capabilities: STORAGE });
    expect((await visit(owner, "/go")).status).toBe(200);
    await done(await callApi(owner, method, path, { body }));
    const answer = await visit(owner, "/go");
    expect([answer.status, await answer.json()]).toMatchObject([503, { code: "PLUGIN_UNAVAILABLE" }]);
    expect(await invocations(owner)).toHaveLength(1);
  });

  test("everything: a plugin that was removed leaves no records, and no address", async () => {
    const owner = await aSiteWith(source, { contributes: ROUTES, capabilities: STORAGE });
    await visit(owner, "/go");
    await done(await callApi(owner, "DELETE", "/api/plugins/acme.tool"));
    expect((await visit(owner, "/go")).status).toBe(404);
    expect(await invocations(owner)).toEqual([]);
  });
});

test("a second version replaces the first, its code too", async () => {
  const owner = await aSiteWith("export const routes = { go: () => ({ body: 'one' }) };", { contributes: ROUTES });
  expect(await done(await visit(owner, "/go"))).toBe("one");
  await addPlugin(owner, "export const routes = { go: () => ({ body: 'two' }) };", {
    contributes: ROUTES,
    version: "1.1.0",
  });
  expect(await done(await visit(owner, "/go"))).toBe("two");
});

describe("a plugin that fails", () => {
  test("late five times in a row is quarantined, which its owner sees and ends", async () => {
    const owner = await aSiteWith(
      "export const routes = { go: () => new Promise((resolve) => setTimeout(resolve, 400)) };",
      { contributes: ROUTES, limits: { wallMs: 20 } },
    );
    const late = async () => (await invocations(owner)).filter(({ outcome }) => outcome === "plugin_late").length;
    // On a busy machine a call may time out before the plugin's code starts. Such a call does not count.
    for (let n = 0; n < 20 && (await late()) < 5; n++) expect((await visit(owner, "/go")).status).toBe(503);
    expect(await viewOf(owner)).toMatchObject({
      state: "quarantined",
      skipped: {
        reason: "quarantined",
        detail: "it failed 5 times in a row; the last time it did not answer in time; an owner can enable it again",
      },
    });
    const notices = async (member: Editor) =>
      (await done<{ notices: unknown[] }>(await callApi(member, "GET", "/api/site"))).notices;
    expect(await notices(owner)).toEqual([
      { plugin: "acme.tool", reason: "quarantined", detail: expect.stringContaining("5 times in a row") },
    ]);
    expect(await notices(await memberOf(owner.site, "editor"))).toEqual([]);
    await visit(owner, "/go");
    expect(await late()).toBe(5);
    const called = (await invocations(owner)).length;
    expect(
      await done(await callApi(owner, "PUT", "/api/plugins/acme.tool/state", { body: { state: "enabled" } })),
    ).toMatchObject({ active: true });
    expect(await notices(owner)).toEqual([]);
    await visit(owner, "/go");
    expect(await invocations(owner)).toHaveLength(called + 1);
  });

  test("at a route because of what visitors send is not quarantined", async () => {
    const owner = await aSiteWith("export const routes = { go: ({ body }) => { throw new Error(body.text); } };", {
      contributes: ROUTES,
    });
    for (let n = 0; n < 6; n++) {
      const answer = await visit(owner, "/go", { method: "POST", body: { text: "a secret of the plugin" } });
      expect([answer.status, await answer.text()]).toEqual([503, expect.not.stringContaining("secret")]);
    }
    expect(await viewOf(owner)).toMatchObject({ state: "enabled", active: true });
  });
});
