/** Templates, style sheets and rendering. */

/** Longest rendered page in bytes. A row of the database may hold 2 MB, and a character may take three bytes. */
export const PAGE_HTML_MAX_BYTES = 1_000_000;

/** Longest part in characters of a large generated file. A character takes up to three bytes, and a row holds 2 MB. */
export const FILE_PART_MAX_CHARS = 500_000;

/** Largest template or style sheet in bytes. Each start parses all of them. A real one has 1-10 kB. */
export const TEMPLATE_MAX_BYTES = 128 * 1024;

/** Deepest nesting of blocks in a template. Parser and renderer recurse once for each level. */
export const TEMPLATE_MAX_DEPTH = 32;

/** Most open brackets in a style sheet. The check recurses once for each; the deepest first-party sheet has 6. */
export const STYLE_MAX_DEPTH = 32;

/**
 * Most elements that are open at once in the HTML of a section. Browsers keep 512 open elements of a page, and put
 * deeper ones beside another.
 */
export const SECTION_HTML_MAX_DEPTH = 256;

/**
 * Most nodes (texts, outputs, tags) that one section, layout or fragment may render, about 20 ms. A list of 100
 * articles has 2,000.
 */
export const SECTION_MAX_STEPS = 20_000;

/**
 * Most characters that one section, layout or fragment may read and write while it renders. Each filter reads its input
 * again.
 */
export const SECTION_MAX_WORK_CHARS = 4_000_000;

/**
 * Most nodes that all sections of a page may render together, so that ten greedy sections do not cost ten times as
 * much.
 */
export const PAGE_MAX_STEPS = 100_000;

/** Most characters that all sections of a page may read and write together. */
export const PAGE_MAX_WORK_CHARS = 20_000_000;

/** Most characters that the editor's markers of fields may add to a draft page. Later texts stay unmarked. */
export const PAGE_MAX_MARK_CHARS = 500_000;

/** Most nodes that a file such as a sitemap may render: 50,000 addresses of at least 12 nodes. */
export const FILE_MAX_STEPS = 1_000_000;

/** Most characters that a file may read and write while it renders. */
export const FILE_MAX_WORK_CHARS = 64_000_000;

/** Largest start or end of a Liquid range. Above 2^53, adding one changes nothing, so a loop would never end. */
export const RANGE_MAX = 1_000_000;
