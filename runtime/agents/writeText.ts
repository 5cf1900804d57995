import { UNNAMED_ZONE } from "../documents/content/timeZone.ts";
import { SECTION_MAX_STEPS, SECTION_MAX_WORK_CHARS } from "../../manifests/bounds/templates.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import { Budget } from "../templates/budget.ts";
import { DIALECTS } from "../templates/dialect.ts";
import { type Template, compileTemplate } from "../templates/liquid.ts";
import type { MarkdownWriter } from "../templates/markdownWriter.ts";
import type { SiteContent } from "./content/siteContent.ts";

/** Compiled templates by source text. Many sites use the same plugin. */
const compiled = new Map<string, Template>();
const COMPILED_MAX = 200;

function templateOf(source: string): Template {
  const known = compiled.get(source);
  if (known) return known;
  const made = compileTemplate(source, DIALECTS.plain);
  if (compiled.size >= COMPILED_MAX) compiled.clear();
  compiled.set(source, made);
  return made;
}

/** Text has no pictures, so there are no picture widths. */
const NO_WIDTHS: ReadonlyMap<string, readonly number[]> = new Map();

/** Leaves Markdown unrendered, because agents read Markdown. */
const AS_IT_IS: MarkdownWriter = { block: (text) => text, inline: (text) => text };

/** Renders an answer with the plugin's template. If the template fails, only this answer fails. */
export function writeText(
  source: string,
  scope: Readonly<Record<string, unknown>>,
  { origin, catalogue }: SiteContent,
): string {
  const surroundings = {
    pathOf: () => undefined,
    pagesOf: () => [],
    routeOf: () => undefined,
    origin,
    language: catalogue.site.language,
    timeZone: UNNAMED_ZONE,
    level: 1,
    markdown: AS_IT_IS,
    widths: NO_WIDTHS,
  };
  try {
    return templateOf(source).render(scope, surroundings, new Budget(SECTION_MAX_STEPS, SECTION_MAX_WORK_CHARS));
  } catch {
    throw new Refusal("INTERNAL", { reason: "The plugin's template failed." });
  }
}
