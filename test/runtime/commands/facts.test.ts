import { expect, test } from "vitest";
import type { CommandName } from "../../../runtime/commandNames.ts";
import { type CommandFacts, factsInJson, commandFacts } from "../../../runtime/commands/facts.ts";
import type { PluginView } from "../../../runtime/plugins/management/views.ts";
import { SITE, page, worldWith, type World } from "../kernel/world.ts";
import { HTTP, STORAGE, executableText, managedWorld } from "../plugins/manager.ts";

const NONE: CommandFacts = { version: null, page: null, ended: null };

test.each<[what: string, output: unknown, facts: Partial<CommandFacts>]>([
  ["one version", { version: 3 }, { version: 3 }],
  ["the first of several versions", { versions: [{ version: 4 }, { version: 9 }], version: 1 }, { version: 4 }],
  ["a page", { page: "about", versions: [{ version: 1 }] }, { page: "about", version: 1 }],
  ["no versions", { versions: [] }, {}],
  ["the version of a plugin, which is a text", { version: "1.0.0", page: 7 }, {}],
  ["nothing", {}, {}],
  ["null", null, {}],
  ["a list", [{ version: 1 }], {}],
])("an output tells its facts, and so does its JSON: %s", (_, output, facts) => {
  expect(commandFacts({}, output)).toEqual({ ...NONE, ...facts });
  expect(factsInJson(JSON.stringify(output))).toEqual({ ...NONE, ...facts });
});

async function factsAfter(world: World, name: CommandName, input: object, key: string): Promise<CommandFacts> {
  const envelope = { site: SITE, actor: { kind: "member", id: "m1" }, key, requestId: key } as const;
  return (await world.kernel.execute(name, envelope, input)).facts;
}

test("a command answers its facts, and a repetition answers the same", async () => {
  const world = await worldWith({ home: page("/") });
  const create = (key: string) => factsAfter(world, "page.create", { body: page("/about") }, key);
  const first = await create("a");
  expect(first).toEqual({ version: 1, page: expect.any(String) as string, ended: null });
  expect(await create("a")).toEqual(first);
});

const TOOL = "acme.tool";

test("a command names the plugin whose isolates it made useless, and a version that waits ends none", async () => {
  const world = await managedWorld();
  let keys = 0;
  const ended = async (name: CommandName, input: object): Promise<string | null> =>
    (await factsAfter(world, name, input, `k${(keys += 1)}`)).ended;
  const install = (document: string) => ended("plugin.install", { document, allowDowngrade: false, alone: [] });
  const view = (): PluginView => world.kernel.pluginReads.view(SITE, TOOL);
  expect(await install(executableText(STORAGE))).toBe(TOOL);
  expect(await ended("plugin.grant", { plugin: TOOL, capabilities: STORAGE, digest: view().digest })).toBe(TOOL);
  expect(await ended("plugin.state", { plugin: TOOL, state: "enabled" })).toBe(TOOL);
  expect(await install(executableText({ ...STORAGE, ...HTTP }, { version: "1.1.0" }))).toBeNull();
  expect(await ended("plugin.updates", { plugin: TOOL, rule: "ask" })).toBeNull();
  expect(await ended("plugin.discard", { plugin: TOOL, digest: view().waiting?.digest })).toBeNull();
  expect(await ended("plugin.revoke", { plugin: TOOL })).toBe(TOOL);
  expect(await ended("plugin.remove", { plugin: TOOL })).toBe(TOOL);
});
