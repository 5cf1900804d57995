import { EN, type Words } from "./en/index.ts";
import { DE } from "./de/index.ts";
import type { Language } from "./shape/languages.ts";
import { wordsInLanguage } from "./shape/translated.ts";

/** The words of each language, for the worker that draws the editor's pages. */
export const TABLES: Readonly<Record<Language, Words>> = {
  en: wordsInLanguage<Words>("en", EN),
  de: wordsInLanguage<Words>("de", DE),
};
