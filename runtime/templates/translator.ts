import type { Locale, LocaleText } from "../../manifests/packages/locales.ts";

/** The values for a text's placeholders, as a template passes them. */
export type TextValues = ReadonlyMap<string, unknown>;

const PLACEHOLDER = /\{([a-z][A-Za-z0-9_]*)\}/g;

/** Languages in the order of look-up: for example `pt-BR`, `pt`, English, then any other of the package. */
function fallbacks(language: string, locales: ReadonlyMap<string, Locale>): string[] {
  const parts = language.split("-");
  const wanted = parts.map((_, index) =>
    parts
      .slice(0, parts.length - index)
      .join("-")
      .toLowerCase(),
  );
  const known = [...locales.keys()].toSorted();
  const named = wanted.flatMap((tag) => known.filter((one) => one.toLowerCase() === tag));
  return [...new Set([...named, ...known.filter((one) => one === "en"), ...known])];
}

/** The plural rules of a language. English rules if the platform has none. */
function rulesFor(language: string): Intl.PluralRules {
  const [known = "en"] = Intl.PluralRules.supportedLocalesOf([language]);
  return new Intl.PluralRules(known);
}

/** A package's texts for sites of one language. */
export class Translator {
  readonly #languages: readonly string[];
  readonly #locales: ReadonlyMap<string, Locale>;

  constructor(language: string, locales: ReadonlyMap<string, Locale>) {
    this.#locales = locales;
    this.#languages = fallbacks(language, locales);
  }

  /** A text by its key. A missing text returns its key, so that an editor sees what is missing. */
  text(key: string, values: TextValues): string {
    const language = this.#languages.find((one) => this.#locales.get(one)?.has(key));
    const found = language === undefined ? undefined : this.#locales.get(language)?.get(key);
    if (language === undefined || found === undefined) return key;
    const text = chosen(found, language, values.get("count"));
    return text.replace(PLACEHOLDER, (whole, name: string) =>
      values.has(name) ? written(values.get(name), language) : whole,
    );
  }
}

function chosen(text: LocaleText, language: string, count: unknown): string {
  if (typeof text === "string") return text;
  const number = Number(count);
  const category = Number.isFinite(number) ? rulesFor(language).select(number) : "other";
  return text[category] ?? text.other ?? "";
}

/** A value as text. Numbers are formatted for the language. */
const written = (value: unknown, language: string): string =>
  typeof value === "number"
    ? value.toLocaleString(Intl.NumberFormat.supportedLocalesOf([language])[0] ?? "en")
    : String(value ?? "");
