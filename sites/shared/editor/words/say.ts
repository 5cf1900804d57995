import { LANGUAGE } from "./language.ts";

/** A word by the number with it; a language has as many forms as its own rules tell apart. */
export type Counted = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

type Values = Readonly<Record<string, string | number>>;

const RULES = new Intl.PluralRules(LANGUAGE);

/** A word of the table with its values. */
export function say(word: string | Counted, values: Values = {}): string {
  const text = typeof word === "string" ? word : (word[RULES.select(Number(values["n"]))] ?? word.other);
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
