/** Requests of plugin code over a lease: storage, content, HTTP, media, console. */

/** Most bytes a plugin may ask to store for one site. */
export const STORAGE_MAX_BYTES = 64 * 1024 * 1024;

/** Most keys a plugin may ask to store for one site. */
export const STORAGE_MAX_KEYS = 100_000;

/** Largest media file that a plugin can read, in bytes: as much as one answer over a lease holds in base64. */
export const MEDIA_READ_MAX_BYTES = 512 * 1024;

/** Longest key of a plugin's storage in characters. */
export const STORAGE_KEY_MAX_CHARS = 200;

/** Longest stored value in characters of JSON. Reading one character of it reads the whole row. */
export const STORAGE_VALUE_MAX_CHARS = 64 * 1024;

/**
 * Parts of its storage that one call reads and a page depends on: keys, and beginnings of keys. With more, the page
 * depends on all of the storage. Ten pages of one call have ten parts each.
 */
export const STORAGE_PARTS_MAX = 100;

/** Most keys of one storage call. A bridge call costs as much as reading a hundred rows. */
export const STORAGE_BATCH_MAX = 100;

/** Most documents of one content call; a page has up to a megabyte. */
export const CONTENT_BATCH_MAX = 20;

/** Most pages one content query lists. */
export const CONTENT_QUERY_MAX_RESULTS = 100;

/**
 * Largest body in bytes that a plugin sends, and that it receives after decompression. A request has room for a form's
 * longest submission as JSON, which escapes can double. In base64 it fits into one argument of a lease.
 */
export const HTTP_REQUEST_MAX_BYTES = 160 * 1024;
export const HTTP_RESPONSE_MAX_BYTES = 512 * 1024;

/** Longest HTTP method of a plugin's request in characters. The longest registered one has 17, the longest in use 9. */
export const HTTP_METHOD_MAX_CHARS = 16;

/**
 * Most headers of one request of a plugin, and the longest value in characters. Clients of services set up to twenty,
 * most of them telemetry. Of an answer, a plugin sees at most as many as the third number.
 */
export const HTTP_HEADERS_MAX = 40;
export const HTTP_HEADER_MAX_CHARS = 4_096;
export const HTTP_SEEN_HEADERS_MAX = 64;

/**
 * Most stand-ins of secrets in one header of a plugin's request. A header never needs more than a name and a key. The
 * header with its secrets has at most `HTTP_HEADER_MAX_CHARS`.
 */
export const HTTP_STAND_INS_MAX = 4;

/** Most requests of one call to one host at once. A host that does not answer leaves turns for others and for storage. */
export const HTTP_PER_HOST_MAX = 4;

/** Most redirects that one request of a plugin follows. */
export const HTTP_REDIRECTS_MAX = 5;

/** Time limit in milliseconds for one request of a plugin, with all redirects and the body. */
export const HTTP_TIMEOUT_MS = 10_000;

/** Most media files one call lists. */
export const MEDIA_BATCH_MAX = 50;

/** Calls of each verb that changes groups of readers, in one call of a plugin's code. */
export const READER_CHANGES_PER_CALL = 100;

/**
 * Console output of one plugin call: most lines, most characters of a line, and most verb calls that carry the lines.
 */
export const CONSOLE_MAX_LINES = 100;
export const CONSOLE_LINE_MAX_CHARS = 1_000;
export const CONSOLE_MAX_CALLS = 10;

/** Most documents that a plugin writes in one call. An import takes several calls. */
export const PLUGIN_CALL_DOCUMENTS = 50;
