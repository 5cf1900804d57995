import { type LanguageSettings, languageAt, languageNamed, withPrefix, withoutPrefix } from "./languages.ts";

/** The address at which visitors search, below the prefix of a language. A page or redirect of the site wins over it. */
const SEARCH_PATH = "/search";

/** The path of the search in a language. */
export const searchPathIn = (settings: LanguageSettings, tag: string): string =>
  withPrefix(SEARCH_PATH, languageNamed(settings, tag) ?? {});

/** Tells whether visitors search at a path. */
export function isSearchPath(path: string, settings: LanguageSettings): boolean {
  if (!path.endsWith(SEARCH_PATH)) return false;
  const found = languageAt(settings, path);
  return found === undefined ? path === SEARCH_PATH : withoutPrefix(path, found) === SEARCH_PATH;
}
