/**
 * Entries of a page's word list for its language, its type and the terms that it names. They begin with an exclamation
 * mark, so no text has them. They make filters as fast as words.
 */
import { numberLetter } from "./wordList.ts";

/** The first sign of every tag. No word has it. */
export const TAG_SIGN = "!";

const LANGUAGE = "!l:";
export const TYPE_TAGS = "!t:";
export const TERM_TAGS = "!v:";

/** The tag of a page with a date of the future, which lists do not show yet. */
export const TO_COME_TAG = "!f:";

/** Capital letters and spaces separate entries, so a tag has neither. */
const escaped = (text: string): string => text.replace(/[A-Z\s~]/g, (sign) => `~${sign.charCodeAt(0).toString(36)}.`);
const unescaped = (text: string): string =>
  text.replace(/~([0-9a-z]+)\./g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 36)));

/** The tag of a page's language. A page that names none has the language of the site. */
export const languageTagOf = (language = ""): string => LANGUAGE + escaped(language);
export const typeTagOf = (type: string): string => TYPE_TAGS + escaped(type);
export const termTagOf = (page: string): string => TERM_TAGS + escaped(page);

/** The type or page that a tag names. */
export const namedBy = (tag: string, kind: typeof TYPE_TAGS | typeof TERM_TAGS): string =>
  unescaped(tag.slice(kind.length));

/** A page as its tags need it. */
export interface TaggedPage {
  readonly language?: string | undefined;
  readonly type?: string | undefined;
  /** The pages that its values name. */
  readonly terms: readonly string[];
  readonly titleWords: number;
  readonly isToCome: boolean;
}

/** The tags of a page, each with its letter. The letter of the language is the number of words in the title. */
export const tagsOf = ({ language, type, terms, titleWords, isToCome }: TaggedPage): string[] => [
  ...(isToCome ? [`${TO_COME_TAG}A`] : []),
  languageTagOf(language) + numberLetter(titleWords),
  ...(type === undefined ? [] : [`${typeTagOf(type)}A`]),
  ...terms.map((term) => `${termTagOf(term)}A`),
];
