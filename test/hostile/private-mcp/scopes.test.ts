import { beforeAll, describe, expect, test } from "vitest";
import { pointerKey, tenantKey } from "../../../runtime/serving/publicKeys.ts";
import type { CommandName } from "../../../runtime/commandNames.ts";
import { expectValue } from "../../../runtime/commands/answer.ts";
import type { Scope } from "../../../runtime/commands/scopes.ts";
import { toolNamed } from "../../../sites/workers/private-mcp/tools/index.ts";
import {
  aPicture,
  aSite,
  askAgent,
  bindings,
  key,
  listed,
  migrate,
  tokensFor,
  tool,
  toolNames,
  type McpReply,
  type TestSite,
} from "../../worker/private-mcp/agentClient.ts";

/**
 * An agent whose member did not grant a scope asks for its data. Another agent of the member shows that the data
 * exists.
 */

let site: TestSite;
beforeAll(async () => {
  await migrate();
  site = await aSite("scopes");
  await site.carry();
});

const tokenWith = async (...scopes: Scope[]): Promise<string> =>
  (await tokensFor(site, site.owner, scopes)).access_token;
const page = (): string => `site://${site.hostname}/page/about`;
const context = (): string => `site://${site.hostname}/member/context`;
const template = (): string => `site://${site.hostname}/page{+path}`;

/** Requests that need the scope. Each answers true if it gets the data. */
const ASKED: readonly [what: string, ask: (token: string) => Promise<unknown>][] = [
  ["tools in the list", async (token) => (await toolNames(token)).includes("read_page")],
  [
    "an answer of such a tool",
    async (token) => (await tool(token, "read_page", { page: "/about" })).value["path"] === "/about",
  ],
  ["resources in the list", async (token) => urisOf(await askAgent(token, "resources/list")).includes(page())],
  [
    "templates",
    async (token) => listed(await askAgent(token, "resources/templates/list"), "resourceTemplates").length > 0,
  ],
  ["a resource", async (token) => (await askAgent(token, "resources/read", { uri: page() })).result !== undefined],
  ["prompts", async (token) => listed(await askAgent(token, "prompts/list"), "prompts").length > 0],
  [
    "a prompt",
    async (token) =>
      (await askAgent(token, "prompts/get", { name: "answer_from_site", arguments: { question: "Why?" } })).result !==
      undefined,
  ],
  [
    "completions",
    async (token) => {
      const reply = await askAgent(token, "completion/complete", {
        ref: { type: "ref/resource", uri: template() },
        argument: { name: "path", value: "/ab" },
      });
      return JSON.stringify(reply.result).includes("/about");
    },
  ],
];

const urisOf = (reply: McpReply): string[] => listed<{ uri: string }>(reply, "resources").map(({ uri }) => uri);

describe("what plugins offer", () => {
  test.each(ASKED)("%s: nothing for an agent without the scope for plugins", async (_, asked) => {
    expect([
      await asked(await tokenWith("site:read", "plugins:use")),
      await asked(await tokenWith("site:read", "content:write", "content:publish")),
    ]).toEqual([true, false]);
  });
});

describe("a plugin's tool with the name of a tool of the platform", () => {
  test("is not listed a second time, and is never called for it", async () => {
    const other = await aSite("shadow");
    await other.carry();
    const store = bindings.PUBLIC_CONTENT;
    const { catalogue: key } = (await store.get<{ catalogue: string }>(
      tenantKey(other.tenant, pointerKey("main")),
      "json",
    )) ?? { catalogue: "" };
    const catalogue = await store.get<{ tools: { listed: { name: string } }[] }>(tenantKey(other.tenant, key), "json");
    const [search] = catalogue?.tools.filter(({ listed: { name } }) => name === "search") ?? [];
    if (!search) throw new Error("the deployment's plugins have a tool of that name");
    const posing = { ...search, listed: { ...search.listed, name: "publish" } };
    await store.put(
      tenantKey(other.tenant, key),
      JSON.stringify({ ...catalogue, tools: [...(catalogue?.tools ?? []), posing] }),
    );
    const { access_token: token } = await tokensFor(other);
    const names = await toolNames(token);
    expect([names.filter((name) => name === "publish"), names.includes("search")]).toEqual([["publish"], true]);
    expect((await tool(token, "publish", { query: "about" })).code).toBe("INVALID_REQUEST");
  });
});

describe("a member's context", () => {
  const read = async (token: string): Promise<boolean> =>
    (await askAgent(token, "resources/read", { uri: context() })).result !== undefined;
  const isListed = async (token: string): Promise<boolean> =>
    urisOf(await askAgent(token, "resources/list")).includes(context());

  test("is hidden from an agent that may not read the site", async () => {
    const [may, mayNot] = [await tokenWith("site:read"), await tokenWith("plugins:use", "content:write")];
    expect([await read(may), await isListed(may), await read(mayNot), await isListed(mayNot)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect((await tool(mayNot, "get_site_context")).status).toBe(403);
  });
});

describe("an agent of a member who is limited to German", () => {
  const about = { page: "about", version: 1 };
  const put = (kind: string, body: object) => ({ kind, version: 1, body });

  /** Calls that reach English, by tool. */
  const reaching = (media: string, schedule: string): Readonly<Record<string, readonly object[]>> => ({
    create_page: [{ body: { path: "/new", title: "New", sections: [] } }],
    edit_page: [{ ...about, operations: [{ op: "page", changes: { title: "Gekapert" } }] }],
    delete_page: [about],
    restore_page_version: [{ ...about, restore: 1 }],
    put_site_document: [
      put("navigation", { menus: { header: [{ label: "Home", link: "page:home" }], footer: [] } }),
      put("redirects", { entries: [{ from: "/old", to: "/about", status: 301 }] }),
      ...["theme", "settings", "types"].map((kind) => put(kind, {})),
    ],
    update_media: [{ media, version: 1, changes: { alt: "Gekapert" } }],
    delete_media: [{ media, version: 1 }],
    publish: [{ version: 99 }],
    request_publication: [{ words: "Bitte" }],
    remark: [{ kind: "add", page: "about", words: "Gekapert" }],
    restore_release: [{ release: 1 }],
    schedule_publication: [{ at: new Date(Date.now() + 3_600_000).toISOString() }],
    cancel_schedule: [{ schedule }],
  });

  test("changes nothing in English by any tool, and German pages as its member does", async () => {
    const { tenant, owner, ...limited } = await aSite("limited");
    const workspace = bindings.TENANT_WORKSPACE.get(bindings.TENANT_WORKSPACE.idFromName(tenant));
    const run = async (name: CommandName, input: object) =>
      JSON.parse(
        expectValue(
          await workspace.execute(
            name,
            { site: "main", actor: { kind: "member", id: owner }, key: key(), requestId: "r", role: "owner" },
            input,
          ),
        ).json,
      );
    const languages = [
      { tag: "en", name: "English" },
      { tag: "de", name: "Deutsch", prefix: "/de" },
    ];
    await run("settings.put", { expected: 1, body: { name: "Limited", language: "en", languages } });
    const { schedule } = await run("schedule.create", { at: Date.now() + 3_600_000 });
    const translator = await limited.invite("admin");
    await run("member.languages", { member: translator, languages: ["de"] });
    const { access_token: token } = await tokensFor({ ...limited, tenant, owner }, translator);
    const calls = reaching(await aPicture({ ...limited, tenant, owner }), schedule);
    const changing = (await toolNames(token)).filter((name) => toolNamed(name)?.reads === false);
    expect(Object.keys(calls).toSorted()).toEqual(changing.filter((name) => name !== "use_plugin_tool").toSorted());
    for (const [name, inputs] of Object.entries(calls))
      for (const input of inputs)
        expect([name, input, (await tool(token, name, { ...input, idempotencyKey: key() })).code]).toEqual([
          name,
          input,
          "FORBIDDEN",
        ]);
    const german = { path: "/de/neu", title: "Neu", language: "de", sections: [] };
    const made = await tool(token, "create_page", { body: german, idempotencyKey: key() });
    expect(made.value).toMatchObject({ done: true });
  });
});
