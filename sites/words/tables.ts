import { EN, type Words } from "./en/index.ts";
import { DE } from "./de/index.ts";
import { FR } from "./fr/index.ts";
import type { Language } from "./shape/languages.ts";
import { wordsInLanguage } from "./shape/translated.ts";

/**
 * The words of each language. The build makes a static file of each but the first, so that no worker carries a language
 * that nobody asks for.
 */
export const TABLES: Readonly<Record<Language, Words>> = {
  en: wordsInLanguage<Words>("en", EN),
  de: wordsInLanguage<Words>("de", DE),
  fr: wordsInLanguage<Words>("fr", FR),
};
