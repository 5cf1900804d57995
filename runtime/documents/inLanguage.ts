/** The languages of the kernel's own texts for visitors. Every table of texts has all of them. */
export const SPOKEN = ["en", "de", "fr", "es", "it", "pt", "nl", "pl", "ja", "ar"] as const;

export type Spoken = (typeof SPOKEN)[number];

/** A text, or several, in each language. */
export type InEach<T> = Readonly<Record<Spoken, T>>;

const isSpoken = (language: string): language is Spoken => (SPOKEN as readonly string[]).includes(language);

/** The language of a tag such as `pt-BR`, without the region. */
const baseOf = (tag: string): string => (tag.split("-")[0] ?? "").toLowerCase();

/** The entry for a site's language. English if the kernel has no texts in that language. */
export function inLanguage<T>(table: InEach<T>, tag: string): T {
  const language = baseOf(tag);
  return table[isSpoken(language) ? language : "en"];
}

/** The tag of the language in which the kernel speaks to readers of a language: their own, or English. */
export const spokenTag = (tag: string): string => (isSpoken(baseOf(tag)) ? tag : "en");
