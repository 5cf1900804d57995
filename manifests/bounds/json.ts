/** JSON we parse, JSON Schemas of authors, and the issues an answer lists. */

/** Deepest nesting of any JSON we parse, in levels. Content nests sections at most 4 deep, about 20 levels of JSON. */
export const JSON_MAX_DEPTH = 64;

/** Most members of one JSON object or items of one JSON array we parse. */
export const JSON_MAX_MEMBERS = 20_000;

/** Most schemas one JSON Schema of an author may hold once its references are replaced; stops doubling references. */
export const SCHEMA_MAX_NODES = 1_000;

/** Deepest nesting of schemas in an author's JSON Schema; an editor cannot show more. */
export const SCHEMA_MAX_DEPTH = 12;

/** Most that the defaults of one JSON Schema may add to one value, in characters of JSON: a long text of an author, many times. */
export const DEFAULTS_MAX_CHARS = 64 * 1024;

/** Longest pattern of an author in characters. */
export const PATTERN_MAX_CHARS = 200;

/** Most ways the bounded repetitions of one pattern can split a text; keeps a match linear in the text. */
export const PATTERN_MAX_WAYS = 100;

/** Most values of one enumeration; a menu with more cannot be used. */
export const ENUM_MAX_VALUES = 200;

/** Most issues in one answer; each quotes text. */
export const ISSUES_MAX = 50;
