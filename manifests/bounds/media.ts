/** Media files and uploads. */

/** Largest file a media contribution may accept in bytes. */
export const MEDIA_MAX_BYTES = 100 * 1024 * 1024;

/** Longest label of a media file in characters, and most labels of one file. */
export const MEDIA_LABEL_MAX_CHARS = 60;
export const MEDIA_LABELS_MAX = 12;

/** Most labels of a site that the list of files names. */
export const MEDIA_LABELS_LISTED = 200;

/** Most paths of one media file on earlier sites, and the longest in characters. */
export const FORMER_PATHS_MAX = 20;
export const FORMER_PATH_MAX_CHARS = 500;

/** Longest name of a media file in characters. */
export const MEDIA_NAME_MAX_CHARS = 120;

/** Largest media file in the page cache, in bytes. The copy stays in memory while a slow visitor reads. */
export const MEDIA_CACHED_MAX_BYTES = 8 * 1024 * 1024;

/**
 * The time in seconds for which shared caches keep media. Browsers keep it for ever, but a suspended tenant must
 * disappear from the edge.
 */
export const MEDIA_SHARED_SECONDS = 30;

/** Most pixels of a picture. A browser decodes four bytes for each: 64 million are 256 MB, and the largest of common cameras. */
export const MEDIA_MAX_PIXELS = 64_000_000;

/**
 * Longest part of a media file that is read whole to find its dimensions, in bytes. Such parts mostly have less than 1
 * kB.
 */
export const MEDIA_HEADER_MAX_BYTES = 64 * 1024;

/**
 * Last bytes of a media file that are searched for the end of a ZIP archive, as the most tolerant common programs do.
 */
export const ZIP_TAIL_BYTES = 66_000;

/** Longest time in milliseconds to make one picture as AVIF. Most take some seconds, and the platform ends it after 30. */
export const AVIF_WAIT_MS = 25_000;

/**
 * Most read operations while one media file is parsed, each about a microsecond. A film of an hour has some thousand
 * parts.
 */
export const MEDIA_MAX_QUESTIONS = 250_000;

/** Most media files of one site. It keeps a script from filling the workspace. */
export const MEDIA_MAX_FILES = 50_000;

/** Time limit in milliseconds of one upload. After it the stored parts are removed. */
export const MEDIA_UPLOAD_MS = 24 * 60 * 60 * 1000;

/** Bytes that a store gets before waiting requests go first. */
export const STORE_TURN_BYTES = 128 * 1024;

/** The longest pause in milliseconds that nobody else has used. After one, a store gets a whole part at once. */
export const STORE_ALONE_MS = 3;

/**
 * Bytes of one stored part of an upload of unknown length, and most such parts. Two parts at a time are in memory, of an
 * isolate's 128 MB: one is stored while the next one arrives. A file of MEDIA_MAX_BYTES needs few calls.
 */
export const UPLOAD_PART_BYTES = 2 * 1024 * 1024;
export const UPLOAD_PARTS_MAX = Math.ceil(MEDIA_MAX_BYTES / UPLOAD_PART_BYTES);

/** Most unfinished uploads of one workspace. Each may hold a file of MEDIA_MAX_BYTES in storage. */
export const MEDIA_UPLOADS_OPEN = 200;

/** Most lists of pictures in one answer, apart from those of the answer's last page. */
export const GALLERIES_LISTED = 100;

/** Most places listed where a file is used; the rest are counted. */
export const MEDIA_USES_LISTED = 100;

/** Longest preview of a picture, in characters: 16 pixels wide, as text. Larger ones are not kept. */
export const MEDIA_PREVIEW_MAX_CHARS = 2_000;

/** Side in pixels of the square that a preview fits into. It is shown blurred. */
export const MEDIA_PREVIEW_SIDE = 16;

/** Files removed from storage in one turn of a workspace's alarm. */
export const MEDIA_SWEEP_BATCH = 100;

/** Largest drawing (SVG) in bytes. It is in memory as a whole while it is cleaned. */
export const DRAWING_MAX_BYTES = 2 * 1024 * 1024;

/** Most elements of a drawing around one of its elements. */
export const DRAWING_MAX_DEPTH = 200;

/** Most shapes that a drawing draws, with those that it repeats. A browser draws this many in about a second. */
export const DRAWING_MAX_DRAWN = 200_000;

/** Most pictures in an icon file (ICO). */
export const ICON_MAX_PICTURES = 64;
