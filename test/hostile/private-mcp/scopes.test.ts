import { beforeAll, describe, expect, test } from "vitest";
import { pointerKey, tenantKey } from "../../../runtime/serving/publicKeys.ts";
import type { Scope } from "../../../runtime/commands/scopes.ts";
import {
  aSite,
  askAgent,
  bindings,
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
