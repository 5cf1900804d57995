import type { Language } from "./languages.ts";
import type { Counted } from "./say.ts";

/** The type of every language's table: the structure of the English one, with any strings. */
export type Translated<T> = T extends string
  ? string
  : T extends readonly string[]
    ? readonly string[]
    : T extends Counted
      ? Counted
      : { readonly [K in keyof T]: Translated<T[K]> };

const FORMS: ReadonlySet<string> = new Set(["zero", "one", "two", "few", "many", "other"]);

export const isCounted = (node: object): boolean =>
  "other" in node && Object.keys(node).every((form) => FORMS.has(form));

/** Adds the language to each text with plural forms, so that `say` applies the right rules. */
export function wordsInLanguage<T extends object>(language: Language, table: T): T {
  if (isCounted(table)) return { ...table, language };
  const spoken = Object.entries(table).map(([name, node]) => [
    name,
    typeof node === "object" && !Array.isArray(node) ? wordsInLanguage(language, node as object) : (node as unknown),
  ]);
  return Object.fromEntries(spoken) as T;
}
