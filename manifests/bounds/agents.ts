/** MCP: answers to agents, their calls, grants and tokens. */

/** Most tokens of one answer to an agent. The strictest known clients cut an answer at 25,000 tokens. */
export const ANSWER_MAX_TOKENS = 20_000;

/**
 * Bytes of UTF-8 that count as one token. English has more than four bytes for each token. In other scripts one
 * character of three bytes may be one token.
 */
export const BYTES_PER_TOKEN = 3;

/** Most pages, hits or forms in one answer, and the default number. */
export const LIST_ITEMS_MAX = 100;
export const LIST_ITEMS_DEFAULT = 50;
export const SEARCH_HITS_DEFAULT = 10;

/** Characters of a page's text in one answer: the least and the most that a caller may ask for, and the default. */
export const READ_MIN_CHARS = 500;
export const READ_MAX_CHARS = 20_000;
export const READ_DEFAULT_CHARS = 12_000;

/** Most headings in the outline of a page. A longer list helps no reader. */
export const OUTLINE_MAX_HEADINGS = 500;

/** Most suggestions in one completion, as MCP limits it. */
export const COMPLETIONS_MAX = 100;

/** Resources in one page of `resources/list`. */
export const RESOURCES_PAGE = 100;

/**
 * Most characters of the list of tools that a member's agent gets. A client sends the list to its model at every turn.
 * Four characters are about one token, so the list stays under 8,000 tokens.
 */
export const TOOL_LIST_MAX_CHARS = 31_999;

/** Characters of that list which name the plugins' tools that it has no room for. */
export const LEFT_OUT_MAX_CHARS = 400;

/** Longest address of a resource, name or cursor a client may send, in characters. */
export const MCP_TEXT_MAX_CHARS = 2_048;

/** Largest message of a client in bytes. Requests are short; 64 KB leave room for a client's description of itself. */
export const MCP_BODY_MAX_BYTES = 64 * 1024;

/** Most messages of one batch, as only the protocol of 2025-03-26 has them. */
export const MCP_BATCH_MAX = 20;

/** Time limit in milliseconds in which an agent must have sent a message or a form of at most 64 KB. */
export const MCP_BODY_TIMEOUT_MS = 5_000;

/** JSON-RPC calls that one network address may make to one site in each window. A busy agent makes one a second. */
export const MCP_CALLS_PER_WINDOW = 240;
export const MCP_WINDOW_SECONDS = 60;

/** Calls that a fast client reserves at once, and the time to use them in milliseconds. Unused calls expire. */
export const MCP_LEASE_CALLS = 16;
export const MCP_LEASE_MS = 1_000;

/** The time in milliseconds for which the server's isolates and a client may reuse what they have read. */
export const MCP_FRESH_MS = 5_000;
export const MCP_TTL_MS = 30_000;

/**
 * Cache limits of one isolate, which has 128 MB: sites, listed pages at 2.5 KB each, bytes of page texts, and bytes of
 * search indexes.
 */
export const MCP_SITES_KEPT = 50;
export const MCP_PAGES_KEPT = 20_000;
export const MCP_TEXTS_KEPT_BYTES = 12 * 1024 * 1024;
export const MCP_WORDS_KEPT_BYTES = 28 * 1024 * 1024;

/**
 * Hostnames without a site that one isolate caches. They have a cache of their own, so that requests with guessed
 * hostnames evict no site.
 */
export const MCP_STRANGERS_KEPT = 1_000;

/** Draft pages that one search reads before it answers with a cursor. A page has tens of kilobytes of JSON. */
export const DRAFT_SEARCH_PAGES_READ = 200;

/** Characters of the excerpt around a hit in the draft. */
export const EXCERPT_CHARS = 160;

/**
 * Largest message of a member's agent in bytes: a document of DOCUMENT_MAX_BYTES with JSON escapes, and the call around
 * it.
 */
export const MEMBER_MESSAGE_MAX_BYTES = 2 * 1024 * 1024;

/** Calls that one agent may make in MEMBER_CALLS_WINDOW_SECONDS in one isolate. The workspace counts writes exactly. */
export const MEMBER_CALLS_PER_WINDOW = 300;
export const MEMBER_CALLS_WINDOW_SECONDS = 60;

/** Agents whose calls an isolate counts. Above it, the isolate drops the agent that has not called for longest. */
export const MEMBER_AGENTS_COUNTED = 2_000;

/** Decrypted tokens that an isolate keeps, about 1 KB each. */
export const AGENT_TOKENS_KNOWN = 2_000;

/** Most grants that one database query looks up for waiting calls. */
export const AGENT_LOOKS_TOGETHER = 100;

/** Longest time in milliseconds that a call waits for a shared lookup of grants. Then the call makes its own. */
export const AGENT_LOOK_WAIT_MS = 1_000;

/**
 * Lifetimes of an agent's token and of a member's consent, in seconds. The last token is issued a minute before the
 * consent's end.
 */
export const AGENT_ACCESS_SECONDS = 60 * 60;
export const AGENT_GRANT_SECONDS = 30 * 24 * 60 * 60;

/**
 * The time in milliseconds in which a client that lost the answer to its refresh token can get it again. Programs retry
 * within seconds.
 */
export const AGENT_REFRESH_GRACE_MS = 30_000;

/** Most grants of one member at one site. A further one ends the grant that was used longest ago. */
export const AGENT_GRANTS_MAX = 50;

/** The time in milliseconds in which a member must answer an agent's authorization request. */
export const AGENT_CONSENT_MS = 10 * 60 * 1000;

/** Sites that the consent page lists, and characters of a client's name shown there. */
export const AGENT_SITES_SHOWN = 100;
export const AGENT_NAME_MAX_CHARS = 80;

/**
 * Largest body for the authorization server in bytes: a code or token, a verifier, a signed assertion, a client's
 * metadata.
 */
export const AGENT_FORM_MAX_BYTES = 16 * 1024;

/**
 * Limits of one network address in AGENT_LOGIN_WINDOW_SECONDS. The first is for each of beginning, returning from,
 * answering and registering for an authorization; the second is for token requests. An office shares one address, and
 * each of its agents asks once an hour.
 */
export const AGENT_LOGINS = 30;
export const AGENT_TOKEN_REQUESTS = 120;
export const AGENT_LOGIN_WINDOW_SECONDS = 60;

/** Longest URL of an authorization request in characters. It holds a client's redirect address and state. */
export const AGENT_ADDRESS_MAX_CHARS = 8 * 1024;

/** Least bits of an RSA key that an agent's client signs with, as strong as AES with 128 bits (NIST SP 800-57). */
export const AGENT_RSA_MIN_BITS = 3_072;

/** Most bytes of a client's JWK set that are read: the limit of the OAuth library. */
export const AGENT_KEYS_MAX_BYTES = 64 * 1024;

/** The time in milliseconds for which records of agents' calls are kept, and how many are written at once. */
export const AGENT_CALLS_KEPT_MS = 30 * 24 * 60 * 60 * 1000;
export const AGENT_CALLS_BATCH = 50;

/** The time in milliseconds for which a call's record may wait in memory, so that several are written together. */
export const AGENT_CALLS_WAIT_MS = 1_000;

/**
 * Most listeners to one site's changes: in total, and from one network address, which an office may share. Then the
 * polling interval in milliseconds.
 */
export const NOTICE_LISTENERS_MAX = 200;
export const NOTICE_LISTENERS_PER_CLIENT = 10;
export const NOTICE_POLL_MS = 5_000;

/** Sites in one page of a deployment's list. */
export const SITES_PAGE = 100;
