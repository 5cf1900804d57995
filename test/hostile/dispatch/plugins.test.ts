import { beforeAll, describe, expect, test } from "vitest";
import { CALLS_AT_ONCE_PER_PLUGIN, CALLS_WAITING_PER_PLUGIN } from "../../../manifests/bounds/calls.ts";
import { JOBS_WAITING_PER_HOOK } from "../../../manifests/bounds/plugins.ts";
import { migrate } from "../../worker/site/harness.ts";
import {
  STORAGE,
  addPlugin,
  aSiteWith,
  anEditor,
  callApi,
  codeOf,
  done,
  invocations,
  publish,
  ring,
  sqlOf,
  stubOf,
  visit,
} from "../../worker/plugins/siteWithPlugin.ts";

beforeAll(migrate);

const GO = { routes: [{ name: "go", path: "/go", methods: ["GET"], access: "public" }] };
const ROUTE = { contributes: GO, capabilities: STORAGE };
const go = (body: string): string => `let kept; export const routes = { go: async (input, ctx) => { ${body} } };`;

describe("a plugin", () => {
  test("reads nothing of another plugin's storage in its site, under any key", async () => {
    const owner = await aSiteWith(go("await ctx.storage.put('secret', 'of one'); return { body: 1 };"), ROUTE);
    await visit(owner, "/go");
    const spy = go(`
      const seen = [await ctx.storage.list(), await ctx.storage.get("secret")];
      for (const key of ["acme.tool/secret", "../secret", "acme.tool:secret"]) try { seen.push(await ctx.storage.get(key)); } catch (error) { seen.push(error.code); }
      return { body: seen };`);
    await addPlugin(owner, spy, { ...ROUTE, id: "acme.spy" });
    expect(await done(await visit(owner, "/go", { plugin: "acme.spy" }))).toEqual([
      { entries: [], next: null },
      null,
      "invalid",
      "invalid",
      null,
    ]);
  });

  test("of the same bytes shares neither storage nor variables between tenants", async () => {
    const source = go(
      "kept ??= ctx.site.origin; const before = await ctx.storage.get('who'); await ctx.storage.put('who', ctx.site.origin); return { body: [kept, before ?? null] };",
    );
    const [one, other] = [await aSiteWith(source, ROUTE), await aSiteWith(source, ROUTE)];
    expect(await done(await visit(one, "/go"))).toEqual([one.site.origin, null]);
    expect(await done(await visit(other, "/go"))).toEqual([other.site.origin, null]);
    expect(await done(await visit(one, "/go"))).toEqual([one.site.origin, one.site.origin]);
  });

  test("is not reachable through another site's address", async () => {
    const [one, other] = [await aSiteWith(go("return { body: 'one' };"), ROUTE), await anEditor()];
    expect(await codeOf(await visit(other, "/go"))).toBe("NOT_FOUND");
    expect(await codeOf(await visit(one, "/go", { headers: { host: new URL(other.site.origin).host } }))).toBe("200");
  });

  test("loses its powers during a call when its owner revokes the grant", async () => {
    const source = go(`
      await ctx.storage.put("before", 1);
      await new Promise((resolve) => setTimeout(resolve, 600));
      try { await ctx.storage.put("after", 1); return { body: "stored" }; } catch (error) { return { body: error.code }; }`);
    const owner = await aSiteWith(source, ROUTE);
    const answer = visit(owner, "/go");
    await expect.poll(() => sqlOf(owner, "SELECT key FROM plugin_storage")).toHaveLength(1);
    await done(await callApi(owner, "DELETE", "/api/plugins/acme.tool/grant"));
    expect(await done(await answer)).toBe("over");
    expect(await sqlOf(owner, "SELECT key FROM plugin_storage")).toEqual([{ key: "before" }]);
  });

  test("that keeps its context cannot use it in a later call, or after its own call", async () => {
    const source = go(`
      const mine = kept; kept = ctx;
      ctx.storage.put("late", 1).catch(() => undefined);
      setTimeout(() => ctx.storage.put("later", 1).catch(() => undefined), 50);
      return { body: mine === undefined ? "first" : mine.settings === ctx.settings ? "same" : "other" };`);
    const owner = await aSiteWith(source, ROUTE);
    await visit(owner, "/go");
    await visit(owner, "/go");
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(
      (await sqlOf<{ key: string }>(owner, "SELECT key FROM plugin_storage")).filter(({ key }) => key === "later"),
    ).toEqual([]);
  });

  test("cannot change the next call's context", async () => {
    const source = go(
      "try { ctx.settings.label = 'changed'; } catch { kept = 'refused'; } try { ctx.site.origin = 'https://elsewhere.example'; } catch { return { body: [kept, ctx.settings, ctx.site.id] }; } return { body: 'changed' };",
    );
    const settings = {
      type: "object",
      properties: { label: { type: "string", title: "Label", default: "Hello" } },
      additionalProperties: false,
    };
    const owner = await aSiteWith(source, { contributes: { ...GO, settings } });
    expect(await done(await visit(owner, "/go"))).toEqual(["refused", { label: "Hello" }, "main"]);
  });

  test.each([
    ["its own site", (host: string) => host, "/"],
    ["the API of its own site", (host: string) => host, "/api/admin/status"],
    ["where agents read its site", (host: string) => `mcp.${host}`, "/mcp"],
    ["where agents read every site", () => "agents.example", "/mcp"],
    ["where agents act for members", () => "members.example", "/mcp"],
  ])("does not reach %s, though an owner has granted the host (attacks 89, 90)", async (_, nameOf, path) => {
    const owner = await anEditor();
    const host = nameOf(new URL(owner.site.origin).hostname);
    const source = go(
      `try { await fetch("https://${host}${path}"); return { body: "reached" }; } catch (error) { return { body: error.message }; }`,
    );
    await addPlugin(owner, source, { contributes: GO, capabilities: { http: { hosts: [host], methods: ["GET"] } } });
    expect(await done(await visit(owner, "/go"))).toBe(
      "This address may not be called. A plugin cannot call the hostnames of this deployment.",
    );
  });

  test("writes nothing while the tenant is read-only, but may be called", async () => {
    const owner = await aSiteWith(
      go(
        "try { await ctx.storage.put('a', 1); return { body: 'stored' }; } catch (error) { return { body: error.code }; }",
      ),
      ROUTE,
    );
    await stubOf(owner).setStatus("read_only");
    expect(await done(await visit(owner, "/go"))).toBe("not_granted");
    expect(await sqlOf(owner, "SELECT key FROM plugin_storage")).toEqual([]);
  });

  test("is called only for what its manifest declares", async () => {
    const owner = await aSiteWith(
      "export const routes = { go: () => ({ body: 1 }), secret: () => ({ body: 2 }) }; export const hooks = { afterPublish: () => { throw new Error('called'); } };",
      { contributes: GO },
    );
    await publish(owner, "Two");
    await ring(owner);
    expect(await codeOf(await visit(owner, "/secret"))).toBe("NOT_FOUND");
    expect(await invocations(owner)).toEqual([]);
  });
});

describe("a deliberately slow plugin", () => {
  const SLOW = go("await new Promise((resolve) => setTimeout(resolve, 500)); return { body: 1 };");

  test("makes only its own callers wait and be refused, while another plugin and another tenant answer", async () => {
    const [owner, neighbour] = [
      await aSiteWith(SLOW, { contributes: GO }),
      await aSiteWith(go("return { body: 'here' };"), { contributes: GO }),
    ];
    await addPlugin(owner, go("return { body: 'quick' };"), { id: "acme.quick", contributes: GO });
    await visit(owner, "/go", { plugin: "acme.quick" });
    await visit(neighbour, "/go");
    const crowd = Array.from({ length: CALLS_AT_ONCE_PER_PLUGIN + CALLS_WAITING_PER_PLUGIN + 2 }, () =>
      visit(owner, "/go"),
    );
    let isOver = false;
    const all = Promise.all(crowd).then(() => (isOver = true));
    const others = await Promise.all([visit(owner, "/go", { plugin: "acme.quick" }), visit(neighbour, "/go")]);
    expect(await Promise.all(others.map((answer) => done(answer)))).toEqual(["quick", "here"]);
    expect((await Promise.all(crowd.slice(-2))).map(({ status }) => status)).toEqual([503, 503]);
    expect(isOver).toBe(false);
    await all;
  });
});

test.each([
  ["switched off", "PUT", "/api/plugins/acme.tool/state", { state: "disabled" }],
  ["deprived of its grant", "DELETE", "/api/plugins/acme.tool/grant", undefined],
] as const)(
  "a plugin that is %s while calls wait for it does not run those calls (attack 105)",
  async (_, method, path, body) => {
    const owner = await aSiteWith(
      go("await new Promise((resolve) => setTimeout(resolve, 700)); return { body: 1 };"),
      ROUTE,
    );
    await visit(owner, "/go");
    const crowd = Array.from({ length: CALLS_AT_ONCE_PER_PLUGIN + 3 }, () => visit(owner, "/go"));
    await expect.poll(() => invocations(owner)).toHaveLength(1 + CALLS_AT_ONCE_PER_PLUGIN);
    await done(await callApi(owner, method, path, { body }));
    expect((await Promise.all(crowd)).map(({ status }) => status).toSorted()).toEqual([
      ...Array.from({ length: CALLS_AT_ONCE_PER_PLUGIN }, () => 200),
      503,
      503,
      503,
    ]);
    expect(await invocations(owner)).toHaveLength(1 + CALLS_AT_ONCE_PER_PLUGIN);
  },
);

test("many publications are reported in order, one at a time, and at most as many as the queue keeps", async () => {
  const owner = await aSiteWith(
    "export const hooks = { afterPublish: async (event, ctx) => { const list = (await ctx.storage.get('list')) ?? []; await ctx.storage.put('list', [...list, event.sequence]); } };",
    {
      contributes: { hooks: [{ on: "afterPublish" }] },
      capabilities: STORAGE,
    },
  );
  for (let n = 2; n <= 7; n++) await publish(owner, `Title ${n}`);
  for (let n = 0; n < 8; n++) await ring(owner);
  expect(await sqlOf(owner, "SELECT value FROM plugin_storage WHERE key = 'list'")).toEqual([
    { value: "[2,3,4,5,6,7]" },
  ]);
  expect(JOBS_WAITING_PER_HOOK).toBeLessThan(100);
});
