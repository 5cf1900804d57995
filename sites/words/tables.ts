import { EN, type Words } from "./en/index.ts";
import { DE } from "./de/index.ts";
import { FR } from "./fr/index.ts";
import { ES } from "./es/index.ts";
import { PT_BR } from "./pt-BR/index.ts";
import { AR } from "./ar/index.ts";
import { JA } from "./ja/index.ts";
import type { Language } from "./shape/languages.ts";
import { completed, type Unfinished } from "./shape/translated.ts";

/** The words of each language, as its folder has them. */
export const WRITTEN: Readonly<Record<Language, Unfinished<Words>>> = {
  en: EN,
  de: DE,
  fr: FR,
  es: ES,
  "pt-BR": PT_BR,
  ar: AR,
  ja: JA,
};

/**
 * The words of each language. The build makes a static file of each but the first, so that no worker carries a language
 * that nobody asks for.
 */
export const TABLES = Object.fromEntries(
  (Object.entries(WRITTEN) as [Language, Unfinished<Words>][]).map(([language, table]) => [
    language,
    completed<Words>(language, table, EN),
  ]),
) as Readonly<Record<Language, Words>>;
