/**
 * The languages of the editor. A further one is a folder beside `en/` and `de/`, and a line here. Then
 * `node sites/cli/generate.ts` lists its words where they are looked up. `test/gates/languages.test.ts` compares its
 * texts with the English ones.
 */
export const LANGUAGES = {
  en: { name: "English", direction: "ltr" },
  de: { name: "Deutsch", direction: "ltr" },
} as const satisfies Readonly<Record<string, { readonly name: string; readonly direction: "ltr" | "rtl" }>>;

export type Language = keyof typeof LANGUAGES;

/** Spoken to a browser that asks for none of the languages. */
export const FIRST_LANGUAGE: Language = "en";

export const isLanguage = (given: string): given is Language => Object.hasOwn(LANGUAGES, given);
