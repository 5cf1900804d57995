import { issuesFromZod, WITHOUT_LOCALE } from "../../../../manifests/refusals/issues.ts";
import type { MemberTool } from "../../../../manifests/agents/memberTools.ts";
import { LEFT_OUT_MAX_CHARS, TOOL_LIST_MAX_CHARS } from "../../../../manifests/bounds/agents.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import type { ListedTool, ToolAnnotations } from "../../../../runtime/rendering/agents/catalogue.ts";
import { isTooLong } from "../../../../runtime/agents/content/tokenBudget.ts";
import type { OfferedTool } from "../../../../runtime/agents/agentCalls.ts";
import { type Caller, mayUse } from "./caller.ts";
import { shortInput, wholeSchema } from "./listedSchema.ts";
import { PLUGIN_TOOLS } from "./pluginTools.ts";
import { withIsoTimes } from "./isoTimes.ts";
import { READS } from "./reads.ts";
import { REMARK_TOOLS } from "./remarkTools.ts";
import type { AgentTool, ToolCall } from "./tool.ts";
import { WRITES } from "./writes.ts";

const TOOLS: ReadonlyMap<string, AgentTool> = new Map(
  [...READS, ...PLUGIN_TOOLS, ...WRITES, ...REMARK_TOOLS].map((tool) => [tool.name, tool]),
);

export const toolNamed = (name: string): AgentTool | undefined => TOOLS.get(name);

/** A tool without the schema of its answer. The model sees the answer itself when it calls the tool. */
export interface ShownTool extends Omit<ListedTool, "outputSchema" | "annotations"> {
  readonly annotations: Pick<ToolAnnotations, "openWorldHint"> & Partial<ToolAnnotations>;
}

let described: ReadonlyMap<string, ShownTool> | undefined;

/** The tools that the member's role and the token allow. Their schemas are built once in an isolate. */
export function listedTools(caller: Caller): ShownTool[] {
  described ??= new Map([...TOOLS].map(([name, tool]) => [name, describe(tool)]));
  return [...TOOLS.values()]
    .filter(({ permission, scope }) => mayUse(caller, permission, scope))
    .flatMap(({ name }) => described?.get(name) ?? []);
}

function describe({ name, title, description, input, reads, destroys }: AgentTool): ShownTool {
  return {
    name,
    title,
    description,
    inputSchema: shortInput(wholeSchema(input)),
    // The idempotency key makes a repeated change harmless.
    annotations: shownHints({
      readOnlyHint: reads,
      destructiveHint: destroys,
      idempotentHint: true,
      openWorldHint: false,
    }),
  };
}

/** The list of tools, and the names of plugins' tools that it has no room for. */
export interface ToolList {
  readonly tools: readonly ShownTool[];
  readonly leftOut: readonly string[];
}

/**
 * The built-in tools and the plugins' tools that fit beside them, in the given order. Clients put the whole list into
 * each prompt. The description of list_plugins names the rest, which agents reach with use_plugin_tool.
 */
export function toolList(caller: Caller, offered: readonly OfferedTool[]): ToolList {
  const builtIn = listedTools(caller);
  const others = offered.filter(({ name }) => toolNamed(name) === undefined).map(shortened);
  // The words about tools without room need no place of their own while all have room.
  if (JSON.stringify([...builtIn, ...others]).length <= TOOL_LIST_MAX_CHARS)
    return { tools: [...builtIn, ...others], leftOut: [] };
  let left = TOOL_LIST_MAX_CHARS - LEFT_OUT_MAX_CHARS - JSON.stringify(builtIn).length;
  const fitting = new Set(
    others.filter((tool) => {
      const length = JSON.stringify(tool).length + 1;
      if (length > left) return false;
      left -= length;
      return true;
    }),
  );
  const leftOut = others.filter((tool) => !fitting.has(tool)).map(({ name }) => name);
  return { tools: [...builtIn.map((tool) => saying(tool, leftOut)), ...fitting], leftOut };
}

const shortened = ({ name, title, description, inputSchema, annotations }: OfferedTool): ShownTool => ({
  name,
  title,
  description,
  inputSchema: shortInput(inputSchema),
  annotations: shownHints(annotations),
});

/**
 * The hints that mean something (MCP 2025-11-25, ToolAnnotations): two are hints of changes alone, and a tool without
 * `readOnlyHint` makes changes.
 */
const shownHints = ({ readOnlyHint, openWorldHint, ...ofChanges }: ToolAnnotations): ShownTool["annotations"] =>
  readOnlyHint ? { readOnlyHint, openWorldHint } : { openWorldHint, ...ofChanges };

const LISTING: MemberTool = "list_plugins";

function saying(tool: ShownTool, leftOut: readonly string[]): ShownTool {
  if (tool.name !== LISTING || leftOut.length === 0) return tool;
  return { ...tool, description: `${tool.description} ${leftOutWords(leftOut)}` };
}

/** Names as many left-out tools as the sentence has room for, and counts all. */
export function leftOutWords(names: readonly string[]): string {
  const says = (shown: readonly string[]): string =>
    `${names.length} tools of plugins are not in this list for lack of room: ${[...shown, ...(shown.length < names.length ? ["…"] : [])].join(", ")}.`;
  let shown: readonly string[] = [];
  // One character is for the space before the sentence, and each quote in a name would count twice in JSON.
  for (const name of names) {
    const more = [...shown, name];
    if (JSON.stringify(says(more)).length > LEFT_OUT_MAX_CHARS) break;
    shown = more;
  }
  return says(shown);
}

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
  const answer = withIsoTimes(await tool.run(call, read.data));
  const json = JSON.stringify(answer);
  if (isTooLong(json)) throw new Refusal("TOO_LARGE", { reason: "The answer is too long. Ask for less of it." });
  return { value: answer, json };
}
