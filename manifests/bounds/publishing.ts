/** Publications, releases and schedules. */

/**
 * Members' releases of a site that can be restored. Older ones are deleted, with the pages that only they show. Of
 * those that the clock makes one after the other, the last stays.
 */
export const RELEASES_KEPT = 50;

/** Bytes that a published page takes besides its content: markup, rows, indexes, and the unused end of a database page. */
export const PUBLISHED_PAGE_BYTES = 4096;

/**
 * A publication makes a workspace at most so many times as large. A draft of pages with a title alone grows most,
 * because each takes less than 500 bytes, and PUBLISHED_PAGE_BYTES more once it is published.
 */
export const PUBLISHED_TIMES_MAX = 12;

/** Most pages that a publication renders and commits before it answers. A larger publication continues in steps. */
export const PUBLISH_INLINE_PAGES = 100;

/**
 * Pages of one step of a long publication: about 1 MB of HTML and 100 ms, in which the workspace serves no other
 * request.
 */
export const PUBLISH_STEP_PAGES = 100;

/** Bytes of HTML after which a step ends early. A step must stay well below an object's 128 MB. */
export const PUBLISH_STEP_BYTES = 8 * 1024 * 1024;

/** Pages read from the database at once during a publication; each may be as large as DOCUMENT_MAX_BYTES. */
export const PUBLISH_READ_PAGES = 10;

/** Longest sequence of steps in one alarm, in milliseconds of elapsed time. The platform allows 30 s of CPU. */
export const PUBLISH_TURN_MS = 5_000;

/** Most problems a refused publication lists; the rest are counted. */
export const ISSUES_LISTED = 50;

/** The farthest schedule in milliseconds: a year, leap years included. */
export const SCHEDULE_AHEAD_MAX_MS = 366 * 24 * 60 * 60 * 1000;

/** Most waiting schedules of one site. Showing the list compares each with the draft. */
export const SCHEDULES_WAITING_MAX = 50;

/** Finished schedules of a site that are still listed; older ones are deleted. */
export const SCHEDULES_KEPT = 100;

/** Most attempts of a scheduled publication that fails for a temporary reason. After them it is marked as failed. */
export const SCHEDULE_ATTEMPTS_MAX = 5;

/** Delay in milliseconds before a failed scheduled publication is retried. It doubles each time. */
export const SCHEDULE_RETRY_MS = 5_000;

/** Most changed documents named in the reason for a failed schedule; the rest are counted. */
export const SCHEDULE_REASONS_LISTED = 20;

/** Consecutive failures after which a publication in steps is abandoned. */
export const PUBLISH_STEP_ATTEMPTS = 5;

/** Releases beyond RELEASES_KEPT that accumulate before they are deleted together. */
export const RELEASES_SLACK = 10;

/**
 * The share of a workspace that its earlier releases may fill, and the share of it that stays when they fill more. The
 * oldest releases are deleted first.
 */
export const ROOM_FOR_RELEASES = 0.25;
export const RELEASES_SPARED = 0.8;

/** Most reasons that a plugin may give for a veto. An editor reads them all. */
export const VETO_MAX_REASONS = 10;

/** Most attempts to prepare a publication when plugins are enabled or disabled meanwhile. */
export const PUBLISH_ATTEMPTS = 3;

/**
 * Most times that a publication in steps begins again, because plugins changed meanwhile. Each needs a change by a
 * member or a quarantine.
 */
export const PUBLISH_RESTARTS = 20;

/** Most pages listed one by one for a plugin before a publication; the rest are counted. */
export const PUBLISH_SUMMARY_PAGES = 100;

/** Most plugins whose vetoes a refused publication lists. */
export const VETOES_LISTED = 20;

/** Most attempts of a scheduled publication when a plugin that must be asked does not answer. */
export const SCHEDULE_UNANSWERED_ATTEMPTS = 3;

/** Most pages that one publication may choose, or leave out: all pages of a site. */
export const PUBLISH_CHOSEN_MAX = 20_000;

/** Largest request that chooses what to publish, in bytes: PUBLISH_CHOSEN_MAX ids of maximum length. */
export const CHOICE_MAX_BYTES = 1.5 * 1024 * 1024;

/** Most warnings about a publication that are listed; the rest are counted. */
export const PUBLISH_WARNINGS_LISTED = 50;

/** Most warnings about marks of an import that are listed beside the others. Each is a gap that visitors would see. */
export const IMPORT_MARKS_LISTED = 500;

/**
 * Characters of formatted text that one look before a publication parses, which takes about 100 ms. The answer counts
 * the pages whose texts it has not read.
 */
export const PUBLICATION_READ_CHARS = 1_000_000;

/**
 * Different lists that one look before a publication reads, each as far as its section shows it. The answer counts the
 * others.
 */
export const LISTS_LOOKED_AT = 100;

/** Most unpublished pages that one warning names; the rest are counted. */
export const UNPUBLISHED_LISTED = 20;

/** Publications of a site that wait for their turn, and the longest wait in milliseconds. */
export const PUBLICATIONS_WAITING_MAX = 200;
export const PUBLISH_WAIT_MS = 10_000;

/** Most waiting publications that one release carries. Each adds a page or more to a transaction that others wait for. */
export const PUBLICATIONS_JOINED_MAX = 32;

/**
 * Within this many milliseconds after a member's publication, another member's counts as one at the same time. It then
 * waits at most so many milliseconds for further ones.
 */
export const PUBLISH_BUSY_MS = 1_000;
export const PUBLISH_GATHER_MS = 100;

/**
 * The longest wait in milliseconds for a publication in steps, and the pause between two looks at it. A program may
 * send the publication again after that.
 */
export const PUBLISH_BUILDING_MS = 5_000;
export const PUBLISH_LOOKS_MS = 50;

/** The wait in milliseconds after which a publication asks again whether its member may publish. */
export const PUBLISH_ROLE_ASKED_MS = 250;

/** Releases before the current one whose lists are compared. A further page that one of them had is gone, not unknown. */
export const GONE_PAGE_RELEASES = 5;

/** Lists whose length in those releases a workspace remembers. */
export const GONE_LISTS_REMEMBERED = 200;

/** Longest pause of the clock after refused publications of one site, in milliseconds. Each doubles the pause. */
export const CLOCK_REFUSED_PAUSE_MAX_MS = 64 * 60_000;

/** Refusals in a row after which the audit log says so. Fewer are other publications that run at the moment. */
export const CLOCK_REFUSALS_TOLD = 3;

/** Shortest time between two releases that the clock makes for one site, in milliseconds. */
export const CLOCK_RELEASE_PAUSE_MS = 60_000;

/** The time from a change of a plugin's storage until the pages that show it are published again, in milliseconds. */
export const CLOCK_STORED_REST_MS = 2_000;

/** Most share links of one site. */
export const SHARE_LINKS_MAX = 100;

/** Most pages that one share link names. */
export const SHARE_LINK_PAGES_MAX = 100;

/** Longest name of a share link, in characters. */
export const SHARE_LINK_NAME_MAX_CHARS = 100;

/** Most days that a share link is valid. */
export const SHARE_LINK_DAYS_MAX = 90;

/** Most approvals that a site may demand of a publication. */
export const REVIEW_APPROVALS_MAX = 5;

/** Most members that the rules of a review, or a request, name. */
export const REVIEW_MEMBERS_MAX = 50;

/** Most content types that the rules of a review name. */
export const REVIEW_TYPES_MAX = 100;

/** Most open requests for publication of a site, and of one member. */
export const REQUESTS_OPEN_MAX = 100;
export const REQUESTS_OPEN_OF_MEMBER_MAX = 20;

/** Longest stored choices of all open requests of one member, in characters: the largest choice that one may send, twice. */
export const REQUESTS_CHOSEN_OF_MEMBER_MAX = 2 * CHOICE_MAX_BYTES;

/** Ended requests of a site that are kept and listed. */
export const REQUESTS_KEPT = 50;

/** Longest words of a request, an approval or a return, in characters. */
export const REQUEST_WORDS_MAX_CHARS = 2_000;

/** Most documents that the answer about a request lists; the rest are counted. */
export const REQUEST_DOCUMENTS_LISTED = 50;

/** The most remarks of a site that wait, and the resolved ones that stay. */
export const REMARKS_OPEN_MAX = 1_000;
export const REMARKS_KEPT = 1_000;

/** The most open remarks that one member made who may not write pages, and the most that this member has resolved. */
export const REMARKS_OPEN_OF_VIEWER_MAX = 100;
export const REMARKS_RESOLVED_BY_VIEWER_MAX = 100;

/** The most contributions of such a member that are kept at a site, and in one remark. */
export const REMARK_WORDS_OF_VIEWER_MAX = 1_000;
export const REMARK_WORDS_OF_VIEWER_IN_ONE_MAX = 50;

/** The most characters of one contribution to a remark, and the most contributions. */
export const REMARK_WORDS_MAX_CHARS = 4_000;
export const REMARK_WORDS_MAX = 100;

/** The most characters of the text that a remark is about, and of the pointer to its field. */
export const REMARK_QUOTE_MAX_CHARS = 300;
export const REMARK_POINTER_MAX_CHARS = 500;

/** The most members that one contribution mentions. */
export const REMARK_MENTIONS_MAX = 10;

/** The most remarks in one answer, and the characters of their contributions after which it ends. */
export const REMARKS_LISTED = 50;
export const REMARKS_LISTED_CHARS = 400_000;

/** The longest name that a guest types, in characters. */
export const GUEST_NAME_MAX_CHARS = 60;

/** The most waiting remarks of the guests of one link, and of all links. The rest of a site's room is for members. */
export const GUEST_REMARKS_MAX = 100;
export const GUEST_REMARKS_OPEN_MAX = 500;

/** Remarks of the guests of one link in a window. */
export const GUEST_REMARKS_PER_WINDOW = 20;
export const GUEST_REMARKS_WINDOW_SECONDS = 60 * 60;

/** Largest body of a guest's remark in bytes, as a form. */
export const GUEST_REMARK_MAX_BYTES = 64 * 1024;

/** The most remarks that a guest sees on a page again, and the characters after which their list ends. */
export const GUEST_THREADS_LISTED = 20;
export const GUEST_THREADS_CHARS = 40_000;

/** Publications of a site that are remembered beside its releases: restores of one release add rows without a release. */
export const PUBLICATIONS_KEPT_MAX = 10_000;
