import { DE } from "./de/index.ts";
import { EN } from "./en/index.ts";
import type { Words } from "./en/index.ts";
import type { Language } from "./languages.ts";
import { inLanguage } from "./translated.ts";

/** The words of each language. */
export const TABLES: Readonly<Record<Language, Words>> = {
  en: inLanguage<Words>("en", EN),
  de: inLanguage<Words>("de", DE),
};
