/** Publications, releases and schedules. */

/** Releases of a site that can be restored. Older ones are forgotten, with the pages only they showed. */
export const RELEASES_KEPT = 50;

/** Pages that a publication renders at once and commits with its answer. A larger one continues in steps. */
export const PUBLISH_INLINE_PAGES = 100;

/**
 * Pages of one step of a long publication: about 1 MB of HTML and 100 ms, in which the workspace serves no other
 * request.
 */
export const PUBLISH_STEP_PAGES = 100;

/** HTML after which a step ends early, in bytes: a step must stay well inside the 128 MB of an object. */
export const PUBLISH_STEP_BYTES = 8 * 1024 * 1024;

/** Pages read from the database at once during a publication; each may be as large as DOCUMENT_MAX_BYTES. */
export const PUBLISH_READ_PAGES = 10;

/** Longest run of steps in one alarm, in milliseconds of wall clock; the platform allows 30 s of CPU. */
export const PUBLISH_TURN_MS = 5_000;

/** Most problems a refused publication lists; the rest are counted. */
export const ISSUES_LISTED = 50;

/** The farthest schedule in milliseconds: a year, leap years included. */
export const SCHEDULE_AHEAD_MAX_MS = 366 * 24 * 60 * 60 * 1000;

/** Most publications of one site waiting for their time. Each is compared with the draft when the list is shown. */
export const SCHEDULES_WAITING_MAX = 50;

/** Schedules of a site that are over and still listed; older ones are forgotten. */
export const SCHEDULES_KEPT = 100;

/** Times a scheduled publication is tried when it breaks off for no reason of its own. Then it is marked as failed. */
export const SCHEDULE_ATTEMPTS_MAX = 5;

/** First wait before a scheduled publication that broke off is tried again, in milliseconds; it doubles each time. */
export const SCHEDULE_RETRY_MS = 5_000;

/** Most changed documents named in the reason why a scheduled publication failed; the rest are counted. */
export const SCHEDULE_REASONS_LISTED = 20;

/** Breaks in a row after which a publication in steps is given up. */
export const PUBLISH_STEP_ATTEMPTS = 5;

/** Releases beyond RELEASES_KEPT that come together before they are forgotten. */
export const RELEASES_SLACK = 10;

/** Most reasons a plugin gives for refusing a publication; an editor reads them all. */
export const VETO_MAX_REASONS = 10;

/** Times a publication is prepared when plugins come or go meanwhile. */
export const PUBLISH_ATTEMPTS = 3;

/** Most pages that a plugin learns of one by one before a publication; the rest are counted. */
export const PUBLISH_SUMMARY_PAGES = 100;

/** Most plugins whose reasons a refused publication lists. */
export const VETOES_LISTED = 20;

/** Times a scheduled publication is tried when a plugin that has to be asked does not answer. */
export const SCHEDULE_UNANSWERED_ATTEMPTS = 3;

/** Most pages that one publication may choose. A member ticks them one by one, and a list shows no more. */
export const PUBLISH_CHOSEN_MAX = 500;

/** Largest request that chooses what to publish, in bytes: as many of the longest ids as may be chosen. */
export const CHOICE_MAX_BYTES = 64 * 1024;

/** Most warnings about a publication that are listed; the rest are counted. */
export const PUBLISH_WARNINGS_LISTED = 50;
