import { issuesFromZod, WITHOUT_LOCALE } from "../../../manifests/refusals/issues.ts";
import { TOOL_LIST_MAX_CHARS } from "../../../manifests/bounds/agents.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { ListedTool } from "../../../runtime/rendering/agents/catalogue.ts";
import { isTooLong } from "../../../runtime/agents/content/tokenBudget.ts";
import type { OfferedTool } from "../../../runtime/agents/agentCalls.ts";
import type { Caller } from "./caller.ts";
import { mayUse } from "./caller.ts";
import { shortInput, shortOutput, wholeSchema } from "./listedSchema.ts";
import { PLUGIN_TOOLS } from "./pluginTools.ts";
import { READS } from "./reads.ts";
import type { AgentTool, ToolCall } from "./tool.ts";
import { WRITES } from "./writes.ts";

const TOOLS: ReadonlyMap<string, AgentTool> = new Map(
  [...READS, ...PLUGIN_TOOLS, ...WRITES].map((tool) => [tool.name, tool]),
);

export const toolNamed = (name: string): AgentTool | undefined => TOOLS.get(name);

let described: ReadonlyMap<string, ListedTool> | undefined;

/** The tools that the member's role and the token allow. Their schemas are built once in an isolate. */
export function listedTools(caller: Caller): ListedTool[] {
  described ??= new Map([...TOOLS].map(([name, tool]) => [name, describe(tool)]));
  return [...TOOLS.values()]
    .filter(({ permission, scope }) => mayUse(caller, permission, scope))
    .flatMap(({ name }) => described?.get(name) ?? []);
}

function describe({ name, title, description, input, output, reads, destroys }: AgentTool): ListedTool {
  return {
    name,
    title,
    description,
    inputSchema: shortInput(wholeSchema(input)),
    outputSchema: shortOutput(wholeSchema(output)),
    // The idempotency key makes a repeated change harmless.
    annotations: { readOnlyHint: reads, destructiveHint: destroys, idempotentHint: true, openWorldHint: false },
  };
}

/**
 * The plugins' tools that fit into the list beside the built-in ones, in the given order. Clients put the whole list
 * into each prompt, so agents reach the rest with use_plugin_tool.
 */
export function fittingTools(builtIn: readonly object[], offered: readonly OfferedTool[]): object[] {
  let left = TOOL_LIST_MAX_CHARS - JSON.stringify(builtIn).length;
  return offered.map(shortened).filter((tool) => {
    const length = JSON.stringify(tool).length + 1;
    if (length > left) return false;
    left -= length;
    return true;
  });
}

const shortened = ({ outputSchema, ...tool }: OfferedTool): object => ({
  ...tool,
  inputSchema: shortInput(tool.inputSchema),
  ...(outputSchema === undefined ? {} : { outputSchema: shortOutput(outputSchema) }),
});

/** An answer and its JSON, serialized once. */
export interface ToolAnswerText {
  readonly value: object;
  readonly json: string;
}

/** Runs a tool that the caller may use. It checks the input before it asks the workspace. */
export async function runTool(tool: AgentTool, call: ToolCall, given: unknown): Promise<ToolAnswerText> {
  if (!mayUse(call.caller, tool.permission, tool.scope))
    throw new Refusal("FORBIDDEN", { permission: tool.permission, scope: tool.scope });
  const read = tool.input.safeParse(given ?? {}, WITHOUT_LOCALE);
  if (!read.success) throw new Refusal("INVALID_REQUEST", { issues: issuesFromZod(read.error, given ?? {}) });
  const answer = await tool.run(call, read.data);
  const json = JSON.stringify(answer);
  if (isTooLong(json)) throw new Refusal("TOO_LARGE", { reason: "The answer is too long. Ask for less of it." });
  return { value: answer, json };
}
