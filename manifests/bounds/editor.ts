/** Pages and forms of the editor. */

/** Longest text of rows to import, in characters: as many redirects as a site may have, of 60 characters each. */
export const EDITOR_ROWS_MAX_CHARS = 128 * 1024;

/** Largest form of the editor without files, in bytes, and its fields: such rows, three bytes for many a sign. */
export const EDITOR_FORM_MAX_BYTES = 384 * 1024;
export const EDITOR_FIELDS_MAX = 60;
export const EDITOR_FIELD_NAME_MAX_CHARS = 40;

/** Largest script or style sheet of the editor, in bytes before compression: it is in the site worker, and waited for by editors. */
export const EDITOR_ASSET_MAX_BYTES = 32 * 1024;

/** Largest form with files that a browser without a script sends to the editor, in bytes: as much as the platform lets through by default. Each file of it is stored while it comes. */
export const EDITOR_UPLOAD_MAX_BYTES = 100 * 1024 * 1024;

/** Longest it may take to arrive, in milliseconds: that is a quarter of a megabit a second. */
export const EDITOR_RECEIVE_MS = 60 * 60 * 1000;

/** Most HTML of sections in one answer, in bytes: half a page of the longest. An editor reads the draft for the rest. */
export const SHOWN_HTML_MAX_BYTES = 512 * 1024;

/** Longest style sheet and longest document of a preview, in bytes: five times the sheet of all our plugins. */
export const PREVIEW_TEXT_MAX_BYTES = 1024 * 1024;

/** Previews of one member of a site in PREVIEWS_WINDOW_SECONDS, in one isolate: three at each second of typing, and a palette of pictures. */
export const PREVIEWS_PER_WINDOW = 240;
export const PREVIEWS_WINDOW_SECONDS = 60;

/** Largest unfinished work of one member on one page, in bytes: the longest Markdown, and what is around it. */
export const UNFINISHED_MAX_BYTES = 256 * 1024;

/** Pages on which one member may have unfinished work, and the bytes of all members of a site together. */
export const UNFINISHED_PAGES_PER_MEMBER = 20;
export const UNFINISHED_SITE_MAX_BYTES = 32 * 1024 * 1024;

/** The time for which unfinished work is kept after its last change, in milliseconds: a long leave. */
export const UNFINISHED_KEPT_MS = 90 * 24 * 60 * 60 * 1000;

/** The time for which a member stays on a page without saying so again, in milliseconds: three polls of ten seconds. */
export const PRESENCE_KEPT_MS = 30_000;

/** Places of members that a workspace remembers for each site. */
export const PRESENCE_PLACES_KEPT = 200;

/** Places of one member among them, in as many tabs. One who opens every page pushes nobody else out. */
export const PRESENCE_PLACES_PER_MEMBER = 10;

/** Most changed documents in one answer about presence; an editor with more to catch up on reads the draft. */
export const PRESENCE_CHANGES_LISTED = 20;

/** The time for which a browser keeps a member's search words, in milliseconds. */
export const SEARCH_KEPT_MS = 60 * 60 * 1000;

/**
 * Most compressed bytes of script and style that a member waits for before the canvas opens. Then the most that one
 * thing brings when it opens, such as a text with formatting, and the most of all together.
 */
export const CANVAS_MAX_BYTES = 85 * 1024;
export const CANVAS_LATER_MAX_BYTES = 120 * 1024;
export const CANVAS_WHOLE_MAX_BYTES = 220 * 1024;

/** Most HTML that is pasted into a text at once, in characters: half a book as Word writes it, read in half a second. */
export const PASTE_MAX_CHARS = 4 * 1024 * 1024;

/** Widest and largest table that is pasted, in columns and cells. Further ones go. */
export const PASTED_COLUMNS_MAX = 20;
export const PASTED_CELLS_MAX = 2_000;

/** The time for which a browser keeps the language a member chose for the editor, in milliseconds: browsers keep none longer. */
export const LANGUAGE_KEPT_MS = 400 * 24 * 60 * 60 * 1000;

/** Open sockets of one member at a site: as many tabs as presence counts. A further one takes the place of their oldest. */
export const LIVE_SOCKETS_PER_MEMBER = 10;

/** Open sockets of a workspace: an event is compared for each of them, which takes it some milliseconds. A later editor polls. */
export const LIVE_SOCKETS_PER_WORKSPACE = 200;

/** Largest message of an editor, in bytes: the ids of a page and a section are 128. */
export const LIVE_MESSAGE_MAX_BYTES = 512;

/** Messages of one socket in LIVE_WINDOW_MS: twice the pace at which an editor says where it is. */
export const LIVE_MESSAGES_PER_WINDOW = 20;
export const LIVE_WINDOW_MS = 10_000;

/** The time after which the entrance of one machine ends a silent connection, in milliseconds: three signs of life, 25 s apart, were lost. */
export const LIVE_QUIET_MS = 80_000;

/** The pause between an editor's signs of life over its socket, in milliseconds: proxies close what was silent for a minute. */
export const LIVE_PING_MS = 25_000;

/** Most names of fields or section types one action lists; an owner reads them all. */
export const ACTION_NAMES_MAX = 30;

/** Longest snapshot an action is handed without a picture's bytes, in characters of JSON: a long page. */
export const ACTION_SNAPSHOT_MAX_CHARS = 128 * 1024;

/** Largest picture an action is handed, in bytes: with base64 and the rest it fits the input of a call. */
export const ACTION_PICTURE_MAX_BYTES = 320 * 1024;

/** Longest sentence an action says beside its proposal, in characters. */
export const ACTION_SUMMARY_MAX_CHARS = 300;

/** Most operations of one proposal: a page's texts, each section once. */
export const ACTION_OPERATIONS_MAX = 100;

/** Largest request to run an action, in bytes: the form a member fills in. */
export const ACTION_INPUT_MAX_BYTES = 32 * 1024;

/** Runs of actions of one member of a site in ACTIONS_WINDOW_SECONDS. */
export const ACTIONS_PER_WINDOW = 30;
export const ACTIONS_WINDOW_SECONDS = 60;

/** Milliseconds for which a proposal names its action in the audit log: a member reads it before. */
export const PROPOSAL_KEPT_MS = 30 * 60 * 1000;

/** Longest proof of a proposal in characters: the place of each of its values, and a signature. */
export const PROPOSAL_MAX_CHARS = 32 * 1024;
