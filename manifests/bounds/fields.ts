/** Values of fields: text, Markdown, links, pictures. */

/** Longest plain text in characters: a line, not an article. */
export const PLAIN_TEXT_MAX_CHARS = 300;

/** Longest Markdown of one field in characters; about 32,000 words. */
export const MARKDOWN_MAX_CHARS = 200_000;

/** Most opening brackets in one formatted text. With more, none of them begins a link or picture. */
export const MARKDOWN_MAX_BRACKETS = 40_000;

/** Longest text of a one-line input in characters; longer texts get several lines. */
export const LINE_MAX_CHARS = 200;

/** Longest words and longest values of one directive in characters: a label, and a few short values. */
export const DIRECTIVE_WORDS_MAX_CHARS = 300;
export const DIRECTIVE_VALUES_MAX_CHARS = 1_000;

/** Most directives that plugins draw on one page. Further ones show their text. */
export const DIRECTIVES_PAGE_MAX = 200;

/** Most plugins on which a page depends because its texts have their directives. Each is a name that anyone can write. */
export const DIRECTIVE_PLUGINS_PAGE_MAX = 20;

/** Longest link in characters, which every browser accepts. */
export const LINK_MAX_CHARS = 2_048;

/** Largest side of a picture in pixels. */
export const IMAGE_MAX_SIDE = 20_000;

/** Deepest nesting of Markdown blocks and of emphasis. Quotes in lists in quotes are 3. */
export const MARKDOWN_MAX_DEPTH = 20;

/** Nesting at which the Markdown parser stops. Nothing deeper can be checked. */
export const MARKDOWN_SEEN_MAX_DEPTH = 90;

/**
 * Longest Markdown that is parsed to find HTML and links, in characters: two of the longest fields. For some texts the time
 * grows with the square of the length.
 */
export const MARKDOWN_PARSED_MAX_CHARS = 400_000;

/**
 * Characters of fields that a cache keeps as valid for one set of plugins: two hundred pages of a busy site. The cache
 * has two generations, so it holds twice as many.
 */
export const GOOD_FIELDS_MAX_CHARS = 512 * 1024;

/** Longest name of a group of fields in characters: one line of the editor's panel. */
export const GROUP_MAX_CHARS = 60;

/** Most values of another field that `showIf` may list. */
export const SHOW_IF_MAX_VALUES = 20;

/** Most values of an entry that a list shows. A hundred entries of so many stay within the work of a section. */
export const SHOWN_VALUES_MAX = 20;

/** Longest part of a formatted text that a list shows, in characters. */
export const EXCERPT_MAX_CHARS = 300;

/** Most pages that one field may refer to, such as the topics of an article. */
export const REFERENCES_MAX = 50;

/** Characters of an id to which links lead, as a text gives it to a heading or a place. */
export const ANCHOR_MAX_CHARS = 200;

/** Characters of TeX in one formula, and in all formulas of one page. Further ones are shown as they are written. */
export const MATHS_MAX_CHARS = 2_000;
export const MATHS_PAGE_MAX_CHARS = 40_000;

/**
 * Most characters of a page's first words, as search engines show them, and the fewest with which they end at a
 * paragraph. Paragraphs are sought in so many characters of HTML.
 */
export const OPENING_MAX_CHARS = 160;
export const OPENING_MIN_CHARS = 80;
export const OPENING_READ_CHARS = 20_000;

/**
 * Longest code with colours in characters: a block, a line in it, and all blocks of a page. Patterns of a language may
 * take time that grows with the square of a block, as they cross lines. The dearest block of the tests takes 0.1 s of
 * processor time.
 */
export const CODE_BLOCK_MAX_CHARS = 4_000;
export const CODE_LINE_MAX_CHARS = 300;
export const CODE_PAGE_MAX_CHARS = 20_000;

/** Most colours inside each other, of texts in texts. Deeper ones get none: the section that holds them has a bound, too. */
export const CODE_MARKS_MAX_DEPTH = 32;

/**
 * Characters by which colours make a page longer. The HTML of a page has a bound. A page of digits, with a mark for
 * every second character, grows by 330,000.
 */
export const CODE_PAGE_MAX_GROWTH_CHARS = 350_000;
