/** Pages and forms of the editor. */

/** Most rows of a file with entries, below the names of its columns: the entries of a large site. */
export const IMPORT_ROWS_MAX = 20_000;
/** Largest such file in bytes: a kilobyte and a half for each row. */
export const IMPORT_FILE_MAX_BYTES = 32 * 1024 * 1024;

/** Largest file of translators in bytes: the texts of a large site in two languages. */
export const XLIFF_FILE_MAX_BYTES = 32 * 1024 * 1024;

/**
 * Longest text of rows to import in characters: the most redirects of a site, with 80 characters each. Its most
 * lines, of which some are comments. The form with them in bytes, of which a slash takes three.
 */
export const EDITOR_ROWS_MAX_CHARS = 4 * 1024 * 1024;
export const EDITOR_ROWS_MAX_LINES = 100_000;
export const EDITOR_ROWS_FORM_MAX_BYTES = 12 * 1024 * 1024;

/**
 * Largest form of the editor without files in bytes, and its most fields. Rows of
 * redirects have a bound of their own.
 */
export const EDITOR_FORM_MAX_BYTES = 384 * 1024;
export const EDITOR_FIELDS_MAX = 60;
export const EDITOR_FIELD_NAME_MAX_CHARS = 40;

/**
 * Largest script or style sheet of the editor in bytes, before compression. The site worker contains it, and editors
 * wait for it.
 */
export const EDITOR_ASSET_MAX_BYTES = 32 * 1024;

/**
 * Largest form with files that a browser without scripts sends to the editor, in bytes: the platform's default limit.
 * Each file is stored while it arrives.
 */
export const EDITOR_UPLOAD_MAX_BYTES = 100 * 1024 * 1024;

/** Time limit in milliseconds for receiving such a form: that is a quarter of a megabit a second. */
export const EDITOR_RECEIVE_MS = 60 * 60 * 1000;

/** Most HTML of sections in one answer in bytes: half of the longest page. An editor reads the draft for the rest. */
export const SHOWN_HTML_MAX_BYTES = 512 * 1024;

/**
 * Longest style sheet and longest document of a preview, in bytes: five times the combined sheet of all first-party
 * plugins.
 */
export const PREVIEW_TEXT_MAX_BYTES = 1024 * 1024;

/** Previews of one member of a site in PREVIEWS_WINDOW_SECONDS, in one isolate: three at each second of typing, and a palette of pictures. */
export const PREVIEWS_PER_WINDOW = 240;
export const PREVIEWS_WINDOW_SECONDS = 60;

/** Largest unfinished work of one member on one page, in bytes: the longest Markdown and its envelope. */
export const UNFINISHED_MAX_BYTES = 256 * 1024;

/** Pages on which one member may have unfinished work, and the bytes of all members of a site together. */
export const UNFINISHED_PAGES_PER_MEMBER = 20;
export const UNFINISHED_SITE_MAX_BYTES = 32 * 1024 * 1024;

/** The time in milliseconds for which unfinished work is kept after its last change, longer than a long leave. */
export const UNFINISHED_KEPT_MS = 90 * 24 * 60 * 60 * 1000;

/**
 * The time in milliseconds after which a member who sends no sign of life leaves a page: three polls of ten seconds.
 */
export const PRESENCE_KEPT_MS = 30_000;

/** Members' places that a workspace keeps in memory for each site. */
export const PRESENCE_PLACES_KEPT = 200;

/** Most places of one member among them, one for each tab. So a member who opens every page evicts no other member. */
export const PRESENCE_PLACES_PER_MEMBER = 10;

/** Most changed documents in one answer about presence. With more changes, an editor reads the whole draft. */
export const PRESENCE_CHANGES_LISTED = 20;

/** The time for which a browser keeps a member's search words, in milliseconds. */
export const SEARCH_KEPT_MS = 60 * 60 * 1000;

/**
 * Most compressed bytes of script and style: before the canvas opens, then for one lazily loaded part such as formatted
 * text, then of all parts.
 */
export const CANVAS_MAX_BYTES = 85 * 1024;
export const CANVAS_LATER_MAX_BYTES = 124 * 1024;
export const CANVAS_WHOLE_MAX_BYTES = 250 * 1024;

/**
 * Longest HTML that a member can paste at once, in characters: half a book as Word writes it, parsed in half a second.
 */
export const PASTE_MAX_CHARS = 4 * 1024 * 1024;

/** Most columns and most cells of a pasted table. Further ones are dropped. */
export const PASTED_COLUMNS_MAX = 20;
export const PASTED_CELLS_MAX = 2_000;

/**
 * The time in milliseconds for which a browser keeps a member's choice of language: the longest that browsers keep a
 * cookie.
 */
export const LANGUAGE_KEPT_MS = 400 * 24 * 60 * 60 * 1000;

/**
 * Open sockets of one member at a site, as many as presence counts tabs. A further socket closes the member's oldest.
 */
export const LIVE_SOCKETS_PER_MEMBER = 10;

/**
 * Open sockets of a workspace. Each event is compared for every socket, which takes some milliseconds. Further editors
 * poll.
 */
export const LIVE_SOCKETS_PER_WORKSPACE = 200;

/** Largest message of an editor in bytes. The ids of a page and a section have 128. */
export const LIVE_MESSAGE_MAX_BYTES = 512;

/** Messages of one socket in LIVE_WINDOW_MS: twice the rate at which an editor reports its place. */
export const LIVE_MESSAGES_PER_WINDOW = 20;
export const LIVE_WINDOW_MS = 10_000;

/**
 * The time in milliseconds after which one machine's proxy closes a silent connection: three lost pings, 25 s apart.
 */
export const LIVE_QUIET_MS = 80_000;

/**
 * The interval in milliseconds of an editor's pings over its socket. Many proxies close a connection that is silent for
 * a minute.
 */
export const LIVE_PING_MS = 25_000;

/** Most fields or section types that one action may name. An owner reads them all. */
export const ACTION_NAMES_MAX = 30;

/** Longest snapshot that an action gets, without a picture's bytes, in characters of JSON: a long page. */
export const ACTION_SNAPSHOT_MAX_CHARS = 128 * 1024;

/** Largest picture that an action gets, in bytes. In base64, with the rest, it fits into the input of a call. */
export const ACTION_PICTURE_MAX_BYTES = 320 * 1024;

/** Longest summary beside an action's proposal, in characters. */
export const ACTION_SUMMARY_MAX_CHARS = 300;

/** Most operations of one proposal: all texts of a page, each section once. */
export const ACTION_OPERATIONS_MAX = 100;

/** Largest request to run an action, in bytes: the form that a member fills in. */
export const ACTION_INPUT_MAX_BYTES = 32 * 1024;

/** Runs of actions of one member of a site in ACTIONS_WINDOW_SECONDS. */
export const ACTIONS_PER_WINDOW = 30;
export const ACTIONS_WINDOW_SECONDS = 60;

/**
 * The time in milliseconds for which applying a proposal still names its action in the audit log. A member reads the
 * proposal first.
 */
export const PROPOSAL_KEPT_MS = 30 * 60 * 1000;

/** Longest signed proof of a proposal in characters: the pointer of each value, and a signature. */
export const PROPOSAL_MAX_CHARS = 32 * 1024;

/** Most days of one answer of the calendar: the weeks of a month. */
export const CALENDAR_DAYS_MAX = 42;

/** Most items of one answer of the calendar: 24 on each day of six weeks. */
export const CALENDAR_ITEMS_MAX = 1_000;

/** Saved filters of one member at a site, and those that members share there. */
export const SAVED_FILTERS_PER_MEMBER = 50;
export const SAVED_FILTERS_SHARED_MAX = 200;

/** Longest name of a saved filter, and its longest query, in characters. */
export const SAVED_FILTER_NAME_MAX_CHARS = 60;
export const SAVED_FILTER_QUERY_MAX_CHARS = 2_000;

/** Most columns of a list that a member can choose, and the lists with a choice of one member. */
export const LIST_COLUMNS_MAX = 40;
export const LISTS_WITH_COLUMNS_MAX = 100;
