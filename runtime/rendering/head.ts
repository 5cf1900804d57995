/**
 * Elements that a page's head holds once, however many plugins write them. A search engine that finds two canonical
 * addresses follows neither, and of two titles each reader takes another.
 */

/** Templates write these elements in whole, values quoted, and nothing else but comments. */
const ELEMENTS =
  /<!--[^]*?-->|<(title|script)\b(?:[^>"']|"[^"]*"|'[^']*')*>[^<]*<\/\1\s*>\n?|<(?:link|meta)\b(?:[^>"']|"[^"]*"|'[^']*')*>\n?/gi;
const ATTRIBUTES = /([a-z][^\s=>]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;

/** The fragments in their order, without a title or a canonical address behind the first. */
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
