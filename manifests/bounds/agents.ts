/** MCP: answers to agents, their calls, grants and tokens. */

/** Most tokens of one answer to an agent. The most careful clients cut at 25,000 tokens. */
export const ANSWER_MAX_TOKENS = 20_000;

/** Bytes of UTF-8 counted as one token. Plain English has more than four, other scripts three for a character and token. */
export const BYTES_PER_TOKEN = 3;

/** Most pages, hits or forms in one answer, and how many without being asked for a number. */
export const LIST_ITEMS_MAX = 100;
export const LIST_ITEMS_DEFAULT = 50;
export const SEARCH_HITS_DEFAULT = 10;

/** Characters of a page's text in one answer: the least and the most on request, and the default. */
export const READ_MIN_CHARS = 500;
export const READ_MAX_CHARS = 20_000;
export const READ_DEFAULT_CHARS = 12_000;

/** Most headings in the outline of a page; a longer list helps no reader. */
export const OUTLINE_MAX_HEADINGS = 500;

/** Suggestions in one completion; the protocol allows no more. */
export const COMPLETIONS_MAX = 100;

/** Resources in one page of the list. */
export const RESOURCES_PAGE = 100;

/**
 * Most characters of the list of tools a member's agent is given. A client puts the list before its model at every turn;
 * four characters are about one token, so the list stays under 8,000 tokens.
 */
export const TOOL_LIST_MAX_CHARS = 31_400;

/** Longest address of a resource, name or cursor a client may send, in characters. */
export const MCP_TEXT_MAX_CHARS = 2_048;

/** Largest message of a client in bytes. Questions are short; 64 KB leave room for a client's description of itself. */
export const MCP_BODY_MAX_BYTES = 64 * 1024;

/** Longest an agent or its program may take to send a message or a form of 64 KB at most, in milliseconds. */
export const MCP_BODY_TIMEOUT_MS = 5_000;

/** JSON-RPC calls one address may make of one site at once and then again in each window. A busy agent makes one a second. */
export const MCP_CALLS_PER_WINDOW = 240;
export const MCP_WINDOW_SECONDS = 60;

/** Calls that a quick client leases at once, and the time to use them, in milliseconds. Unused calls expire. */
export const MCP_LEASE_CALLS = 16;
export const MCP_LEASE_MS = 1_000;

/** The time for which this server's isolates and a client may reuse what they read, in milliseconds. */
export const MCP_FRESH_MS = 5_000;
export const MCP_TTL_MS = 30_000;

/**
 * Sites whose current publication one isolate keeps ready. Pages of them that it keeps listed, at 2.5 KB each. Bytes of
 * page texts and of indexes of words that it keeps. It has 128 MB.
 */
export const MCP_SITES_KEPT = 50;
export const MCP_PAGES_KEPT = 20_000;
export const MCP_TEXTS_KEPT_BYTES = 12 * 1024 * 1024;
export const MCP_WORDS_KEPT_BYTES = 28 * 1024 * 1024;

/** Hostnames without a site that one isolate caches, apart from the sites, so that a guesser evicts no site. */
export const MCP_STRANGERS_KEPT = 1_000;

/** Pages of the draft that one search reads before it answers a cursor: a page has tens of kilobytes of JSON. */
export const DRAFT_SEARCH_PAGES_READ = 200;

/** Characters around a text that was found in the draft. */
export const EXCERPT_CHARS = 160;

/** Largest message of a member's agent in bytes: a document of DOCUMENT_MAX_BYTES, its escapes, and the call around it. */
export const MEMBER_MESSAGE_MAX_BYTES = 2 * 1024 * 1024;

/** Calls one agent may make in MEMBER_CALLS_WINDOW_SECONDS, in one isolate; writes are counted by the workspace, exactly. */
export const MEMBER_CALLS_PER_WINDOW = 300;
export const MEMBER_CALLS_WINDOW_SECONDS = 60;

/** Agents whose calls an isolate counts; the one that has called longest ago is forgotten. */
export const MEMBER_AGENTS_COUNTED = 2_000;

/** Tokens an isolate has deciphered and keeps so, about 1 KB each. */
export const AGENT_TOKENS_KNOWN = 2_000;

/** Calls of agents whose grants one question to the database looks up. */
export const AGENT_LOOKS_TOGETHER = 100;

/** Longest wait of a call for another's look at the grants, in milliseconds; then it looks itself. */
export const AGENT_LOOK_WAIT_MS = 1_000;

/**
 * Lifetimes of an agent's token and of a member's consent, in seconds. The last token is issued a minute before the
 * consent's end.
 */
export const AGENT_ACCESS_SECONDS = 60 * 60;
export const AGENT_GRANT_SECONDS = 30 * 24 * 60 * 60;

/**
 * The time for which a client gets a lost answer to its refresh token again, in milliseconds. Programs ask again within
 * seconds.
 */
export const AGENT_REFRESH_GRACE_MS = 30_000;

/** Most grants a member gives at one site; another ends the one that was used longest ago. */
export const AGENT_GRANTS_MAX = 50;

/** The time for which a member may consider an agent's request, in milliseconds. */
export const AGENT_CONSENT_MS = 10 * 60 * 1000;

/** Sites one person can choose from on that page, and characters of a client's name shown there. */
export const AGENT_SITES_SHOWN = 100;
export const AGENT_NAME_MAX_CHARS = 80;

/**
 * Most bytes of a body for the authorization server: a code or token, a verifier, a signed assertion, a client's
 * metadata.
 */
export const AGENT_FORM_MAX_BYTES = 16 * 1024;

/**
 * Authorization requests one network address may begin, as many it may come back with, answer and register clients in
 * AGENT_LOGIN_WINDOW_SECONDS, and requests for tokens. An office shares one address, and each of its agents asks once an hour.
 */
export const AGENT_LOGINS = 30;
export const AGENT_TOKEN_REQUESTS = 120;
export const AGENT_LOGIN_WINDOW_SECONDS = 60;

/** Longest address of an authorization request in characters; a client's redirect address and state are in it. */
export const AGENT_ADDRESS_MAX_CHARS = 8 * 1024;

/** Fewest bits of an RSA key an agent's client signs with: as hard to break as 128 bits of AES (NIST SP 800-57). */
export const AGENT_RSA_MIN_BITS = 3_072;

/** Most bytes of a client's keys that are read, which is what the OAuth library reads of them. */
export const AGENT_KEYS_MAX_BYTES = 64 * 1024;

/** The time for which records of agents' calls are kept, in milliseconds, and the number written at once. */
export const AGENT_CALLS_KEPT_MS = 30 * 24 * 60 * 60 * 1000;
export const AGENT_CALLS_BATCH = 50;

/** The time for which a call's record may wait in memory for others, in milliseconds. */
export const AGENT_CALLS_WAIT_MS = 1_000;

/**
 * Most listeners to one site's changes, in all and from one address, which an office may share; and the polling
 * interval in milliseconds.
 */
export const NOTICE_LISTENERS_MAX = 200;
export const NOTICE_LISTENERS_PER_CLIENT = 10;
export const NOTICE_POLL_MS = 5_000;

/** Sites in one page of a deployment's list. */
export const SITES_PAGE = 100;
