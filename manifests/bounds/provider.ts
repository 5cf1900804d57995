/** Bounds on talking to the platform's API, each with its unit and reason. */

/** Longest answer of one request in bytes. A version with a hundred bindings is 20 kB; a page of a list at most 300. */
export const PROVIDER_ANSWER_MAX_BYTES = 4 * 1024 * 1024;

/** Longest wait for one whole answer, in milliseconds. Uploads of workers take seconds. */
export const PROVIDER_TIMEOUT_MS = 30_000;

/** Most tries of one request. The API blocks an account for five minutes after 1,200 calls; more tries would extend that. */
export const PROVIDER_TRIES = 4;

/** First wait between two tries in milliseconds; it doubles with each. */
export const PROVIDER_BACKOFF_MS = 500;

/** Longest wait between two tries in milliseconds, whatever `Retry-After` says, because a person waits. */
export const PROVIDER_WAIT_MAX_MS = 60_000;

/** Most pages of one list that are read; beyond them the list counts as unreadable, never as complete. */
export const PROVIDER_PAGES_MAX = 20;

/** Longest wait for the answer of a checked MCP server, in milliseconds. */
export const MCP_LOOK_TIMEOUT_MS = 5_000;

/** Longest such answer in bytes. */
export const MCP_LOOK_MAX_BYTES = 64 * 1024;

/** Longest file of secrets that is read, in bytes. A secret has at most 5 kB on the platform, and a deployment ten. */
export const SECRETS_FILE_MAX_BYTES = 64 * 1024;

/** Longest secret of a worker in bytes; the platform takes no longer one. */
export const SECRET_MAX_BYTES = 5 * 1024;

/** Longest name of the operator who answers for a preflight, in characters. */
export const OPERATOR_NAME_MAX_CHARS = 100;

/** Most further hostnames of one deployment: each costs questions to the provider before anything begins. */
export const DEPLOY_HOSTNAMES_MAX = 50;
