/**
 * The languages of the editor. To add one, add a folder beside `en/` and `de/` and a line here. Then add its words to
 * `tables.ts`, `accountTables.ts`, `doorTables.ts`, `canvasLoaders.ts`, `listLoaders.ts` and `remarkLoaders.ts`, whose types ask for every language.
 * `test/gates/languages.test.ts` compares its texts with the English ones.
 */
export const LANGUAGES = {
  en: { name: "English", direction: "ltr" },
  de: { name: "Deutsch", direction: "ltr" },
  fr: { name: "Français", direction: "ltr" },
  es: { name: "Español", direction: "ltr" },
  "pt-BR": { name: "Português (Brasil)", direction: "ltr" },
  ar: { name: "العربية", direction: "rtl" },
  ja: { name: "日本語", direction: "ltr" },
} as const satisfies Readonly<Record<string, { readonly name: string; readonly direction: "ltr" | "rtl" }>>;

export type Language = keyof typeof LANGUAGES;

/** The language for a browser that asks for none of these. */
export const FIRST_LANGUAGE: Language = "en";

export const isLanguage = (given: string): given is Language => Object.hasOwn(LANGUAGES, given);
