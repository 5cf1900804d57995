/**
 * A plugin with granted drafts tries to write them in calls that do not allow it, in the real sandbox with a real
 * lease.
 */
import { beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "../../../runtime/commands/answer.ts";
import type { InvocationRow } from "../../../runtime/plugins/calls/invocations.ts";
import type { AgentApi } from "../../../runtime/agents/agentApi.ts";
import type { AgentCaller } from "../../../runtime/agents/agentCalls.ts";
import type { Role } from "../../../runtime/commands/permissions.ts";
import { type Scope, SCOPES } from "../../../runtime/commands/scopes.ts";
import { memberOf } from "../../worker/api/apiClient.ts";
import { migrate } from "../../worker/site/harness.ts";
import {
  type Editor,
  aSiteWith,
  callApi,
  carry,
  codeOf,
  done,
  invocations,
  ring,
  sqlOf,
  stubOf,
  visit,
} from "../../worker/plugins/siteWithPlugin.ts";

const nothing = { type: "object", properties: {}, additionalProperties: false };
const tool = (name: string, more: object = {}) => ({
  name,
  title: name,
  description: "A tool.",
  input: nothing,
  ...more,
});
const kind = { type: "object", properties: { kind: { type: "string", title: "Kind" } }, additionalProperties: false };

const SOURCE = `
  const change = { page: (body) => ({ ...body, title: body.title + "!" }), settings: (body) => ({ ...body, tagline: "Taken" }) };
  const write = async (ctx, kind = "page") => {
    const id = kind === "page" ? "home" : undefined;
    const { version, body } = await ctx.content.get(kind, id, { state: "draft" });
    await ctx.content.write([{ kind, id, expected: version, body: change[kind](body) }]);
    return "written";
  };
  const tried = (ctx, kind) => write(ctx, kind).catch(({ code }) => code ?? "failed");
  const asRoute = async (input, ctx) => ({ body: await tried(ctx) });
  export const tools = { look: (input, ctx) => tried(ctx), change: ({ kind }, ctx) => tried(ctx, kind) };
  export const resources = { notes: (input, ctx) => tried(ctx) };
  export const routes = { open: asRoute, sent: asRoute, mine: asRoute, changed: asRoute };
  export const data = { titles: async ({ pages }, ctx) => {
    const said = await tried(ctx);
    return Object.fromEntries(pages.map(({ page, sections }) => [page.id, Object.fromEntries(sections.map(({ id }) => [id, { said }]))]));
  } };
  export const hooks = { afterPublish: async (input, ctx) => { await tried(ctx); }, scheduled: (input, ctx) => write(ctx) };`;

const SECTION = {
  name: "titles",
  title: "Titles",
  category: "list",
  template: "titles.liquid",
  markdown: "titles.md.liquid",
  variants: [{ name: "plain", title: "Plain" }],
  data: { provider: "titles" },
  fields: { type: "object", properties: {}, additionalProperties: false },
  example: { fields: {} },
};
const CONTRIBUTES = {
  sections: [SECTION],
  mcp: {
    tools: [tool("look"), tool("change", { effect: "write", input: kind })],
    resources: [{ name: "notes", title: "Notes", description: "Notes." }],
  },
  routes: [
    { name: "open", path: "/open", methods: ["GET"], access: "public" },
    { name: "sent", path: "/open", methods: ["POST"], access: "public" },
    { name: "mine", path: "/mine", methods: ["GET", "POST"], access: "member" },
    { name: "changed", path: "/changed", methods: ["POST"], access: "member", effect: "write" },
  ],
  hooks: [{ on: "afterPublish" }, { on: "scheduled", everyMinutes: 60, effect: "write" }],
};
const FILES = { "titles.liquid": "<p>said {{ data.said }}</p>", "titles.md.liquid": "{{ data.said }}" };

const agent = (role: Role = "owner", scopes: readonly Scope[] = SCOPES): AgentCaller => ({
  id: "a".repeat(64),
  role,
  scopes,
  client: "https://agent.example/client.json",
});

let owner: Editor;
beforeAll(async () => {
  await migrate();
  owner = await aSiteWith(SOURCE, {
    contributes: CONTRIBUTES,
    files: FILES,
    capabilities: { content: { read: ["page"], draft: ["page", "settings"], reason: "to name pages" } },
  });
});

const versionOf = async (): Promise<number> =>
  (await done<{ version: number }>(await callApi(owner, "GET", "/api/pages/home"))).version;
/** The workspace's interface for the worker of members' agents. */
interface ForAgents extends AgentApi {
  read(name: string, site: string, asked: object): Promise<Answer<unknown>>;
}
const workspace = (): ForAgents => stubOf(owner) as unknown as ForAgents;
const by = async (caller: AgentCaller, name: string, input: object = {}): Promise<unknown> => {
  const answer = await workspace().agentTool("main", caller, `acme-tool__${name}`, input);
  return answer.ok ? answer.value?.content : answer.refusal.code;
};
const said = (text: string): object[] => [{ type: "text", text: JSON.stringify(text) }];

describe("nothing is written", () => {
  const cases: [string, () => Promise<unknown>, unknown][] = [
    ["by a tool that only reads, for a viewer", () => by(agent("viewer"), "look"), said("not_granted")],
    ["by a tool that only reads, for the owner", () => by(agent(), "look"), said("not_granted")],
    ["by a tool that writes, for a viewer", () => by(agent("viewer"), "change"), null],
    [
      "by a tool that writes, for an agent that may not",
      () => by(agent("owner", ["site:read", "plugins:use"]), "change"),
      null,
    ],
    [
      "by a resource",
      async () => {
        const read = await workspace().read("agent.resources", "main", { caller: agent() });
        const uri = (JSON.stringify(read).match(/site:\/\/[^"]*acme\.tool\/notes/) ?? [""])[0];
        const answer = await workspace().read("agent.resource", "main", { caller: agent(), uri });
        return answer.ok ? (answer.value as { text?: string } | null)?.text : answer.refusal;
      },
      '"not_granted"',
    ],
    ["by a visitor's look", async () => done(await visit(owner, "/open")), "not_granted"],
    ["by what a visitor sends", async () => done(await visit(owner, "/open", { method: "POST" })), "not_granted"],
    [
      "by a member's look",
      async () => done(await callApi(owner, "GET", "/api/plugins/acme.tool/routes/mine")),
      "not_granted",
    ],
    [
      "by a route that declares nothing",
      async () => done(await callApi(owner, "POST", "/api/plugins/acme.tool/routes/mine")),
      "not_granted",
    ],
    [
      "by a route that writes, for a viewer",
      async () =>
        done(await callApi(await memberOf(owner.site, "viewer"), "POST", "/api/plugins/acme.tool/routes/changed")),
      "not_granted",
    ],
    [
      "in a theme or the settings, for an author",
      () => by(agent("author"), "change", { kind: "settings" }),
      said("not_granted"),
    ],
  ];
  test.each(cases)("%s", async (_, attempt, expected) => {
    const before = await versionOf();
    expect((await attempt()) ?? null).toEqual(expected);
    expect(await versionOf()).toBe(before);
  });

  test("by a viewer's own request either, so the tools follow the same rule", async () => {
    const viewer = await memberOf(owner.site, "viewer");
    const { headers } = await callApi(viewer, "GET", "/api/pages/home");
    expect(
      await codeOf(
        await callApi(viewer, "PATCH", "/api/pages/home", {
          ifMatch: headers.get("etag"),
          body: { changes: { title: "Mine" } },
        }),
      ),
    ).toBe("FORBIDDEN");
  });

  test("by a data provider, nor by a hook that declares no writes", async () => {
    // The scheduled job writes as soon as the plugin is enabled, which is allowed.
    const isScheduled = ({ name, outcome }: InvocationRow): boolean => name === "scheduled" && outcome === "ok";
    await ring(owner);
    await expect.poll(async () => (await invocations(owner)).filter(isScheduled).length).toBeGreaterThan(0);
    const page = await callApi(owner, "GET", "/api/pages/home");
    await done(
      await callApi(owner, "POST", "/api/pages/home/sections", {
        ifMatch: page.headers.get("etag"),
        body: { section: { id: "titles", type: "acme.tool/titles", fields: {} } },
      }),
    );
    // The alarm has carried the site's first publication, too.
    const afterPublish = async (): Promise<InvocationRow[]> =>
      (await invocations(owner)).filter(({ name }) => name === "afterPublish");
    const earlier = (await afterPublish()).length;
    const before = await versionOf();
    const changes = await callApi(owner, "GET", "/api/changes");
    const { sequence } = await done<{ sequence: number }>(
      await callApi(owner, "POST", "/api/publish", { ifMatch: changes.headers.get("etag") }),
    );
    await carry(owner, sequence);
    expect(await (await callApi(owner, "GET", "/")).text()).toContain("<p>said not_granted</p>");
    await ring(owner);
    await expect.poll(async () => (await afterPublish()).slice(earlier)).toMatchObject([{ outcome: "ok", denied: 1 }]);
    expect(await versionOf()).toBe(before);
  });
});

describe("a call that declares its writes", () => {
  const audited = () =>
    sqlOf<{ payload: string }>(
      owner,
      "SELECT payload FROM outbox WHERE kind = 'audit' AND payload LIKE '%documents.write%' ORDER BY number DESC LIMIT 1",
    );

  test("writes for an author, and history and audit name plugin, member and client", async () => {
    expect(await by(agent("author"), "change")).toEqual(said("written"));
    const behalf = `member:${"a".repeat(64)} by https://agent.example/client.json`;
    expect(await done(await callApi(owner, "GET", "/api/pages/home"))).toMatchObject({
      changedBy: `plugin:acme.tool for ${behalf}`,
    });
    const [row] = await audited();
    expect(JSON.parse(row?.payload ?? "{}")).toMatchObject({ actor: "plugin:acme.tool", via: behalf });
  });

  test("writes the settings for an editor", async () => {
    expect(await by(agent("editor"), "change", { kind: "settings" })).toEqual(said("written"));
  });

  test("writes from a route for a member, who is named", async () => {
    const author = await memberOf(owner.site, "author");
    expect(await done(await callApi(author, "POST", "/api/plugins/acme.tool/routes/changed"))).toBe("written");
    expect(await done(await callApi(owner, "GET", "/api/pages/home"))).toMatchObject({
      changedBy: expect.stringMatching(/^plugin:acme\.tool for member:[0-9a-f]{64}$/),
    });
  });
});
