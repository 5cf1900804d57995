/** Forms, submissions and the files that came with them. */

/** Largest script of pages with a form, in bytes before compression: every visitor of one loads it. */
export const FORM_SCRIPT_MAX_BYTES = 4 * 1024;

/** Most fields of one form. The longest public forms that visitors finish have about 30. */
export const FORM_MAX_FIELDS = 40;

/** Most steps of one form. Each is one more page to wait for. */
export const FORM_MAX_STEPS = 10;

/** Largest body of a submission, in bytes. A long letter is 20 kB; text fields of a form are all that is taken. */
export const FORM_BODY_MAX_BYTES = 64 * 1024;

/** Most values in one submission: every field, every choice of a few lists, and what the kernel adds. */
export const FORM_VALUES_MAX = 200;

/** Longest name of a value in a submission, in characters. */
export const FORM_NAME_MAX_CHARS = 40;

/** Longest answer to one question, in characters, where the form allows no less: four pages of a letter. */
export const FORM_ANSWER_MAX_CHARS = 10_000;

/** Form posts in FORM_WINDOW_SECONDS: from one network address, which an office may share, and to one form. */
export const FORM_POSTS_PER_VISITOR = 20;
export const FORM_POSTS_PER_FORM = 600;
export const FORM_WINDOW_SECONDS = 600;

/** Most seconds that a form may require. With autofill, a visitor needs ten. */
export const FORM_MIN_SECONDS_MAX = 60;

/** Default seconds between a token and its form; no person reads a page in less. */
export const FORM_MIN_SECONDS = 1;

/** The lifetime of a form's token in milliseconds. Forms stay open over lunch, seldom over night. */
export const FORM_TOKEN_MS = 12 * 60 * 60 * 1000;

/** Largest file a form may take, in bytes: a portfolio, a photograph, a short recording. */
export const FORM_FILE_MAX_BYTES = 20 * 1024 * 1024;

/** Most files of one submission. */
export const FORM_FILES_MAX = 10;

/** Most bytes of all files of one submission. Further bytes are read to their end and not stored. */
export const FORM_FILES_MAX_BYTES = 25 * 1024 * 1024;

/** Largest submission with files that is read, in bytes, so that the page can name a too large file at its field. */
export const FORM_POST_MAX_BYTES = 64 * 1024 * 1024;

/** Longest head of one part of such a submission, in bytes. A file's name is at most 255 bytes on most systems. */
export const FORM_PART_HEAD_MAX_BYTES = 4 * 1024;

/** Bytes of one stored part of a file. A form does not say how long a file is, and storage wants to know: a file is stored in parts. */
export const FORM_FILE_PART_BYTES = 512 * 1024;

/** The time in which a submission with files must arrive, in milliseconds. */
export const FORM_RECEIVE_MS = 10 * 60 * 1000;

/**
 * The age at which a broken submission's files are removed, in milliseconds: no upload lasts longer. Until then its
 * room stays reserved.
 */
export const FORM_LEFTOVER_MS = 15 * 60 * 1000;

/** Most a tenant's quarantine holds, in bytes and files. Strangers fill it; members empty it. */
export const QUARANTINE_MAX_BYTES = 1024 * 1024 * 1024;
export const QUARANTINE_MAX_FILES = 5_000;

/**
 * Room that one network address gets for files of a tenant's forms, in pieces: at once, and again in each window. A
 * fifth of a quarantine a day means that one stranger alone does not fill it before members look. A submission takes
 * one piece at least, because ten files of a few bytes each are that much of what may lie there.
 */
export const FORM_ROOM_PIECE_BYTES = 2 * 1024 * 1024;
export const FORM_ROOM_PER_VISITOR = 100;
export const FORM_ROOM_WINDOW_SECONDS = 24 * 60 * 60;

/** Files and broken-off submissions removed from the quarantine in one turn of the alarm. Each takes two of the platform's subrequests. */
export const QUARANTINE_SWEPT = 50;

/** Days for which submissions are kept by default. */
export const FORM_RETENTION_DAYS = 365;

/** Most submissions of one site. At 1 kB each they are a fiftieth of what a workspace may hold. */
export const SUBMISSIONS_MAX = 200_000;

/**
 * Submissions that one search reads before it answers a cursor: about 20 ms, in which the workspace serves no other
 * request.
 */
export const SUBMISSIONS_SEARCHED = 5_000;

/** Submissions of one portion of an export. */
export const SUBMISSIONS_EXPORTED = 500;

/**
 * Characters of submissions after which a search, and a portion of an export, ends all the same. Most submissions have
 * some hundreds. Either list of the longest there are would be 300 MB. An object has 128 MB, and one answer to another
 * worker has 32 MB.
 */
export const SUBMISSIONS_CHARS = 4_000_000;

/** Submissions that are read from the database at once: 3 MB of the longest. */
export const SUBMISSIONS_READ = 50;

/** Expired submissions that are deleted in one go. */
export const SUBMISSIONS_SWEPT = 1_000;

/** Longest answer to a challenge, in characters, as its maker says. */
export const CHALLENGE_ANSWER_MAX_CHARS = 2_048;

/** The longest wait for the challenge's provider, in milliseconds. The visitor waits as long. */
export const CHALLENGE_WAIT_MS = 5_000;

/** Forms of a site whose placements are remembered. A page of a campaign has one, a large site some dozens. */
export const FORM_PLACES_KEPT = 150;
