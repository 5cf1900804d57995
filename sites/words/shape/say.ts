import type { Language } from "./languages.ts";

/** A text with plural forms, by the categories of the language's plural rules. */
export type Counted = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }> & {
  /** The language whose plural rules apply; English by default. */
  readonly language?: Language;
};

type Values = Readonly<Record<string, string | number>>;

const rules = new Map<string, Intl.PluralRules>();

function formFor(language: string, n: number): Intl.LDMLPluralRule {
  const known = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, known);
  return known.select(n);
}

/** A text of the table with its values filled in. */
export function say(word: string | Counted, values: Values = {}): string {
  const text =
    typeof word === "string" ? word : (word[formFor(word.language ?? "en", Number(values["n"]))] ?? word.other);
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
