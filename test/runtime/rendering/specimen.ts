/** A small site for rendering, and helpers to render one template. */
import { Budget } from "../../../runtime/templates/budget.ts";
import { DIALECTS } from "../../../runtime/templates/dialect.ts";
import { compileTemplate, templateProblem } from "../../../runtime/templates/liquid.ts";
import { HTML_MARKDOWN } from "../../../runtime/rendering/markdown/markdown.ts";
import type { Surroundings } from "../../../runtime/templates/surroundings.ts";

const PATHS = new Map([
  ["about", "/about"],
  ["home", "/"],
]);

export const ORIGIN = "https://site.example";
export const surroundings: Surroundings = {
  pathOf: (id) => PATHS.get(id),
  pagesOf: () => [],
  markdown: HTML_MARKDOWN,
  origin: ORIGIN,
  language: "en",
  timeZone: "UTC",
  level: 2,
  routeOf: (name) => (name === "vote" ? "/api/plugins/acme.poll/routes/vote" : undefined),
  widths: new Map(),
};

export const ample = (): Budget => new Budget(100_000, 4_000_000);

export function rendered(
  source: string,
  given: Readonly<Record<string, unknown>> = {},
  dialect: keyof typeof DIALECTS = "section",
  around: Surroundings = surroundings,
): string {
  return compileTemplate(source, DIALECTS[dialect]).render(given, around, ample());
}

/** The reason why a template is refused; undefined if it compiles. */
export function refusal(source: string, dialect: keyof typeof DIALECTS = "section"): string | undefined {
  try {
    compileTemplate(source, DIALECTS[dialect]);
    return undefined;
  } catch (error) {
    return templateProblem(error);
  }
}
