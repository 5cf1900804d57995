/** Forms, submissions, the files that came with them, and the letters that tell members of them. */

/** Largest script of pages with a form in bytes, before compression. Every visitor of such a page loads it. */
export const FORM_SCRIPT_MAX_BYTES = 4 * 1024;

/** Most fields of one form. The longest public forms that visitors finish have about 30. */
export const FORM_MAX_FIELDS = 40;

/** Most steps of one form. Each is one more page to wait for. */
export const FORM_MAX_STEPS = 10;

/** Largest body of a submission without files, in bytes. A long letter has 20 kB. */
export const FORM_BODY_MAX_BYTES = 64 * 1024;

/** Most values in one submission: every field, every choice of some lists, and the kernel's own values. */
export const FORM_VALUES_MAX = 200;

/** Longest name of a value in a submission, in characters. */
export const FORM_NAME_MAX_CHARS = 40;

/** Longest answer to one question in characters, unless the form sets a lower limit: four pages of a letter. */
export const FORM_ANSWER_MAX_CHARS = 10_000;

/** Form posts in FORM_WINDOW_SECONDS: from one network address, which an office may share, and to one form. */
export const FORM_POSTS_PER_VISITOR = 20;
export const FORM_POSTS_PER_FORM = 600;
export const FORM_WINDOW_SECONDS = 600;

/**
 * Highest minimum time in seconds that a form may require before it accepts a post. With autofill, a visitor needs ten.
 */
export const FORM_MIN_SECONDS_MAX = 60;

/** Default minimum seconds between issuing a token and accepting its form. No person reads a page faster. */
export const FORM_MIN_SECONDS = 1;

/** The lifetime of a form's token in milliseconds. Forms stay open over lunch, seldom over night. */
export const FORM_TOKEN_MS = 12 * 60 * 60 * 1000;

/** Largest file a form may take, in bytes: a portfolio, a photograph, a short recording. */
export const FORM_FILE_MAX_BYTES = 20 * 1024 * 1024;

/** Most files of one submission. */
export const FORM_FILES_MAX = 10;

/** Most bytes of all files of one submission. Further bytes are read to the end but not stored. */
export const FORM_FILES_MAX_BYTES = 25 * 1024 * 1024;

/**
 * Largest submission with files that is read, in bytes. It is larger than what is accepted, so that the page can name
 * the file that is too large.
 */
export const FORM_POST_MAX_BYTES = 64 * 1024 * 1024;

/** Longest headers of one part of such a submission, in bytes. A file's name has at most 255 bytes on most systems. */
export const FORM_PART_HEAD_MAX_BYTES = 4 * 1024;

/**
 * Bytes of one stored part of a file. A form does not give a file's length, and storage needs a length, so a file is
 * stored in parts.
 */
export const FORM_FILE_PART_BYTES = 512 * 1024;

/** Time limit in milliseconds for receiving a submission with files. */
export const FORM_RECEIVE_MS = 10 * 60 * 1000;

/**
 * Age in milliseconds at which files of an interrupted submission are removed. No upload lasts longer. Until then they
 * count against the quota.
 */
export const FORM_LEFTOVER_MS = 15 * 60 * 1000;

/** Most bytes and files in a tenant's quarantine of files. Visitors fill it, members empty it. */
export const QUARANTINE_MAX_BYTES = 1024 * 1024 * 1024;
export const QUARANTINE_MAX_FILES = 5_000;

/**
 * Quarantine space that one network address may use of a tenant's forms, in pieces of these bytes: a burst, and a
 * refill in each window. A day's refill is a fifth of a quarantine, so one visitor alone cannot fill it before members
 * look. A submission takes at least one piece, because ten tiny files use as much of the file count.
 */
export const FORM_ROOM_PIECE_BYTES = 2 * 1024 * 1024;
export const FORM_ROOM_PER_VISITOR = 100;
export const FORM_ROOM_WINDOW_SECONDS = 24 * 60 * 60;

/**
 * Files and interrupted submissions that one turn of the alarm removes. Each takes two of the platform's subrequests.
 */
export const QUARANTINE_SWEPT = 50;

/** Days for which submissions are kept by default. */
export const FORM_RETENTION_DAYS = 365;

/** Most submissions of one site. At 1 kB each they use a fiftieth of a workspace's space. */
export const SUBMISSIONS_MAX = 200_000;

/**
 * Submissions that one search reads before it answers with a cursor: about 20 ms, in which the workspace serves no
 * other request.
 */
export const SUBMISSIONS_SEARCHED = 5_000;

/** Submissions in one portion of an export. */
export const SUBMISSIONS_EXPORTED = 500;

/**
 * Characters of submissions after which a search, or a portion of an export, ends early. Most submissions have some
 * hundreds. The longest possible ones would make 300 MB. An object has 128 MB, and an answer between workers has 32 MB.
 */
export const SUBMISSIONS_CHARS = 4_000_000;

/** Submissions that are read from the database at once: 3 MB if all are of maximum length. */
export const SUBMISSIONS_READ = 50;

/** Expired submissions that one turn deletes. */
export const SUBMISSIONS_SWEPT = 1_000;

/** Longest answer to a challenge in characters, as its provider documents. */
export const CHALLENGE_ANSWER_MAX_CHARS = 2_048;

/** Longest wait for the challenge's provider in milliseconds. The visitor waits as long. */
export const CHALLENGE_WAIT_MS = 5_000;

/** Placed forms that a site's cache keeps: all of the fullest page. A campaign page has one, a large site some dozens. */
export const FORM_PLACES_KEPT = 200;

/** Most letters that a workspace sends at once. */
export const MAIL_AT_ONCE = 5;

/** Milliseconds that one letter may take. A mail server that hangs must not stop the other chores for longer. */
export const MAIL_SEND_MS = 15_000;

/** First wait before a letter is sent again, in milliseconds; it doubles with each attempt, up to the longest wait. */
export const MAIL_BACKOFF_MS = 60_000;
export const MAIL_BACKOFF_MAX_MS = 60 * 60 * 1000;

/** Milliseconds after which a letter that no server took is given up. Servers that are full or gone for a day return. */
export const MAIL_TRIED_MS = 48 * 60 * 60 * 1000;

/**
 * Most letters that wait at a site: about forms, as many about requests for publication, and as many others. Codes are not counted. Further letters are listed,
 * and nobody gets them. A further invitation is refused.
 */
export const MAIL_WAITING_MAX = 1_000;

/** Letters of a site that stay listed after they were sent, kept or given up. */
export const MAIL_LISTED_MAX = 200;

/** Letters in MAIL_WINDOW_SECONDS: of one site, and of one tenant. Further letters wait. */
export const MAIL_PER_SITE = 200;
export const MAIL_PER_TENANT = 500;
export const MAIL_WINDOW_SECONDS = 3_600;

/** The part of these letters that visitors cause. The rest is a reserve for codes, logins, invitations and publications. */
export const MAIL_PER_SITE_BY_VISITORS = 150;
export const MAIL_PER_TENANT_BY_VISITORS = 400;

/** Most members of a site who have an address for letters: as many as a site has members. */
export const MAIL_MEMBERS_MAX = 500;

/** Longest address in characters (RFC 5321). */
export const MAIL_ADDRESS_MAX_CHARS = 254;

/** Addresses that one member may enter in MAIL_ADDRESS_WINDOW_SECONDS, because each gets a letter. */
export const MAIL_ADDRESSES_PER_WINDOW = 10;
export const MAIL_ADDRESS_WINDOW_SECONDS = 24 * 60 * 60;

/** Letters about requests for publication of one site in MAIL_WINDOW_SECONDS, and requests of one member that cause some. */
export const MAIL_REVIEWS_PER_SITE = 50;
export const MAIL_REVIEWS_PER_MEMBER = 5;

/** Contributions to remarks by one member that cause letters to those whom they mention, in MAIL_WINDOW_SECONDS. */
export const MAIL_REMARKS_PER_MEMBER = 20;

/** Invitations that a site sends by mail in MAIL_ADDRESS_WINDOW_SECONDS. */
export const MAIL_INVITES_PER_WINDOW = 50;

/** Milliseconds for which the code of an address is valid, and the wrong codes that end it. */
export const MAIL_CODE_MS = 60 * 60 * 1000;
export const MAIL_CODE_TRIES = 5;

/** Milliseconds for which a visitor may confirm an address. Then an unconfirmed submission is deleted. */
export const FORM_CONFIRM_MS = 7 * 24 * 60 * 60 * 1000;

/** Letters that ask for a confirmation, in FORM_CONFIRM_WINDOW_SECONDS: to one address, and for one network address. */
export const FORM_CONFIRMS_PER_ADDRESS = 3;
export const FORM_CONFIRMS_PER_VISITOR = 10;
export const FORM_CONFIRM_WINDOW_SECONDS = 24 * 60 * 60;

/** Such letters of one site in MAIL_WINDOW_SECONDS. The rest of MAIL_PER_SITE stays for members. */
export const FORM_CONFIRMS_PER_SITE = 100;

/** Longest subject and sender's name of a letter, in characters. */
export const MAIL_LINE_MAX_CHARS = 120;

/** Characters of one answer, and of all answers together, that a letter shows. The rest is in the editor. */
export const MAIL_ANSWER_MAX_CHARS = 2_000;
export const MAIL_ANSWERS_MAX_CHARS = 20_000;

/** Lines of all answers that a letter shows. A letter of 20,000 characters has some 300, and each costs steps. */
export const MAIL_ANSWERS_MAX_LINES = 500;

/** Longest reason of a failure in characters. */
export const MAIL_FAILURE_MAX_CHARS = 60;

/** Largest letter in bytes, as the workers give it to the runner of one machine. */
export const MAIL_MAX_BYTES = 512 * 1024;

/**
 * Letters of one plugin at one site in MAIL_WINDOW_SECONDS, and of all plugins of a tenant. They are counted apart, so
 * that no plugin takes anything from the kernel's own letters.
 */
export const MAIL_PER_PLUGIN = 150;
export const MAIL_PER_TENANT_BY_PLUGINS = 400;

/** Letters of one plugin that wait at a site. Further ones are listed, and nobody gets them. Its code is refused. */
export const MAIL_PLUGIN_WAITING_MAX = 1_000;

/** Waiting letters of one plugin that its code wrote, each with its data. */
export const MAIL_PLUGIN_DATA_WAITING_MAX = 100;

/** Occasions of one plugin at a site whose letters are not sent again: a year of thirty a day, in 1 MB. */
export const MAIL_OCCASIONS_MAX = 10_000;

/** Longest data of such a letter, as JSON text in characters. */
export const MAIL_PLUGIN_DATA_MAX_CHARS = 8_000;

/** Letters that one call of a plugin's code may send. */
export const MAIL_PLUGIN_SENDS_PER_CALL = 20;

/** Addresses of a setting that one letter of a plugin goes to. */
export const MAIL_PLUGIN_ADDRESSES_MAX = 20;

/** Longest text of a plugin's letter, and longest HTML, in characters. */
export const MAIL_PLUGIN_TEXT_MAX_CHARS = 40_000;

/** Letters of plugins to one visitor's address, in MAIL_ADDRESS_WINDOW_SECONDS. */
export const MAIL_PLUGIN_PER_SUBMITTER = 3;

/**
 * Letters to subscribers that are added at once, and letters of a plugin that may wait then. A letter to thousands takes
 * hours, because MAIL_PER_PLUGIN leave in one. So their rows are added as earlier ones leave.
 */
export const MAIL_SUBSCRIBERS_AT_ONCE = 50;
export const MAIL_SUBSCRIBERS_WAITING = 100;

/** The hour of the site's day at which letters of a day or a week are written. */
export const MAIL_CLOCK_HOUR = 7;

/** The most links that a form has for its letters. */
export const FORM_LINKS_MAX = 4;

/** Uses of links that call the form's plugin in FORM_WINDOW_SECONDS: those of one submission, and of a whole form. */
export const FORM_LINK_CALLS_PER_SUBMISSION = 20;
export const FORM_LINK_CALLS_PER_FORM = 600;

/** The most choices that a plugin computes for a field of a form. */
export const FORM_CHOICES_MAX = 1_000;

/** The longest text of a plugin that a visitor reads at a form, in characters. */
export const FORM_ROUTE_SAYS_MAX_CHARS = 300;

/** The longest file behind a link of a letter, in characters. */
export const FORM_LINK_FILE_MAX_CHARS = 65_536;
