/** The index of a site's texts, and searches. */

/** Different words of one page that search knows: a text of 150 pages of a book has about as many. */
export const SEARCH_PAGE_MAX_WORDS = 8_000;

/**
 * Combining marks on one letter that search reads. Sorting them costs the square of their number, and UAX 15 knows no
 * text with more.
 */
export const SEARCH_MARKS_MAX = 30;

/** Characters of a word that search tells apart. Longer ones are addresses and codes. */
export const SEARCH_WORD_MAX_CHARS = 40;

/**
 * Pages in one part of the index of a site's texts, characters of words in it, and its parts. A changed page has its
 * part written again, and a search reads all parts. A page of 600 words has 2,100 characters, so there is room for
 * 11,000 of them.
 */
export const SEARCH_PART_PAGES = 400;
export const SEARCH_PART_MAX_CHARS = 400_000;
export const SEARCH_PARTS_MAX = 64;

/**
 * Places where a search finds its words before it stops, and says so. Each is a word of the index or a page that has
 * it. A million of them take about 200 ms. Twelve words on each of 25,000 pages are a third; a site may be written to
 * have more.
 */
export const SEARCH_PLACES_MAX = 1_000_000;

/**
 * Parts written in one turn of a publication: each takes about 20 ms, in which the workspace serves no other request.
 */
export const SEARCH_PARTS_PER_TURN = 8;

/** Parts a search reads at once: the platform opens six connections for a request. */
export const SEARCH_PARTS_AT_ONCE = 6;

/** Hits of one answer whose texts are opened to show where the words stand, characters shown, and characters looked through. */
export const SEARCH_PASSAGES_MAX = 10;
export const SEARCH_PASSAGE_CHARS = 240;
export const SEARCH_PASSAGE_LOOKED_CHARS = 200_000;

/** Longest search in characters, and most words of it that are looked for: each is looked for in every page. */
export const SEARCH_MAX_CHARS = 200;
export const SEARCH_MAX_WORDS = 12;

/** Headings of a page kept for search, with their characters; a page with more is found by its first ones. */
export const INDEX_HEADINGS_MAX = 40;
export const INDEX_HEADINGS_MAX_CHARS = 2_000;

/** Characters from the start of a page's text that search shows when it knows no better place. */
export const INDEX_EXCERPT_MAX_CHARS = 300;
