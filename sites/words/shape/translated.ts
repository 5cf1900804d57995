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

/**
 * A language's table while translators work on it. It may lack words that were added in English, so that their author
 * need not know each language. `test/gates/languages.test.ts` names each missing word.
 */
export type Unfinished<T> = T extends string | readonly string[] | Counted
  ? T
  : { readonly [K in keyof T]?: Unfinished<T[K]> };

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

/** A language's whole table, with English in place of each word that it lacks. */
export function completed<T extends object>(language: Language, table: Unfinished<T>, english: T): T {
  const whole = Object.entries(english).map(([name, node]: [string, unknown]) => {
    const translated: unknown = Reflect.get(table, name);
    if (translated === undefined) return [name, isPart(node) ? wordsInLanguage("en", node) : node];
    if (!isPart(node) || !isPart(translated)) return [name, translated];
    return [
      name,
      isCounted(translated) ? { ...translated, language } : completed(language, translated as Unfinished<object>, node),
    ];
  });
  return Object.fromEntries(whole) as T;
}

const isPart = (node: unknown): node is object => typeof node === "object" && node !== null && !Array.isArray(node);
