/** Pages, navigation, redirects and their structure. */

/** Longest id of a page or section in characters; ids become HTML ids and parts of links. */
export const DOCUMENT_ID_MAX_CHARS = 64;

/** Longest page path in characters. Long enough for four long words a level, short enough for every cache key. */
export const PATH_MAX_CHARS = 512;

/** Longest title, label or name in characters. Search engines show about 60; headlines may be longer. */
export const TITLE_MAX_CHARS = 200;

/** Longest description or other short text in characters. */
export const TEXT_MAX_CHARS = 1_000;

/** Longest name of imported content in the place that it came from, in characters, such as a path of 400. */
export const SOURCE_MAX_CHARS = 500;

/** Most sections in one page, nested ones counted. The longest real landing pages have about 40. */
export const PAGE_MAX_SECTIONS = 200;

/**
 * Most sections that a page shows from entries placed in it. A page of 200 sections that all place the same large entry
 * would otherwise have 40,000.
 */
export const PLACED_MAX_SECTIONS = 400;

/** Deepest nesting of sections. Columns in columns is 3; deeper pages cannot be read on a phone. */
export const SECTION_MAX_DEPTH = 4;

/** Most entries above or below the content of every page. A notice and a banner are two. */
export const REGION_MAX_ENTRIES = 4;

/** Most items in one level of one menu. */
export const NAVIGATION_MAX_ITEMS = 100;

/** Deepest nesting of a menu. Themes show three levels. */
export const NAVIGATION_MAX_DEPTH = 3;

/** Most redirects of one site, and their bytes as JSON: those of a large site that moved several times. */
export const REDIRECTS_MAX_ENTRIES = 50_000;
export const REDIRECTS_MAX_BYTES = 8 * 1024 * 1024;

/** Most redirects that one edit puts and removes. It answers with the way back. */
export const REDIRECTS_EDITED_MAX = 1_000;

/** Redirects that a workspace keeps ready for lookup, of the draft and the release of its sites. */
export const REDIRECT_TABLES_KEPT_RULES = 120_000;

/** Most changes by which a table of redirects differs from one that it shares. With more, it is made whole. */
export const EXACT_RULES_CHANGED_MAX = 1_000;

/** Redirects that agents' catalogue of a site has. More are values of their own, which few questions read. */
export const CATALOGUE_REDIRECTS_MAX = 500;

/** Such a value has the rules of about so many parts. 50,000 are about 50 values of 120 kB. */
export const PUBLIC_RULES_PART_SHARE = 4;

/**
 * Redirects of this many characters are stored in parts, each of about so many rules. A part before another has at
 * least so many rules, unless it would have more than so many characters.
 */
export const LONG_BODY_MIN_CHARS = 128 * 1024;
export const LONG_BODY_PART_RULES = 256;
export const LONG_BODY_PART_LEAST_RULES = 64;
export const LONG_BODY_PART_MAX_CHARS = 256 * 1024;

/** Rules of parts that a workspace keeps parsed: those of two large sites. Versions of a site share nearly all of them. */
export const LONG_PARTS_KEPT_RULES = 100_000;

/** Most pages of one site. A publication lists them all once; 20,000 titles and paths are about 5 MB. */
export const SITE_MAX_PAGES = 20_000;

/** Most languages of one site. A page names its translations in its head, and 50 lines are about 5 kB. */
export const SITE_MAX_LANGUAGES = 50;

/** Pages that a refused prefix names. A person reads no more before looking at the list of pages. */
export const PREFIX_PATHS_NAMED = 3;

/** Longest language tag in characters, as RFC 5646 recommends for those who store one. */
export const LANGUAGE_TAG_MAX_CHARS = 35;

/** Characters and languages of an Accept-Language header that are read. Browsers send a few. */
export const ACCEPT_LANGUAGE_MAX_CHARS = 500;
export const ACCEPT_LANGUAGE_RANGES = 20;

/** Most pages of one list that have an address, such as /journal/page/2. Each year and month has as many again. */
export const LIST_MAX_PAGES = 2_000;

/** Answers of queries that one state of a site keeps in memory, so that visitors of many pages of a list cannot fill it. */
export const QUERY_RESULTS_KEPT = 2_000;

/** Most rows of a value from which a list begins. With more, a list of ten finds its entries sooner in its own order. */
export const LEADING_ROWS_MAX = 500;

/** Versions of an entry that are in memory at once while its index is made again. Each has up to a megabyte. */
export const ENTRY_VERSIONS_READ = 8;

/** Versions of entries that one turn of making the index reads: about 300 ms, in which the workspace answers nothing else. */
export const ENTRY_TURN_VERSIONS = 500;

/** Most earlier pages of which one turn stores the first words. It reads each as a whole. */
export const WORDS_DUE_TURN = 20;

/** Most operations of one change of structure. A drag is one; reordering a whole long page is about forty. */
export const STRUCTURE_MAX_OPERATIONS = 100;

/** Most placeholders such as `:name` in one redirect, and most parameters. */
export const REDIRECT_MAX_PLACEHOLDERS = 8;

/** Most parts between slashes of a redirect's old address. A lookup tries a prefix for each. */
export const REDIRECT_MAX_PARTS = 40;

/** Most forms of patterns of one site. Each costs a lookup a fraction of a microsecond. */
export const REDIRECT_MAX_FORMS = 50;

/** Most redirects that a visitor follows before a page. Crawlers give up after ten, browsers after twenty. */
export const REDIRECT_MAX_HOPS = 10;

/** Most changed pages that a comparison lists; the rest are counted. */
export const CHANGES_LISTED = 500;

/** Most documents named that link to a page. A person reads no more before deleting it. */
export const BACK_LINKS_LISTED = 50;

/** Pages in one answer of link targets, and anchors of each page. Listing anchors reads the sections of each page. */
export const LINK_TARGETS_ROWS = 20;
export const LINK_ANCHORS_LISTED = 40;

/** Links that one request may resolve: every item of both menus of most sites. */
export const LINKED_PAGES_READ = 400;

/** Longest label of an anchor in characters: the first words of its section. */
export const ANCHOR_LABEL_CHARS = 60;

/** Most values that the comparison of one document lists; the rest are counted. */
export const CHANGE_VALUES_LISTED = 200;

/**
 * Most comparisons of blocks in merging two edits of one text: a thousand changed blocks on each side, in some
 * milliseconds. Beyond it, all changed blocks count as one.
 */
export const COMPARED_ITEMS_MAX = 1_000_000;

/** Longest value in a comparison in characters. A longer value is cut. */
export const CHANGE_VALUE_MAX_CHARS = 4_000;

/** Most members named as authors of an unpublished change. */
export const CHANGE_AUTHORS_LISTED = 10;

/** Largest request that changes one section of a page, in bytes: the longest Markdown in any script, escaped as JSON. */
export const PIECE_MAX_BYTES = 1024 * 1024;

/**
 * Largest document, and largest request with one, in bytes: a page of 200 sections. A database row holds
 * 2 MB. Redirects have a bound of their own.
 */
export const DOCUMENT_MAX_BYTES = 1024 * 1024;

/** Longest pause within a sitting, in milliseconds; after a longer one, a new entry of the history begins. */
export const SITTING_PAUSE_MS = 5 * 60 * 1000;

/** Longest sitting in milliseconds. A day's work without a pause still gets a history entry every half hour. */
export const SITTING_MAX_MS = 30 * 60 * 1000;

/**
 * The time in milliseconds for which every version is kept. An edit names the version that it builds on, and a client
 * may be offline that long.
 */
export const VERSIONS_RAW_MS = 30 * 60 * 1000;

/** Versions that one turn of merging sittings reads. */
export const SITTINGS_ROWS = 500;

/** Versions of one document an editor can go back to, beside those that kept releases show. */
export const REVISIONS_KEPT = 100;
/** Most types of one site. Each is a row of the editor's list of types. */
export const OWN_TYPES_MAX = 50;

/** Most content types for which a site chooses a page template. */
export const TYPE_TEMPLATES_MAX = 100;

/** Most fields of one type. Nobody fills in a longer form for each entry. */
export const OWN_FIELDS_MAX = 100;

/** Most entries that the preview of a field's new kind lists, of those that change and of those that lose their value. */
export const FIELD_CHANGES_LISTED = 10;

/** Most different values of entries that a field offers as its choices when it becomes a choice. */
export const CHOICES_PROPOSED = 50;

/** Longest text with several lines in characters, about a page. */
export const LONG_TEXT_MAX_CHARS = 5_000;

/** Longest value of a choice in characters. Its label may be longer. */
export const CHOICE_MAX_CHARS = 40;

/** Most versions of types that a workspace keeps ready to render: those of the draft and the release of some sites. */
export const MOMENTS_OF_TYPES_KEPT = 32;

/** Versions of a source whose shared values a translation's reader may have seen. Older ones count as changes. */
export const SHARED_SEEN_MAX = 50;

/** Most pages that one command changes alike. */
export const BULK_PAGES_MAX = 1_250;

/**
 * Most bytes of the pages that one command changes alike, before and after: 1,250 pages of 13 kB. They take 400 ms of
 * the 1,500 that a watchdog waits for an answer.
 */
export const BULK_PAGES_MAX_BYTES = 32 * 1024 * 1024;
