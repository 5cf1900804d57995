/** Logins, the identity provider, members and invitations. */

/** Longest issuer of an identity in characters; it is a URL. */
export const ISSUER_MAX_CHARS = 512;

/** Longest subject of an identity in characters, as OpenID Connect has it. */
export const SUBJECT_MAX_CHARS = 255;

/** The lifetime of a login in milliseconds: a working day and its evening, so that a member logs in once a day. */
export const LOGIN_LIFETIME_MS = 12 * 60 * 60 * 1000;

/** The time without use after which a login ends, in milliseconds: longer than lunch, shorter than a night. */
export const LOGIN_IDLE_MS = 2 * 60 * 60 * 1000;

/** The precision of a login's last use in milliseconds. More precision would cost more writes. */
export const LOGIN_SEEN_MS = 5 * 60 * 1000;

/**
 * Rows in audit about logins of one kind, at one site and of one member (or of visitors together), in
 * LOGIN_AUDIT_WINDOW_MS. Further ones go to the log only.
 */
export const LOGIN_AUDIT_ROWS = 60;
export const LOGIN_AUDIT_WINDOW_MS = 60 * 60 * 1000;

/**
 * The time for which an isolate caches a login and its role, in milliseconds. A revocation acts after this time at the
 * latest.
 */
export const LOGIN_KNOWN_MS = 5_000;

/** Most logins an isolate remembers. */
export const LOGINS_KNOWN_MAX = 1_000;

/** Longest signed cookie that we verify, in characters. Ours have about 300. */
export const LOGIN_TOKEN_MAX_CHARS = 1_024;

/** Shortest secret that logins are signed with, in characters. HS256 is as strong as its key. */
export const SESSION_SECRET_MIN_CHARS = 32;

/** Longest address to return to after logging in, in characters, with its query. */
export const RETURN_PATH_MAX_CHARS = 2_048;

/** Longest query string an identity provider may send a browser back with, in characters. Codes are 20 to 1,000. */
export const CALLBACK_QUERY_MAX_CHARS = 4_096;

/** Longest wait for an answer of the identity provider, in milliseconds. A login makes up to four such requests. */
export const PROVIDER_TIMEOUT_MS = 5_000;

/** Largest answer of the identity provider in bytes. Metadata are about 5 kB, keys 10 kB. */
export const PROVIDER_ANSWER_MAX_BYTES = 256 * 1024;

/** The time for which the provider's metadata are cached, in milliseconds. */
export const PROVIDER_METADATA_KEPT_MS = 60 * 60 * 1000;

/** Logins one network address may begin, and as many it may come back with, in LOGIN_WINDOW_SECONDS. An office shares one address. */
export const LOGIN_STARTS = 30;
export const LOGIN_CALLBACKS = 30;
export const LOGIN_WINDOW_SECONDS = 60;

/** Most network addresses an isolate remembers as over their limit, so that a flood of them does not reach the database. */
export const LIMITED_CLIENTS_MAX = 1_000;

/** Rows of logins, attempts or limits that are over and removed beside each new one: more than come in, so they never pile up. */
export const LOGIN_SWEEP_ROWS = 20;

/** The lifetime of a code that carries a login to a waiting program, in milliseconds. */
export const LOGIN_CODE_MS = 60_000;

/** Lowest port of a program that waits for a login. Lower ports belong to services of the system. */
export const LOOPBACK_MIN_PORT = 1_024;

/** Largest body with which a login for a program is allowed or fetched, in bytes. Ours are about 150. */
export const LOGIN_CODE_BODY_MAX_BYTES = 512;

/** The lifetime of a local handoff in milliseconds: a program takes it, not a person. */
export const HANDOFF_MS = 60_000;

/** Most local handoffs waiting to be taken. They are kept in memory. */
export const HANDOFFS_MAX = 20;

/**
 * Invitations and hostname requests of one member in INVITATIONS_WINDOW_SECONDS. A department is invited at once, and
 * then nobody for months.
 */
export const INVITATIONS_PER_WINDOW = 30;
export const INVITATIONS_WINDOW_SECONDS = 60 * 60;

/** Most members of one site. */
export const MEMBERS_MAX = 500;

/** The time that a member has at the identity provider, in milliseconds, including a search for a second factor. */
export const LOGIN_ATTEMPT_MS = 10 * 60 * 1000;

/** The days for which an invitation link counts: at most, and where its maker says nothing. */
export const INVITATION_LINK_MAX_DAYS = 30;
export const INVITATION_LINK_DAYS = 7;

/** Most invitation links of one site that count at the same time. */
export const INVITATION_LINKS_MAX = 50;

/** The time for which an invitation link that counts no more stays in the list, in milliseconds. */
export const INVITATION_LINK_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** The time from opening an invitation link to agreeing, in milliseconds. A login lies in between. */
export const JOINING_MS = 2 * LOGIN_ATTEMPT_MS;

/** Links one network address may open, and answers to them that it may give, in LOGIN_WINDOW_SECONDS. */
export const JOIN_REQUESTS = 30;
