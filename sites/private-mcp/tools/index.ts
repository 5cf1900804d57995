import * as z from "zod/mini";
import { issuesFromZod, WITHOUT_LOCALE } from "../../../manifests/issues.ts";
import { Refusal } from "../../../manifests/refusal.ts";
import type { JsonSchema } from "../../../manifests/shape.ts";
import type { ListedTool } from "../../../runtime/mcp/catalogue.ts";
import { isTooLong } from "../../../runtime/mcp/room.ts";
import type { Caller } from "../caller.ts";
import { mayUse } from "../caller.ts";
import { READS } from "./reads.ts";
import type { AgentTool, ToolCall } from "./tool.ts";
import { WRITES } from "./writes.ts";

const TOOLS: ReadonlyMap<string, AgentTool> = new Map([...READS, ...WRITES].map((tool) => [tool.name, tool]));

export const toolNamed = (name: string): AgentTool | undefined => TOOLS.get(name);

let described: ReadonlyMap<string, ListedTool> | undefined;

/** Those the member and the token allow; the rest is not there. Their schemas are made once an isolate. */
export function listedTools(caller: Caller): ListedTool[] {
  described ??= new Map([...TOOLS].map(([name, tool]) => [name, describe(tool)]));
  return [...TOOLS.values()].filter(({ permission, scope }) => mayUse(caller, permission, scope)).flatMap(({ name }) => described?.get(name) ?? []);
}

function describe({ name, title, description, input, output, reads, destroys }: AgentTool): ListedTool {
  return {
    name, title, description, inputSchema: schemaOf(input, OF_INPUT), outputSchema: schemaOf(output, OF_OUTPUT),
    // A change is made once for a key, however often it is sent.
    annotations: { readOnlyHint: reads, destructiveHint: destroys, idempotentHint: true, openWorldHint: false },
  };
}

type Drop = readonly string[];

/** Every client puts the whole list before its model. What an answer looks like needs names and types, no bounds and no words. */
const OF_INPUT: Drop = [];
const OF_OUTPUT: Drop = ["description", "additionalProperties", "pattern", "minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems", "propertyNames"];

function schemaOf(shape: z.ZodMiniType, drop: Drop): JsonSchema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(shape, {
    io: "input", unrepresentable: "any",
    override({ jsonSchema }) {
      // What every whole number is anyway.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      for (const name of drop) delete jsonSchema[name];
    },
  });
  return schema as JsonSchema;
}

/** An answer with its text, which is made once. */
export interface Answered {
  readonly value: object;
  readonly json: string;
}

/** The answer of a tool that a caller may use. What is given is checked before anything is asked of the workspace. */
export async function runTool(tool: AgentTool, call: ToolCall, given: unknown): Promise<Answered> {
  if (!mayUse(call.caller, tool.permission, tool.scope)) throw new Refusal("FORBIDDEN", { permission: tool.permission, scope: tool.scope });
  const read = tool.input.safeParse(given ?? {}, WITHOUT_LOCALE);
  if (!read.success) throw new Refusal("INVALID_REQUEST", { issues: issuesFromZod(read.error, given ?? {}) });
  const answer = await tool.run(call, read.data);
  const json = JSON.stringify(answer);
  if (isTooLong(json)) throw new Refusal("TOO_LARGE", { reason: "This answer is too long: ask for less of it." });
  return { value: answer, json };
}
