/** The languages in which the kernel itself speaks to visitors. A table of its texts has every one of them. */
export const SPOKEN = ["en", "de", "fr", "es", "it", "pt", "nl", "pl", "ja", "ar"] as const;

export type Spoken = (typeof SPOKEN)[number];

/** A text, or several, in each language. */
export type InEach<T> = Readonly<Record<Spoken, T>>;

const isSpoken = (language: string): language is Spoken => (SPOKEN as readonly string[]).includes(language);

/** The language of a tag such as `pt-BR`, without its region. */
const baseOf = (tag: string): string => (tag.split("-")[0] ?? "").toLowerCase();

/** A site's language; English for one that the kernel does not speak. */
export function inLanguage<T>(table: InEach<T>, tag: string): T {
  const language = baseOf(tag);
  return table[isSpoken(language) ? language : "en"];
}
