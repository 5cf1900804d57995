/**
 * Removes duplicates of elements that a page's head must have once, such as titles and canonical URLs of several
 * plugins. Search engines ignore two canonical URLs, and readers disagree about two titles. Also removes statements
 * about the site that no owner could read in the plugin's template.
 */
import { attributeIn, headClaimOf, claimsIn } from "../../manifests/packages/headClaims.ts";

/** Matches the head's elements. Templates write them whole, with quoted values, and nothing else but comments. */
const ELEMENTS =
  /<!--[^]*?-->|<(title|script)\b(?:[^>"']|"[^"]*"|'[^']*')*>[^<]*<\/\1\s*>\n?|<(?:link|meta)\b(?:[^>"']|"[^"]*"|'[^']*')*>\n?/gi;

/** The head's elements from one plugin's template. */
export interface HeadFragment {
  readonly html: string;
  readonly template: string;
}

/** The fragments in order, without seconds and without hidden statements. The first plugin keeps what several write. */
export function withoutSeconds(fragments: readonly HeadFragment[]): string[] {
  const writers = new Map<string, number>();
  const isSecond = (element: string, writer: number): boolean => {
    const name = soleName(element);
    if (name === undefined) return false;
    const first = writers.get(name);
    writers.set(name, first ?? writer);
    // One plugin may write its icon in several sizes.
    return first !== undefined && (first !== writer || name !== "icon");
  };
  return fragments
    .map(({ html, template }, writer) => {
      const read = claimsIn(template);
      const isHidden = (element: string): boolean => {
        const claim = isMetaOrLink(element) ? headClaimOf(element) : undefined;
        return claim !== undefined && !read.includes(claim);
      };
      const kept = (element: string): string => (isHidden(element) || isSecond(element, writer) ? "" : element);
      return html.replace(ELEMENTS, kept).trim();
    })
    .filter((fragment) => fragment !== "");
}

const isMetaOrLink = (element: string): boolean => /^<(?:link|meta)\b/i.test(element);

function soleName(element: string): string | undefined {
  if (/^<title\b/i.test(element)) return "title";
  if (!isMetaOrLink(element)) return undefined;
  const claim = headClaimOf(element);
  // Rules for several search engines stand beside each other, each under its own name.
  if (claim === "robots") return `robots ${attributeIn(element, "name") ?? ""}`;
  if (claim !== undefined) return claim;
  return attributeIn(element, "rel")?.split(/\s+/).includes("canonical") ? "canonical" : undefined;
}
