/** The styles of a drawing, without anything that loads or links. */

const LOCAL = /^url\(\s*(["']?)#([\w:.-]+)\1\s*\)$/i;
const URLS = /url\(\s*(?:"[^"]*"|'[^']*'|[^)]*)\s*\)?/gi;
const LOADED =
  /@import|\b(?:image(?:-set)?|src|element|cross-fade|paint|expression)\s*\(|script:|-moz-binding|behavior\s*:/i;
const COMMENTS = /\/\*[^]*?(?:\*\/|$)/g;
/** Rules besides those for screens and animations: fonts, imports, namespaces. */
const OTHER_RULES = /@(?!(?:-webkit-)?keyframes\b|media\b|supports\b)[a-z-]*[^;{}]*(?:;|\{[^{}]*\}|$)/gi;
const ENTITY_OR_ESCAPE = /[\\<]/;

/** The styles that stay; empty if what they do cannot be told. */
export function keptStyles(text: string): string {
  if (ENTITY_OR_ESCAPE.test(text)) return "";
  const plain = text
    .replaceAll(COMMENTS, "")
    .replaceAll(OTHER_RULES, "")
    .replaceAll(URLS, (url) => (LOCAL.test(url) ? url : "none"));
  return LOADED.test(plain) ? "" : plain.trim();
}

/** The ids of this drawing that a style or attribute uses. */
export const usedIn = (text: string): string[] =>
  [...text.matchAll(URLS)].flatMap(([url]) => LOCAL.exec(url)?.[2] ?? []);

const RULE = /([^{}]*)\{([^{}]*)\}/g;
const CLASS = /^\.([\w-]+)$/;

/** The ids that each class of a style sheet uses. Rules for anything but classes use none: `withoutReferences` sees to it. */
export function usedByClasses(sheet: string): ReadonlyMap<string, readonly string[]> {
  const used = new Map<string, string[]>();
  for (const [, selectors = "", body = ""] of sheet.matchAll(RULE))
    for (const name of classesOf(selectors) ?? []) used.set(name, [...(used.get(name) ?? []), ...usedIn(body)]);
  return used;
}

/** The sheet, with references only in rules for classes: nobody could count what others draw. */
export const withCountedReferences = (sheet: string): string =>
  sheet.replaceAll(RULE, (rule, selectors: string) => (classesOf(selectors) ? rule : rule.replaceAll(URLS, "none")));

function classesOf(selectors: string): string[] | undefined {
  const names = selectors.split(",").map((one) => CLASS.exec(one.trim())?.[1]);
  return names.every((name) => name !== undefined) ? names : undefined;
}
