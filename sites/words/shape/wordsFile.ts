import type { Language } from "./languages.ts";

/** The name of the static file with a language's words. The first language has none: every worker has its words. */
export const wordsFile = (language: Language): string => `words-${language}.json`;
