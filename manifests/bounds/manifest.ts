/** Bounds of a plugin's manifest. */

/** Longest manifest in bytes. A real one has 2-40 kB. The limit keeps a hostile one from using up the CPU budget. */
export const MANIFEST_MAX_BYTES = 256 * 1024;

/** Longest name of a contribution, variant, slot or token in characters; names become CSS classes and addresses. */
export const NAME_MAX_CHARS = 40;

/** Longest plugin id in characters, publisher and dot included; ids become storage keys and parts of addresses. */
export const PLUGIN_ID_MAX_CHARS = 80;

/** Longest version or range in characters. Real ones have about 10; the semver grammar is parsed by regex. */
export const VERSION_MAX_CHARS = 64;

/** Longest label an author gives in characters; it has to fit a menu of the editor. */
export const LABEL_MAX_CHARS = 80;

/** Longest explanation an author gives in characters; two sentences beside a field. */
export const EXPLANATION_MAX_CHARS = 500;

/** Most contributions of one plugin to one contribution point. The largest first-party plugin has about 10. */
export const CONTRIBUTIONS_MAX = 100;

/** Most variants of one section; more cannot be told apart in a menu. */
export const VARIANTS_MAX = 20;

/** Most slots of one section. */
export const SLOTS_MAX = 12;

/** Most sections that an author may allow in one slot. */
export const SLOT_MAX_SECTIONS = 50;

/** Most presets of one section. */
export const PRESETS_MAX = 20;

/** Most queries of one template. Each query scans the index of the site's pages. */
export const QUERIES_MAX = 10;

/** Most results of a query in a page's template, in pages. Longer lists need pagination anyway. */
export const SECTION_QUERY_MAX_RESULTS = 1_000;

/** Most entries on one page of a list that has further pages. Visitors read them all. */
export const LIST_PAGE_MAX_ENTRIES = 100;

/** Most results of a query in a file's template, in pages. A sitemap may list 50,000 addresses. */
export const FILE_QUERY_MAX_RESULTS = 50_000;

/** Most origins one section may embed, or hosts one plugin may call; an owner has to read them all. */
export const HOSTS_MAX = 20;

/** Most further headers that a plugin may ask to send, and the longest name of one in characters. */
export const HEADER_NAMES_MAX = 20;
export const HEADER_NAME_MAX_CHARS = 64;

/** Most addresses of further pages of lists in a file. With every page of a site, a sitemap then has 50,000. */
export const FURTHER_ADDRESSES_MAX = 30_000;

/** Shortest and longest time between two scheduled runs in minutes: one quarter of an hour, one week. */
export const SCHEDULE_MIN_MINUTES = 15;
export const SCHEDULE_MAX_MINUTES = 7 * 24 * 60;

/** Longest time submissions of a form are kept in days; they are personal content. */
export const RETENTION_MAX_DAYS = 3_650;

/**
 * Most migration steps, renamed fields and deprecated fields of one section type, and most fields that one step writes.
 */
export const MIGRATION_STEPS_MAX = 50;
export const MIGRATION_PARTS_MAX = 10;

/** Most fields whose values one step of a migration converts. An owner's type has as many fields. */
export const FIELDS_CONVERTED_MAX = 100;

/** Longest template of a migration part in characters, and templates that a workspace keeps compiled. */
export const MIGRATION_TEMPLATE_MAX_CHARS = 500;
export const MIGRATION_TEMPLATES_REMEMBERED = 200;

/** Longest data of one addition in characters of JSON. An owner reads all of it before enabling its plugin. */
export const ADDITION_MAX_CHARS = 1_000;

/** Most additions of one plugin to one point, so that other plugins find room. */
export const ADDITIONS_PER_POINT_MAX = 10;

/**
 * Most additions that a point takes from all plugins of a site together. A template iterates over them on every page.
 */
export const POINT_ADDITIONS_MAX = 50;

/** Most characters of JSON that the lists of one plugin hold together: its code gets them with each call. */
export const ADDITIONS_MAX_CHARS = 64 * 1024;

/** Most fields by which lists may filter and order the entries of a content type. Each is a row for every entry. */
export const INDEX_MAX = 16;

/** Longest text in the index in characters. Longer texts are cut, because nobody filters by a whole paragraph. */
export const INDEXED_TEXT_MAX_CHARS = 200;

/** Most values of a list in the index, such as the topics of an entry. */
export const INDEXED_LIST_MAX_ITEMS = 50;

/** Longest address of a content type in characters; the path of an entry must stay below a path's own limit. */
export const ENTRY_ADDRESS_MAX_CHARS = 200;

/** Most fields in one filter of a query, and most values that one comparison may list. */
export const WHERE_MAX_FIELDS = 8;
export const WHERE_MAX_VALUES = 50;

/** Most entries that a query of a list may skip. */
export const QUERY_MAX_OFFSET = 20_000;

/** Most pages of one plugin in the editor, lists, actions and forms of a page, and values of an entry that it shows. */
export const PLUGIN_PAGES_MAX = 5;
export const MEMBER_PAGE_LISTS_MAX = 6;
export const MEMBER_PAGE_ACTIONS_MAX = 6;
export const MEMBER_PAGE_FORMS_MAX = 4;
export const MEMBER_PAGE_FIELDS_MAX = 12;

/** Longest name of a foreign shortcode or block in characters, most of them in one row, and longest Markdown of a row. */
export const IMPORT_NAME_MAX_CHARS = 100;
export const IMPORT_NAMES_MAX = 20;
export const IMPORT_TEXT_MAX_CHARS = 2_000;
