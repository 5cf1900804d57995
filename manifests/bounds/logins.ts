/** Logins, the identity provider, members and invitations. */

/** Longest issuer of an identity in characters; it is a URL. */
export const ISSUER_MAX_CHARS = 512;

/** Longest subject of an identity in characters, as OpenID Connect has it. */
export const SUBJECT_MAX_CHARS = 255;

/** The lifetime of a login in milliseconds: a working day and the evening, so that a member logs in once a day. */
export const LOGIN_LIFETIME_MS = 12 * 60 * 60 * 1000;

/** The time in milliseconds without use after which a login ends: longer than lunch, shorter than a night. */
export const LOGIN_IDLE_MS = 2 * 60 * 60 * 1000;

/** The precision in milliseconds at which a login's last use is recorded. More precision would cost more writes. */
export const LOGIN_SEEN_MS = 5 * 60 * 1000;

/**
 * Audit rows about logins of one kind at one site, for each member and for all visitors together, in
 * LOGIN_AUDIT_WINDOW_MS. Further logins go only to the log.
 */
export const LOGIN_AUDIT_ROWS = 60;
export const LOGIN_AUDIT_WINDOW_MS = 60 * 60 * 1000;

/**
 * The time in milliseconds for which an isolate caches a login and its role. A revocation takes effect within this
 * time.
 */
export const LOGIN_KNOWN_MS = 5_000;

/** Most logins that an isolate caches. */
export const LOGINS_KNOWN_MAX = 1_000;

/** Milliseconds for which a browser counts as known after a login. Browsers keep no cookie for longer. */
export const KNOWN_BROWSER_MS = 400 * 24 * 60 * 60 * 1000;

/** Longest signed cookie that is verified, in characters. Ours have about 300. */
export const LOGIN_TOKEN_MAX_CHARS = 1_024;

/** Shortest secret for signing logins, in characters. HS256 is as strong as its key. */
export const SESSION_SECRET_MIN_CHARS = 32;

/** Longest URL to return to after logging in, in characters with the query. */
export const RETURN_PATH_MAX_CHARS = 2_048;

/**
 * Longest query string that an identity provider may send back with the browser, in characters. Codes have 20 to 1,000.
 */
export const CALLBACK_QUERY_MAX_CHARS = 4_096;

/** Longest wait for an answer of the identity provider, in milliseconds. A login makes up to four such requests. */
export const IDENTITY_TIMEOUT_MS = 5_000;

/** Largest answer of the identity provider in bytes. Metadata are about 5 kB, keys 10 kB. */
export const IDENTITY_ANSWER_MAX_BYTES = 256 * 1024;

/** The time in milliseconds for which the provider's metadata is cached. */
export const IDENTITY_METADATA_KEPT_MS = 60 * 60 * 1000;

/**
 * Login attempts that one network address may begin in LOGIN_WINDOW_SECONDS, and returns from the provider. An office
 * shares one address.
 */
export const LOGIN_STARTS = 30;
export const LOGIN_CALLBACKS = 30;
export const LOGIN_WINDOW_SECONDS = 60;

/**
 * Most network addresses that an isolate caches as over their limit, so that a flood of them does not reach the
 * database.
 */
export const LIMITED_CLIENTS_MAX = 1_000;

/**
 * Expired rows of logins, attempts or limits that each new row removes. More than one, so that they never accumulate.
 */
export const LOGIN_SWEEP_ROWS = 20;

/** The lifetime in milliseconds of a code that hands a login to a waiting program. */
export const LOGIN_CODE_MS = 60_000;

/** Lowest port of a program that waits for a login. Lower ports belong to services of the system. */
export const LOOPBACK_MIN_PORT = 1_024;

/** Largest body with which a login for a program is allowed or fetched, in bytes. Ours are about 150. */
export const LOGIN_CODE_BODY_MAX_BYTES = 512;

/** The lifetime of a local handoff in milliseconds. Short, because a program takes it, not a person. */
export const HANDOFF_MS = 60_000;

/** Most local handoffs that wait in memory. */
export const HANDOFFS_MAX = 20;

/**
 * Invitations and hostname requests of one member in INVITATIONS_WINDOW_SECONDS. A department is invited at once, and
 * then nobody for months.
 */
export const INVITATIONS_PER_WINDOW = 30;
export const INVITATIONS_WINDOW_SECONDS = 60 * 60;

/** Most members of one site. */
export const MEMBERS_MAX = 500;

/**
 * The time in milliseconds in which a member must complete the login at the identity provider, a search for a second
 * factor included.
 */
export const LOGIN_ATTEMPT_MS = 10 * 60 * 1000;

/** Days for which an invitation link is valid: the most, and the default. */
export const INVITATION_LINK_MAX_DAYS = 30;
export const INVITATION_LINK_DAYS = 7;

/** Most valid invitation links of one site. */
export const INVITATION_LINKS_MAX = 50;

/** The time in milliseconds for which an expired invitation link stays in the list. */
export const INVITATION_LINK_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** The time in milliseconds from opening an invitation link to agreeing. A login lies in between. */
export const JOINING_MS = 2 * LOGIN_ATTEMPT_MS;

/** Invitation links that one network address may open in LOGIN_WINDOW_SECONDS, and as many answers. */
export const JOIN_REQUESTS = 30;

/** The lifetime of the link that makes the first site's owner, in milliseconds. */
export const OWNER_LINK_MS = 30 * 60_000;
/** The lifetime of a link that gives an existing account a passkey, in milliseconds. */
export const CLAIM_LINK_MS = 24 * 3_600_000;
/** The time in which a person makes an account after they have shown a site's invitation, in milliseconds. */
export const INVITED_MS = 15 * 60_000;
/** The lifetime of a login at the pages of the accounts, in milliseconds. */
export const ACCOUNT_SESSION_MS = 15 * 60_000;
/**
 * The time for which a proven passkey counts for a change of the ways to log in, in milliseconds. A copied cookie of the
 * longer login then changes none of them.
 */
export const FRESH_PROOF_MS = 2 * 60_000;
/** The time in which a browser answers a challenge, in milliseconds. */
export const CEREMONY_MS = 5 * 60_000;
/** The largest number of challenges that wait for an answer. */
export const CEREMONIES_MAX = 10_000;
export const RECOVERY_CODES = 10;
export const PASSKEYS_MAX = 20;
export const ACCOUNTS_MAX = 10_000;
/** The longest wait for the first page of a new site, in milliseconds. */
export const FIRST_PAGE_WAIT_MS = 10_000;
export const ACCOUNT_NAME_MAX_CHARS = 80;
export const PASSKEY_NAME_MAX_CHARS = 60;
/** The largest body of a request to the pages of the accounts, in bytes. */
export const ACCOUNT_BODY_MAX_BYTES = 65_536;
/** Events that are kept for an account; older ones go. */
export const ACCOUNT_EVENTS_MAX = 200;
/** Requests of one network address in a minute. */
export const ACCOUNT_REQUESTS = 240;
export const ACCOUNT_REQUESTS_WINDOW_MS = 60_000;
/** The length of a password, in characters. It counts with a code of an app alone, so 12 are enough. */
export const PASSWORD_MIN_CHARS = 12;
export const PASSWORD_MAX_CHARS = 200;
/** Wrong codes of an app that came with the right password, after which codes pause. */
export const WRONG_CODES = 10;
export const PASSWORD_PAUSE_MS = 3_600_000;
/** Digests of passwords that are computed at once, and that wait for their turn. Each takes 32 MiB. */
export const PASSWORDS_AT_ONCE = 2;
export const PASSWORDS_WAITING = 20;
/** Wrong secrets of one network address in ten minutes: recovery codes, links, invitations and passwords. */
export const WRONG_SECRETS = 20;
export const WRONG_SECRETS_WINDOW_MS = 600_000;

/** Most groups of readers that one page admits, and that one reader is in. */
export const AUDIENCE_MAX_GROUPS = 20;
/** The longest name of a group of readers, in characters. */
export const READER_GROUP_MAX_CHARS = 40;
/** Most readers with an account at one site. */
export const READERS_MAX = 50_000;
/** Browsers in which one reader is signed in; the oldest goes. */
export const READER_SESSIONS_MAX = 10;
/** The time in milliseconds for which a reader stays signed in. Readers come back weekly, and no member's power is at stake. */
export const READER_SESSION_MS = 30 * 24 * 60 * 60 * 1000;
/**
 * The lifetime of a reader's sign-in link in milliseconds, which is the window of READER_LETTERS_PER_ADDRESS, too. So a
 * stranger who uses up a person's letters leaves them a valid link until the next letter may leave.
 */
export const READER_LINK_MS = 60 * 60 * 1000;
/** The lifetime of the link in an invitation of a reader, in milliseconds. */
export const READER_INVITATION_MS = 7 * 24 * 60 * 60 * 1000;
/**
 * Sign-in letters in READER_LETTERS_SECONDS: to one address, for one network address, and at one site to its crowds. The
 * crowds are strangers, readers who signed up, and those whom the site chose. READER_FIRST_LETTERS to one reader count for
 * the reader's crowd, and further ones among those to strangers. The crowds leave some of
 * MAIL_PER_SITE_BY_VISITORS to forms.
 */
export const READER_LETTERS_PER_ADDRESS = 3;
export const READER_FIRST_LETTERS = 1;
export const READER_LETTERS_PER_CLIENT = 10;
export const READER_LETTERS_TO_STRANGERS = 50;
export const READER_LETTERS_TO_READERS = 40;
export const READER_LETTERS_TO_CHOSEN = 50;
export const READER_LETTERS_SECONDS = READER_LINK_MS / 1000;
/** Reads of a reader's feed in an hour, and the entries that it has. Programs ask several times an hour. */
export const READER_FEED_READS = 60;
export const READER_FEED_ENTRIES = 50;
/** The largest form that a reader sends, in bytes. */
export const READER_FORM_MAX_BYTES = 8_192;
