/**
 * Removes duplicates of elements that a page's head must have once, such as titles and canonical URLs of several
 * plugins. Search engines ignore two canonical URLs, and readers disagree about two titles.
 */

/** Matches the head's elements. Templates write them whole, with quoted values, and nothing else but comments. */
const ELEMENTS =
  /<!--[^]*?-->|<(title|script)\b(?:[^>"']|"[^"]*"|'[^']*')*>[^<]*<\/\1\s*>\n?|<(?:link|meta)\b(?:[^>"']|"[^"]*"|'[^']*')*>\n?/gi;
const ATTRIBUTES = /([a-z][^\s=>]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;

/** The fragments in order, without a second title or canonical URL. */
export function withoutSeconds(fragments: readonly string[]): string[] {
  const seen = new Set<string>();
  const isSecond = (element: string): boolean => {
    const name = soleName(element);
    if (name === undefined) return false;
    const before = seen.size;
    return seen.add(name).size === before;
  };
  return fragments
    .map((fragment) => fragment.replace(ELEMENTS, (element) => (isSecond(element) ? "" : element)).trim())
    .filter((fragment) => fragment !== "");
}

function soleName(element: string): string | undefined {
  if (/^<title\b/i.test(element)) return "title";
  if (!/^<link\b/i.test(element)) return undefined;
  const [, , double, single] =
    [...element.matchAll(ATTRIBUTES)].find(([, name]) => name?.toLowerCase() === "rel") ?? [];
  const relations = (double ?? single ?? "").toLowerCase().split(/\s+/);
  return relations.includes("canonical") ? "canonical" : undefined;
}
