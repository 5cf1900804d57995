/** Hostnames, and the caches of the public path. */
import { PUBLIC_STALE_SECONDS } from "./publicContent.ts";

/** Longest hostname in characters, as DNS has it. */
export const HOSTNAME_MAX_CHARS = 253;

/** Longest label of a hostname in characters, as DNS has it. */
export const HOSTNAME_LABEL_MAX_CHARS = 63;

/**
 * Most hostnames that a site worker caches. Unknown hostnames have a cache of the same size of their own, so that a
 * flood of them evicts no tenant.
 */
export const HOST_MAP_MAX_ENTRIES = 1_000;

/** The time in milliseconds for which a known hostname is cached. A suspension takes effect within this time. */
export const HOST_KNOWN_MS = 10_000;

/**
 * The time in milliseconds for which caches may show a site under a hostname that it has left. Until then the hostname
 * stays taken, so that no other site answers under it with pages of this one.
 */
export const HOSTNAMES_HELD_MS = PUBLIC_STALE_SECONDS * 1000 + HOST_KNOWN_MS;

/**
 * The time in milliseconds for which an unknown hostname is cached. Short, because the hostname may just have been
 * provisioned.
 */
export const HOST_UNKNOWN_MS = 3_000;

/** The time in milliseconds for which requests share one pending lookup of a hostname. After it each makes its own. */
export const HOST_LOOKUP_SHARED_MS = 1_000;

/**
 * The time in seconds for which a redirect to the canonical spelling is cached. A page may later appear under the other
 * spelling.
 */
export const SPELLING_REDIRECT_SECONDS = 300;

/** Retry-After in seconds after an internal failure. */
export const FAILURE_RETRY_SECONDS = 10;

/** Retry-After in seconds for a suspended site. */
export const SUSPENDED_RETRY_SECONDS = 3_600;

/** Most hostnames of one site, unverified requests included. */
export const DOMAINS_MAX = 20;

/** The time in milliseconds for which a hostname request waits for verification. After it the request is removed. */
export const DOMAIN_PENDING_MS = 7 * 24 * 60 * 60 * 1000;

/** Expired hostname requests that each new one removes. More than one, so that they never accumulate. */
export const DOMAIN_REQUESTS_SWEPT = 20;
