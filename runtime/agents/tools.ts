import { operationOf } from "../../manifests/agents/operation.ts";
import { validateFields, withDefaults } from "../../manifests/fields/fields.ts";
import { type Issue, Refusal, refusalText } from "../../manifests/refusals/refusal.ts";
import type { JsonSchema } from "../../manifests/shapes/shape.ts";
import type { Catalogue, CatalogueTool, ListedTool } from "../rendering/agents/catalogue.ts";
import { ANSWERS } from "./operations/index.ts";
import { parametersFrom } from "./operations/parameters.ts";
import { project } from "./project.ts";
import { isTooLong, TokenBudget } from "./content/tokenBudget.ts";
import type { SiteContent } from "./content/siteContent.ts";
import { writeText } from "./writeText.ts";

/** The result of a tool call, as MCP defines it. */
export interface ToolAnswer {
  readonly content: readonly { readonly type: "text"; readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: true;
  readonly _meta: Readonly<Record<string, unknown>>;
}

/** Metadata of every answer. Some clients do not show metadata to the model. */
export const metaOf = (content: SiteContent): Record<string, unknown> => ({
  "drawbridge/release": content.release,
  "drawbridge/publishedAt": content.publishedAt,
  "drawbridge/trust": "untrusted",
});

const listed = new WeakMap<Catalogue, readonly ListedTool[]>();

/** Lists the tools. The list is cached for each publication. */
export function listTools({ catalogue }: SiteContent): readonly ListedTool[] {
  const known = listed.get(catalogue) ?? catalogue.tools.map((tool) => tool.listed);
  listed.set(catalogue, known);
  return known;
}

/**
 * Calls a tool. Undefined if it does not exist. A refusal becomes an answer, so that the model can correct its call.
 */
export async function callTool(content: SiteContent, name: string, given: unknown): Promise<ToolAnswer | undefined> {
  const tool = content.catalogue.tools.find((one) => one.listed.name === name);
  if (!tool) return undefined;
  try {
    return await answer(content, tool, given ?? {});
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return failed(content, error);
  }
}

async function answer(
  content: SiteContent,
  { listed: { inputSchema, outputSchema }, query, template }: CatalogueTool,
  given: unknown,
): Promise<ToolAnswer> {
  const issues = validateFields(inputSchema, given);
  if (issues.length > 0) throw new Refusal("INVALID_REQUEST", { issues });
  const parameters = parametersFrom(query, withDefaults(inputSchema, given as JsonSchema));
  const whole = await ANSWERS[operationOf(query)](content, parameters, new TokenBudget());
  const structuredContent = project(outputSchema, whole) as Record<string, unknown>;
  const json = JSON.stringify(structuredContent);
  const text = template === null ? json : writeText(template, { answer: whole, site: content.catalogue.site }, content);
  if (isTooLong(json, text)) throw new Refusal("TOO_LARGE", { reason: "The answer is too long. Ask for less of it." });
  return { content: [{ type: "text", text }], structuredContent, _meta: metaOf(content) };
}

function failed(content: SiteContent, { code, detail }: Refusal): ToolAnswer {
  const reason = detail.reason ?? refusalText(code);
  const issues = (detail.issues ?? []).map(sentence);
  return {
    content: [{ type: "text", text: [`[${code}] ${reason}`, ...issues].join("\n") }],
    isError: true,
    _meta: { "drawbridge/code": code, "drawbridge/release": content.release },
  };
}

const sentence = ({ pointer, found, allowed }: Issue): string =>
  `${pointer || "/"}: found ${found}, allowed: ${allowed}`;
