import type { Language } from "./languages.ts";
import type { Counted } from "./say.ts";

/** The shape of every language's table: the English table's, with any text in each place. */
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

/** Tells each counted word of a table whose plural rules choose its form. */
export function wordsInLanguage<T extends object>(language: Language, table: T): T {
  if (isCounted(table)) return { ...table, language };
  const spoken = Object.entries(table).map(([name, node]) => [
    name,
    typeof node === "object" && !Array.isArray(node) ? wordsInLanguage(language, node as object) : (node as unknown),
  ]);
  return Object.fromEntries(spoken) as T;
}
