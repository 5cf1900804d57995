/** Every bound of the project, with its unit and the reason for it. Each is tested at bound-1, bound and bound+1. */

/** Longest manifest in bytes. A real one is 2-40 kB; this keeps a hostile one off the CPU budget. */
export const MANIFEST_MAX_BYTES = 256 * 1024;

/** Deepest nesting of any JSON we parse, in levels. Content nests sections at most 4 deep, about 20 levels of JSON. */
export const JSON_MAX_DEPTH = 64;

/** Most members of one JSON object or items of one JSON array we parse. */
export const JSON_MAX_MEMBERS = 20_000;

/** Longest id of a page or section in characters; ids become HTML ids and parts of links. */
export const DOCUMENT_ID_MAX_CHARS = 64;

/** Longest page path in characters. Long enough for four long words a level, short enough for every cache key. */
export const PATH_MAX_CHARS = 512;

/** Longest title, label or name in characters. Search engines show about 60; headlines may be longer. */
export const TITLE_MAX_CHARS = 200;

/** Longest description or other short text in characters. */
export const TEXT_MAX_CHARS = 1_000;

/** Most sections in one page, nested ones counted. The longest real landing pages have about 40. */
export const PAGE_MAX_SECTIONS = 200;

/** Deepest nesting of sections. Columns in columns is 3; deeper pages cannot be read on a phone. */
export const SECTION_MAX_DEPTH = 4;

/** Most items in one level of one menu. */
export const NAVIGATION_MAX_ITEMS = 100;

/** Deepest nesting of a menu. Themes show three levels. */
export const NAVIGATION_MAX_DEPTH = 3;

/** Most redirects of one site. A migrated site of 2,000 pages keeps all its old addresses. */
export const REDIRECTS_MAX_ENTRIES = 2_000;
