import { MCP_TEXT_MAX_CHARS } from "../../manifests/bounds/agents.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { CataloguePrompt } from "../rendering/agents/catalogue.ts";
import { isTooLong } from "./content/tokenBudget.ts";
import type { SiteContent } from "./content/siteContent.ts";
import { writeText } from "./writeText.ts";

export const listPrompts = ({ catalogue }: SiteContent): CataloguePrompt["listed"][] =>
  catalogue.prompts.map(({ listed }) => listed);

export interface PromptText {
  readonly description: string;
  readonly messages: readonly {
    readonly role: "user";
    readonly content: { readonly type: "text"; readonly text: string };
  }[];
}

/** Undefined if the prompt does not exist. `further` are prompts that only members' agents get. */
export function getPrompt(
  content: SiteContent,
  name: string,
  given: Readonly<Record<string, string>>,
  further: readonly CataloguePrompt[] = [],
): PromptText | undefined {
  const prompt = [...content.catalogue.prompts, ...further].find(({ listed }) => listed.name === name);
  if (!prompt) return undefined;
  const { description, arguments: known } = prompt.listed;
  const missing = known.find(({ name: argument, required }) => required && !Object.hasOwn(given, argument));
  if (missing) throw new Refusal("INVALID_REQUEST", { reason: `The argument ${missing.name} is missing.` });
  const values = Object.fromEntries(
    known.flatMap(({ name: argument }) => (Object.hasOwn(given, argument) ? [[argument, given[argument]]] : [])),
  );
  if (Object.values(values).some((value = "") => value.length > MCP_TEXT_MAX_CHARS))
    throw new Refusal("TOO_LARGE", { reason: "An argument is too long." });
  const text = writeText(prompt.template, { arguments: values, site: content.catalogue.site }, content);
  if (isTooLong(text)) throw new Refusal("TOO_LARGE", { reason: "This prompt is too long." });
  return { description, messages: [{ role: "user", content: { type: "text", text } }] };
}
