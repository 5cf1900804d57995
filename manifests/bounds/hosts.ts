/** Hostnames, and what the public path says of them. */

/** Longest hostname in characters, as DNS has it. */
export const HOSTNAME_MAX_CHARS = 253;

/** Longest label of a hostname in characters, as DNS has it. */
export const HOSTNAME_LABEL_MAX_CHARS = 63;

/** Most hostnames a site worker keeps in memory, and as many unknown ones apart, so that a flood cannot push tenants out. */
export const HOST_MAP_MAX_ENTRIES = 1_000;

/** The time for which a known hostname is cached, in milliseconds. A suspension acts after this time at the latest. */
export const HOST_KNOWN_MS = 10_000;

/** The time for which an unknown hostname is cached, in milliseconds; it may just be provisioned. */
export const HOST_UNKNOWN_MS = 3_000;

/** The time for which requests share one lookup of a hostname, in milliseconds; then each asks for itself. */
export const HOST_LOOKUP_SHARED_MS = 1_000;

/**
 * The time for which a redirect to the canonical spelling is cached, in seconds. A page may appear under the other
 * spelling.
 */
export const SPELLING_REDIRECT_SECONDS = 300;

/** Retry-After in seconds, after a failure of ours. */
export const FAILURE_RETRY_SECONDS = 10;

/** Retry-After in seconds, at a suspended site. */
export const SUSPENDED_RETRY_SECONDS = 3_600;

/** Most hostnames of one site, those included that are asked for and not verified. */
export const DOMAINS_MAX = 20;

/** The time for which a hostname request waits for verification, in milliseconds; then it is removed. */
export const DOMAIN_PENDING_MS = 7 * 24 * 60 * 60 * 1000;

/** Requests for hostnames that ran out and are removed beside each new one: more than come in. */
export const DOMAIN_REQUESTS_SWEPT = 20;
