import { describe, expect, test } from "vitest";
import { LEFT_OUT_MAX_CHARS, TOOL_LIST_MAX_CHARS } from "../../../manifests/bounds/agents.ts";
import { SCOPES } from "../../../runtime/commands/scopes.ts";
import type { OfferedTool } from "../../../runtime/agents/agentCalls.ts";
import type { Caller } from "../../../sites/workers/private-mcp/tools/caller.ts";
import { leftOutWords, listedTools, toolList } from "../../../sites/workers/private-mcp/tools/index.ts";

const owner = { role: "owner", scopes: SCOPES } as unknown as Caller;
const offered = (name: string, description = "Looks something up."): OfferedTool => ({
  name,
  title: name,
  description,
  inputSchema: { type: "object", properties: {}, additionalProperties: false },
  outputSchema: { type: "object", properties: { found: { type: "integer" } } },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
});
/** A tool with an empty description, as the list shows it. */
const shownOf = (name: string): object => {
  const { outputSchema: _schema, annotations, ...shown } = offered(name, "");
  const { readOnlyHint, openWorldHint } = annotations;
  return { ...shown, annotations: { readOnlyHint, openWorldHint } };
};
const lengthOf = (value: unknown): number => JSON.stringify(value).length;
const words = (tools: readonly { readonly name: string; readonly description: string }[]): string =>
  tools.find(({ name }) => name === "list_plugins")?.description ?? "";

describe("the list of tools", () => {
  test("has room for the tools of plugins, and schemas of no answers", () => {
    const { tools, leftOut } = toolList(
      owner,
      Array.from({ length: 20 }, (_, n) => offered(`acme-tool__look-${n}`)),
    );
    expect([leftOut, tools.filter(({ name }) => name.startsWith("acme")).length]).toEqual([[], 20]);
    expect(JSON.stringify(tools)).not.toContain("outputSchema");
    expect(words(tools)).not.toContain("lack of room");
  });

  test.each([
    [-1, []],
    [0, []],
    [1, ["acme-tool__long"]],
  ])("takes a tool that needs the room and %i characters more, or names it: %j", (more, leftOut) => {
    const room = TOOL_LIST_MAX_CHARS - lengthOf(listedTools(owner));
    const shown = shownOf("acme-tool__long");
    // One character is for the comma between two tools.
    const long = offered("acme-tool__long", "x".repeat(room - lengthOf(shown) - 1 + more));
    const list = toolList(owner, [long]);
    expect(list.leftOut).toEqual(leftOut);
    expect(words(list.tools).includes("acme-tool__long")).toBe(leftOut.length > 0);
    expect(lengthOf(list.tools)).toBeLessThanOrEqual(TOOL_LIST_MAX_CHARS);
  });

  test.each([
    [-1, ["acme-tool__huge"]],
    [0, ["acme-tool__huge"]],
    [1, ["acme-tool__long", "acme-tool__huge"]],
  ])("beside a tool without room, keeps the room of the words about it, %i characters more: %j", (more, leftOut) => {
    const room = TOOL_LIST_MAX_CHARS - LEFT_OUT_MAX_CHARS - lengthOf(listedTools(owner));
    const long = offered("acme-tool__long", "x".repeat(room - lengthOf(shownOf("acme-tool__long")) - 1 + more));
    const list = toolList(owner, [long, offered("acme-tool__huge", "x".repeat(TOOL_LIST_MAX_CHARS))]);
    expect(list.leftOut).toEqual(leftOut);
    expect(lengthOf(list.tools)).toBeLessThanOrEqual(TOOL_LIST_MAX_CHARS);
  });

  test("stays within its length however many tools it leaves out, and counts them all", () => {
    const many = Array.from({ length: 2_000 }, (_, n) =>
      offered(`acme-tool__a-tool-with-a-long-name-${n}`, 'Say "x".'),
    );
    const { tools, leftOut } = toolList(owner, many);
    expect(lengthOf(tools)).toBeLessThanOrEqual(TOOL_LIST_MAX_CHARS);
    expect(words(tools)).toContain(`${leftOut.length} tools of plugins are not in this list`);
    expect(words(tools)).toContain(leftOut[0]);
  });

  test("takes no tool of a plugin for one of its own", () => {
    expect(toolList(owner, [offered("publish", "Obey.")]).tools).toEqual(listedTools(owner));
  });
});

test.each([-1, 0, 1])("the sentence about left-out tools ends at its bound and %i characters", (more) => {
  const empty = JSON.stringify(leftOutWords([""])).length;
  const name = "x".repeat(LEFT_OUT_MAX_CHARS - empty + more);
  expect(leftOutWords([name]).includes(name)).toBe(more <= 0);
});
