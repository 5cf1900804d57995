/** Values of fields: text, Markdown, links, pictures. */

/** Longest plain text in characters: a line, not an article. */
export const PLAIN_TEXT_MAX_CHARS = 300;

/** Longest Markdown of one field in characters; about 8,000 words. */
export const MARKDOWN_MAX_CHARS = 50_000;

/** Longest link in characters; what every browser takes. */
export const LINK_MAX_CHARS = 2_048;

/** Largest side of a picture in pixels. */
export const IMAGE_MAX_SIDE = 20_000;

/** Deepest nesting of Markdown blocks and of emphasis. Quotes in lists in quotes are 3. */
export const MARKDOWN_MAX_DEPTH = 20;

/** The Markdown parser stops at a greater depth, so nobody could check what lies there. */
export const MARKDOWN_SEEN_MAX_DEPTH = 90;

/**
 * Longest Markdown that is parsed to find HTML and links in it, in characters. Parsing it takes 0.2 s at worst, and
 * twice as much takes four times that.
 */
export const MARKDOWN_PARSED_MAX_CHARS = 100_000;

/** Text of fields that one set of plugins is known to accept, in characters: twice as much is kept. Two hundred pages of a busy site. */
export const GOOD_FIELDS_MAX_CHARS = 512 * 1024;

/** Longest name of a group of fields, in characters: a line of the panel. */
export const GROUP_MAX_CHARS = 60;

/** Most values of another field at which a field is shown. */
export const SHOW_IF_MAX_VALUES = 20;
