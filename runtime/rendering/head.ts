/**
 * The elements that plugins write into a page's head. It has titles and canonical URLs once, because search engines
 * ignore two canonical URLs, and readers disagree about two titles. Statements about the site that no owner could read
 * in the plugin's template are left out.
 */
import { SECTION_MAX_STEPS, SECTION_MAX_WORK_CHARS } from "../../manifests/bounds/templates.ts";
import { BoundedMap } from "../../manifests/memory/boundedMap.ts";
import { attributesOf, claimsIn, type HeadClaim, headClaimOf, mayClaim } from "../../manifests/packages/headClaims.ts";
import type { Contributions } from "../contributions/points.ts";
import { Budget } from "../templates/budget.ts";
import { DIALECTS } from "../templates/dialect.ts";
import type { Surroundings } from "../templates/surroundings.ts";
import type { Templates } from "./templates.ts";

/** Matches the head's elements. Templates write them whole, with quoted values, and nothing else but comments. */
const ELEMENTS =
  /<!--[^]*?-->|<(title|script)\b(?:[^>"']|"[^"]*"|'[^']*')*>[^<]*<\/\1\s*>\n?|<(?:link|meta)\b(?:[^>"']|"[^"]*"|'[^']*')*>\n?/gi;

/** The head's elements from one plugin's template. */
interface HeadFragment {
  readonly html: string;
  readonly template: string;
}

/** Templates whose statements are remembered, because each page of a publication has the same ones. */
const TEMPLATES_KEPT = 64;
const known = new BoundedMap<string, readonly HeadClaim[]>(TEMPLATES_KEPT);

/** The statements that an owner could read in a template. */
function readIn(template: string): readonly HeadClaim[] {
  const read = known.get(template) ?? claimsIn(template);
  known.set(template, read);
  return read;
}

/** The head's elements of all plugins. Each template has a budget of its own. */
export function headElements(
  { metadata }: Pick<Contributions, "metadata">,
  templates: Templates,
  scope: Readonly<Record<string, unknown>>,
  around: Surroundings,
): string {
  const fragments = metadata.map(({ plugin, item: { template } }) => {
    const budget = new Budget(SECTION_MAX_STEPS, SECTION_MAX_WORK_CHARS);
    const outcome = templates.render(plugin, template, DIALECTS.metadata, scope, around, budget);
    return { html: outcome.ok ? outcome.value : "", template: plugin.plugin.files[template] ?? "" };
  });
  return withoutSeconds(fragments).join("\n");
}

/** The fragments in order, without seconds and without hidden statements. The first plugin keeps what several write. */
function withoutSeconds(fragments: readonly HeadFragment[]): string[] {
  const writers = new Map<string, number>();
  const isSecond = (name: string | undefined, writer: number): boolean => {
    if (name === undefined) return false;
    const first = writers.get(name);
    writers.set(name, first ?? writer);
    // One plugin may write its icon in several sizes.
    return first !== undefined && (first !== writer || name !== "icon");
  };
  return fragments
    .map(({ html, template }, writer) => {
      const read = readIn(template);
      const kept = (element: string): string => {
        const { claim, name } = statementOf(element);
        return (claim !== undefined && !read.includes(claim)) || isSecond(name, writer) ? "" : element;
      };
      return html.replace(ELEMENTS, kept).trim();
    })
    .filter((fragment) => fragment !== "");
}

interface Statement {
  readonly claim?: HeadClaim | undefined;
  /** A name for what a head says once. Undefined for all that it may repeat. */
  readonly name?: string | undefined;
}

function statementOf(element: string): Statement {
  if (/^<title\b/i.test(element)) return { name: "title" };
  if (!/^<(?:link|meta)\b/i.test(element)) return {};
  if (!mayClaim(element) && !/canonical/i.test(element)) return {};
  const attributes = attributesOf(element);
  const claim = headClaimOf(attributes);
  // Rules for several search engines stand beside each other, each under its own name.
  if (claim === "robots") return { claim, name: `robots ${attributes.get("name") ?? ""}` };
  if (claim !== undefined) return { claim, name: claim };
  return { name: attributes.get("rel")?.split(/\s+/).includes("canonical") ? "canonical" : undefined };
}
