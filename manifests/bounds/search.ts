/** A site's search index, and searches. */

/** Different words of one page that the index takes: as many as 150 pages of a book have. */
export const SEARCH_PAGE_MAX_WORDS = 8_000;

/**
 * Combining marks on one letter that search reads. Sorting them takes quadratic time, and UAX 15 knows no text with
 * more.
 */
export const SEARCH_MARKS_MAX = 30;

/** Characters of a word that search compares. Longer words are addresses and codes. */
export const SEARCH_WORD_MAX_CHARS = 40;

/**
 * Pages in one part of a site's search index, characters of words in a part, and parts. A search reads all parts. A
 * page of 600 words has 2,100 characters, so 11,000 such pages fit.
 */
export const SEARCH_PART_PAGES = 400;
export const SEARCH_PART_MAX_CHARS = 400_000;
export const SEARCH_PARTS_MAX = 64;

/**
 * Pages in the one part that takes changed pages, and characters of words in it. A changed page rewrites only this
 * part. When it is full, its pages move to the middle one.
 */
export const SEARCH_FRESH_PAGES = 8;
export const SEARCH_FRESH_MAX_CHARS = 64_000;

/**
 * Pages in the middle part, and characters of words in it. Without it, each eighth changed page would rewrite a large
 * part. When it is full, its pages move to the large ones.
 */
export const SEARCH_MIDDLE_PAGES = 64;
export const SEARCH_MIDDLE_MAX_CHARS = 256_000;

/**
 * Matches after which a search stops and says so. A match is a word of the index or a page with it. A million take
 * about 200 ms. Twelve words on each of 25,000 pages are a third; a hostile site may have more.
 */
export const SEARCH_PLACES_MAX = 1_000_000;

/**
 * Parts that one turn of a publication writes. Each takes about 20 ms, in which the workspace serves no other request.
 */
export const SEARCH_PARTS_PER_TURN = 8;

/** Parts of an index that are read at once. The platform opens six connections for a request. */
export const SEARCH_PARTS_AT_ONCE = 6;

/** Hits of one answer whose text is read for a passage, characters shown, and characters searched for the passage. */
export const SEARCH_PASSAGES_MAX = 10;
export const SEARCH_PASSAGE_CHARS = 240;
export const SEARCH_PASSAGE_LOOKED_CHARS = 200_000;

/** Longest search in characters, and most words of it that are used. Each word is looked up in every page. */
export const SEARCH_MAX_CHARS = 200;
export const SEARCH_MAX_WORDS = 12;

/** Headings of a page in the index, and their characters. Further headings are not found. */
export const INDEX_HEADINGS_MAX = 40;
export const INDEX_HEADINGS_MAX_CHARS = 2_000;

/** Characters from the start of a page's text that search shows when it finds no better passage. */
export const INDEX_EXCERPT_MAX_CHARS = 300;

/** Letters from which a word that no page has is looked up with one other letter. Shorter words have too many neighbours. */
export const SEARCH_TYPO_MIN_CHARS = 6;

/** Words of an index that one search compares with a word that no page has, and spellings that stand for it. */
export const SEARCH_SPELLINGS_LOOKED = 50_000;
export const SEARCH_SPELLINGS_MAX = 5;

/** Results on one page of a visitor's search, and pages of results. Later results have little to do with the words. */
export const SEARCH_RESULTS_PAGE = 10;
export const SEARCH_RESULT_PAGES_MAX = 50;

/** Types and terms, each, that a visitor's search offers as filters. The most frequent are offered. */
export const SEARCH_FILTERS_MAX = 12;

/** Longest value of a filter in characters: a content type or the id of a page. */
export const SEARCH_FILTER_MAX_CHARS = 160;

/**
 * Searches of one network address at one site in each window. A person who types fast gets five instant answers for a
 * word.
 */
export const SEARCHES_PER_VISITOR = 120;
export const SEARCHES_WINDOW_SECONDS = 60;

/** Network addresses whose searches a workspace counts. They are in memory only, and forgotten if there are more. */
export const SEARCH_VISITORS_KNOWN = 10_000;

/** Characters of a page's text that the workspace keeps for passages. A page of 600 words has 4,000. */
export const SEARCH_TEXT_MAX_CHARS = 20_000;

/**
 * Memory in bytes for parts of search indexes in one isolate, which may hold several workspaces. It holds the largest
 * index of one site.
 */
export const SEARCH_INDEX_KEPT_BYTES = 48 * 1024 * 1024;

/** Largest script and largest style sheet of a search in bytes. */
export const SEARCH_SCRIPT_MAX_BYTES = 2_048;
export const SEARCH_STYLE_MAX_BYTES = 2_560;

/** Terms of one entry by which visitors may narrow a search. */
export const SEARCH_TERMS_MAX = 50;
