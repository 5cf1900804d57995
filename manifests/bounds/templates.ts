/** Templates, style sheets and rendering. */

/** Longest rendered page in bytes. A row of the database may hold 2 MB, and a character may take three bytes. */
export const PAGE_HTML_MAX_BYTES = 1_000_000;

/** Longest part a large generated file is stored in, in characters: each takes up to three bytes, and a row holds 2 MB. */
export const FILE_PART_MAX_CHARS = 500_000;

/** Longest template or style sheet in bytes; each is parsed at every start. A real one has 1-10 kB. */
export const TEMPLATE_MAX_BYTES = 128 * 1024;

/** Deepest nesting of blocks in a template. Parsing and rendering recurse once for each. */
export const TEMPLATE_MAX_DEPTH = 32;

/** Most brackets open at once in a style sheet. Reading recurses once for each; the deepest of ours has 6. */
export const STYLE_MAX_DEPTH = 32;

/** Most pieces (texts, outputs, tags) one section, layout or fragment may render, about 20 ms. A list of 100 articles is 2,000. */
export const SECTION_MAX_STEPS = 20_000;

/** Most characters one section, layout or fragment may read and write while it renders; each filter reads its input anew. */
export const SECTION_MAX_WORK_CHARS = 4_000_000;

/** Most pieces all sections of a page may render together: ten greedy ones must not cost ten times as much. */
export const PAGE_MAX_STEPS = 100_000;

/** Most characters all sections of a page may read and write together. */
export const PAGE_MAX_WORK_CHARS = 20_000_000;

/** Most characters the marks of a draft's fields may take in a page; texts behind them stay unmarked. */
export const PAGE_MAX_MARK_CHARS = 500_000;

/** Most pieces a file such as a sitemap may render: 50,000 addresses of 12 pieces and more. */
export const FILE_MAX_STEPS = 1_000_000;

/** Most characters a file may read and write while it renders. */
export const FILE_MAX_WORK_CHARS = 64_000_000;

/** Largest number at either end of a Liquid range. Above 2^53 counting up by one stands still and never ends. */
export const RANGE_MAX = 1_000_000;
