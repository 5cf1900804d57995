/** Requests to the platform's API. */

/**
 * Largest answer of one request in bytes. A version with a hundred bindings has 20 kB, a page of a list at most 300.
 */
export const PROVIDER_ANSWER_MAX_BYTES = 4 * 1024 * 1024;

/** Longest wait for one whole answer, in milliseconds. Uploads of workers take seconds. */
export const PROVIDER_TIMEOUT_MS = 30_000;

/**
 * Most attempts of one request. After 1,200 calls the API blocks an account for five minutes, and more attempts would
 * prolong that.
 */
export const PROVIDER_TRIES = 4;

/** Delay before the second attempt in milliseconds. It doubles with each further attempt. */
export const PROVIDER_BACKOFF_MS = 500;

/** Longest delay between two attempts in milliseconds, even if `Retry-After` asks for more, because a person waits. */
export const PROVIDER_WAIT_MAX_MS = 60_000;

/** Most pages of one list that are read. A longer list counts as unreadable, never as complete. */
export const PROVIDER_PAGES_MAX = 20;

/** Longest wait in milliseconds for an MCP server's answer when `svc` checks it. */
export const MCP_LOOK_TIMEOUT_MS = 5_000;

/** Largest answer of such an MCP server in bytes. */
export const MCP_LOOK_MAX_BYTES = 64 * 1024;

/** Largest file of secrets in bytes. The platform allows 5 kB for a secret, and a deployment has ten. */
export const SECRETS_FILE_MAX_BYTES = 64 * 1024;

/** Largest secret of a worker in bytes, as the platform limits it. */
export const SECRET_MAX_BYTES = 5 * 1024;

/** Longest name of the operator who confirms a preflight, in characters. */
export const OPERATOR_NAME_MAX_CHARS = 100;

/** Most additional hostnames of one deployment. Each costs requests to the provider before the deployment begins. */
export const DEPLOY_HOSTNAMES_MAX = 50;
