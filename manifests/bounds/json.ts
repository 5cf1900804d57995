/** JSON we parse, JSON Schemas of authors, and the issues an answer lists. */

/** Deepest nesting of any JSON we parse, in levels. Content nests sections at most 4 deep, about 20 levels of JSON. */
export const JSON_MAX_DEPTH = 64;

/** Most members of one JSON object we parse. */
export const JSON_MAX_MEMBERS = 20_000;

/** Most items of one JSON list we parse: the redirects of a site, which come in one list. */
export const JSON_MAX_ITEMS = 50_000;

/**
 * Most schemas inside one JSON Schema of an author after references are replaced. It stops references that double the
 * size.
 */
export const SCHEMA_MAX_NODES = 1_000;

/** Deepest nesting of schemas in an author's JSON Schema; an editor cannot show more. */
export const SCHEMA_MAX_DEPTH = 12;

/**
 * Most characters of JSON that the defaults of one JSON Schema may add to a value: an author's longest text, many
 * times.
 */
export const DEFAULTS_MAX_CHARS = 64 * 1024;

/** Longest pattern of an author in characters. */
export const PATTERN_MAX_CHARS = 200;

/** Most ways in which a pattern's bounded repetitions can split a text. It keeps matching linear in the text. */
export const PATTERN_MAX_WAYS = 100;

/** Most values of one enumeration; a menu with more cannot be used. */
export const ENUM_MAX_VALUES = 200;

/** Most issues in one answer; each quotes text. */
export const ISSUES_MAX = 50;
