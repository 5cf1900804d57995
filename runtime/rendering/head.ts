/**
 * Removes duplicates of elements that a page's head must have once, such as titles and canonical URLs of several
 * plugins. Search engines ignore two canonical URLs, and readers disagree about two titles. Also removes statements
 * about the site that no owner could read in the plugin's template.
 */
import { BoundedMap } from "../../manifests/memory/boundedMap.ts";
import { attributesOf, claimsIn, type HeadClaim, headClaimOf, mayClaim } from "../../manifests/packages/headClaims.ts";

/** Matches the head's elements. Templates write them whole, with quoted values, and nothing else but comments. */
const ELEMENTS =
  /<!--[^]*?-->|<(title|script)\b(?:[^>"']|"[^"]*"|'[^']*')*>[^<]*<\/\1\s*>\n?|<(?:link|meta)\b(?:[^>"']|"[^"]*"|'[^']*')*>\n?/gi;

/** The head's elements from one plugin's template. */
export interface HeadFragment {
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

/** The fragments in order, without seconds and without hidden statements. The first plugin keeps what several write. */
export function withoutSeconds(fragments: readonly HeadFragment[]): string[] {
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
