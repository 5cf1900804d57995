import type { Language } from "./languages.ts";

/** A word by the number with it; a language has as many forms as its own rules tell apart. */
export type Counted = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }> & {
  /** The language whose rules choose among the forms; English if there is none. */
  readonly language?: Language;
};

type Values = Readonly<Record<string, string | number>>;

const rules = new Map<string, Intl.PluralRules>();

function formFor(language: string, n: number): Intl.LDMLPluralRule {
  const known = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, known);
  return known.select(n);
}

/** A word of the table with its values. */
export function say(word: string | Counted, values: Values = {}): string {
  const text =
    typeof word === "string" ? word : (word[formFor(word.language ?? "en", Number(values["n"]))] ?? word.other);
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
