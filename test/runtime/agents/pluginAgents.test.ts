import { describe, expect, test } from "vitest";
import { ROUTE_CALLS_PER_VISITOR } from "../../../manifests/bounds/calls.ts";
import type { Contributes } from "../../../manifests/manifest/manifest.ts";
import { ANSWER_MAX_BYTES } from "../../../runtime/agents/content/tokenBudget.ts";
import type { AgentCaller } from "../../../runtime/agents/agentCalls.ts";
import type { PluginOutcome } from "../../../runtime/plugins/calls/calls.ts";
import { SCOPES } from "../../../runtime/commands/scopes.ts";
import { computingWorld, executable, failed, said } from "../snapshots/computing.ts";
import { SITE, page } from "../kernel/world.ts";

const nothing = { type: "object", properties: {}, additionalProperties: false };
const tool = (name: string, more: object = {}) => ({
  name,
  title: name,
  description: "A tool.",
  input: nothing,
  ...more,
});
const PLUGIN = executable("acme.tools", {
  mcp: {
    tools: [
      tool("look", {
        input: {
          type: "object",
          properties: {
            at: { type: "string", title: "At", maxLength: 5 },
            deep: { type: "boolean", title: "Deep", default: true },
          },
          additionalProperties: false,
        },
      }),
      tool("typed", {
        output: {
          type: "object",
          properties: { n: { type: "integer", title: "N" } },
          required: ["n"],
          additionalProperties: false,
        },
      }),
      tool("change", { effect: "write" }),
    ],
    resources: [{ name: "notes", title: "Notes", description: "Notes.", address: "acme/notes/{id}" }],
  },
} as unknown as Contributes);

const OWNER: AgentCaller = { id: "m1", role: "owner", scopes: SCOPES };
const world = async (answer?: () => PluginOutcome) => computingWorld({ home: page("/") }, [PLUGIN], answer);
const names = (at: Awaited<ReturnType<typeof world>>, caller: AgentCaller) =>
  at.kernel.pluginAgents.offers(SITE, caller).tools.map(({ name }) => name);
const refusal = (code: string) => expect.objectContaining({ code });

describe("what plugin code offers agents", () => {
  test("has the plugin's name, schemas and honest hints", async () => {
    const at = await world();
    const { tools, resources } = at.kernel.pluginAgents.offers(SITE, OWNER);
    expect(tools.map(({ name, annotations: { readOnlyHint } }) => [name, readOnlyHint])).toEqual([
      ["acme-tools__look", true],
      ["acme-tools__typed", true],
      ["acme-tools__change", false],
    ]);
    expect(resources).toMatchObject([{ address: "acme/notes/{id}" }]);
  });

  test.each([
    ["without the scope", { ...OWNER, scopes: ["site:read", "content:write"] }, []],
    ["of a viewer", { ...OWNER, role: "viewer" }, ["acme-tools__look", "acme-tools__typed"]],
    ["that may not write", { ...OWNER, scopes: ["plugins:use"] }, ["acme-tools__look", "acme-tools__typed"]],
  ] as [string, AgentCaller, string[]][])("to one %s is what it may use", async (_, caller, expected) => {
    expect(names(await world(), caller)).toEqual(expected);
  });

  test("ends with the plugin", async () => {
    const at = await world();
    await at.run("plugin.state", { plugin: "acme.tools", state: "disabled" });
    expect(names(at, OWNER)).toEqual([]);
    await expect(at.kernel.pluginAgents.tool(SITE, OWNER, "acme-tools__look", {})).rejects.toEqual(
      refusal("NOT_FOUND"),
    );
  });
});

describe("a call", () => {
  test("gets the arguments with their defaults, and answers JSON", async () => {
    const at = await world(() => said({ found: 2 }));
    expect(await at.kernel.pluginAgents.tool(SITE, OWNER, "acme-tools__look", { at: "home" })).toEqual({
      plugin: "acme.tools",
      json: '{"found":2}',
    });
    expect(at.calls.take()).toMatchObject([{ point: "tools", name: "look", input: { at: "home", deep: true } }]);
  });

  test.each([
    ["arguments it does not declare", "acme-tools__look", { tenant: "other" }, "INVALID_REQUEST"],
    ["longer ones", "acme-tools__look", { at: "123456" }, "INVALID_REQUEST"],
    ["a list", "acme-tools__look", [], "INVALID_REQUEST"],
    ["no plugin's name before it", "look", {}, "NOT_FOUND"],
    ["another's name", "acme-other__look", {}, "NOT_FOUND"],
  ])("with %s reaches no plugin", async (_, name, given, code) => {
    const at = await world();
    await expect(at.kernel.pluginAgents.tool(SITE, OWNER, name, given)).rejects.toEqual(refusal(code));
    expect(at.calls.take()).toEqual([]);
  });

  test("of a tool that writes is refused to who may not edit, before any code runs", async () => {
    const at = await world();
    const reader: AgentCaller = { ...OWNER, scopes: ["site:read", "plugins:use"] };
    await expect(at.kernel.pluginAgents.tool(SITE, reader, "acme-tools__change", {})).rejects.toEqual(
      refusal("FORBIDDEN"),
    );
    await expect(
      at.kernel.pluginAgents.tool(SITE, { ...OWNER, role: "viewer" }, "acme-tools__change", {}),
    ).rejects.toEqual(refusal("FORBIDDEN"));
    expect(at.calls.take()).toEqual([]);
  });

  test("of a stopped tenant reaches no plugin: none that changes anything while it is read only, and none at all once it is suspended", async () => {
    const at = await world(() => said(1));
    const outcome = async (name: string) =>
      at.kernel.pluginAgents.tool(SITE, OWNER, name, {}).then(
        () => "answered",
        ({ code }: { code: string }) => code,
      );
    at.kernel.tenant.setStatus("read_only");
    expect([await outcome("acme-tools__look"), await outcome("acme-tools__change")]).toEqual([
      "answered",
      "TENANT_READ_ONLY",
    ]);
    at.calls.take();
    at.kernel.tenant.setStatus("suspended");
    expect([await outcome("acme-tools__look"), await outcome("acme-tools__change"), at.calls.take()]).toEqual([
      "TENANT_SUSPENDED",
      "TENANT_SUSPENDED",
      [],
    ]);
  });

  test.each([
    [-1, "answered"],
    [0, "answered"],
    [1, "RATE_LIMITED"],
  ])(
    "of one member is made as often as the bound and %i times: the last is %s, and another's is answered",
    async (more, last) => {
      const at = await world(() => said(1));
      const outcome = async (id: string) =>
        at.kernel.pluginAgents.tool(SITE, { ...OWNER, id }, "acme-tools__look", {}).then(
          () => "answered",
          ({ code }: { code: string }) => code,
        );
      let found = "";
      for (let n = 0; n < ROUTE_CALLS_PER_VISITOR + more; n += 1) found = await outcome("m1");
      expect([found, await outcome("m2")]).toEqual([last, "answered"]);
    },
  );

  test("to an address of a resource hands over what stands in it", async () => {
    const at = await world(() => said("text"));
    expect(await at.kernel.pluginAgents.resource(SITE, OWNER, "acme/notes/seven")).toEqual({
      plugin: "acme.tools",
      json: '"text"',
    });
    expect(at.calls.take()).toMatchObject([{ point: "resources", name: "notes", input: { value: "seven" } }]);
    await expect(at.kernel.pluginAgents.resource(SITE, OWNER, "acme/notes/../../else")).rejects.toEqual(
      refusal("NOT_FOUND"),
    );
  });
});

describe("a hostile answer", () => {
  test.each([
    ["of another shape than it declares", { n: "1" }],
    ["with more than it declares", { n: 1, isError: true }],
    ["that is nothing", null],
  ])("%s is none", async (_, value) => {
    const at = await world(() => said(value));
    await expect(at.kernel.pluginAgents.tool(SITE, OWNER, "acme-tools__typed", {})).rejects.toEqual(
      refusal("PLUGIN_UNAVAILABLE"),
    );
  });

  test("that throws tells what went wrong in our words", async () => {
    const at = await world(() => failed("It threw."));
    await expect(at.kernel.pluginAgents.tool(SITE, OWNER, "acme-tools__look", {})).rejects.toMatchObject({
      code: "PLUGIN_UNAVAILABLE",
      detail: { reason: "It threw.", cause: "plugin_failed" },
    });
  });

  test.each([
    [-1, true],
    [0, true],
    [1, false],
  ])("of %i letters more than an answer may have: %s", async (more, isAnswer) => {
    // The text appears once in JSON and once as JSON inside JSON, which adds eight characters for quotes and escapes.
    const text = "a".repeat((ANSWER_MAX_BYTES - 8) / 2 + more);
    const at = await world(() => said(text));
    const answer = at.kernel.pluginAgents.tool(SITE, OWNER, "acme-tools__look", {}).then(
      () => true,
      () => false,
    );
    expect(await answer).toBe(isAnswer);
  });
});
