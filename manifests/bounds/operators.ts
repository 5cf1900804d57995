/** Provisioning, operators and the security log. */

/** Shortest provisioning secret that is accepted, in characters. An unset or careless one must not open the door. */
export const PROVISIONING_SECRET_MIN_CHARS = 32;

/** Largest provisioning request in bytes. A site of 1,000 pages is about 3 MB; parsing takes about four times the size in memory. */
export const PROVISION_MAX_BYTES = 8 * 1024 * 1024;

/** Most identities in one provisioning request; others are invited afterwards. */
export const PROVISION_MAX_IDENTITIES = 50;

/** Most plugin ids in one provisioning request. */
export const PROVISION_MAX_PLUGINS = 200;

/** Longest id of a tenant or site in characters: it becomes part of storage keys and resource names. */
export const TENANT_ID_MAX_CHARS = 63;

/** Longest id of an operational record in characters. */
export const RECORD_ID_MAX_CHARS = 200;

/** Dead letters in one page of the list. */
export const DEAD_LETTERS_PAGE = 50;

/** Tenants in one page of the status. Each is a call to its workspace, and a request may make a bounded number of them. */
export const STATUS_PAGE = 20;

/** Workspaces asked for their status at once. */
export const STATUS_CONCURRENCY = 5;

/** Wrong bearers of operators from one network address in OPERATOR_BEARERS_WINDOW_SECONDS; as many leave a record. */
export const OPERATOR_BEARERS_REFUSED = 20;
export const OPERATOR_BEARERS_WINDOW_SECONDS = 600;

/** Longest life of an operator's token, in days. */
export const OPERATOR_TOKEN_MAX_DAYS = 365;

/** Most operators' tokens there ever are; revoked ones count, because their names stay theirs. */
export const OPERATOR_TOKENS_MAX = 200;

/** The precision of a token's last use in milliseconds. */
export const OPERATOR_TOKEN_USED_MS = 60_000;

/** Security events that are kept for operators, and for how long, in milliseconds. */
export const SECURITY_EVENTS_KEPT = 10_000;
export const SECURITY_EVENTS_KEPT_MS = 90 * 24 * 60 * 60 * 1000;

/** Security events that are over and removed beside each new one: more than come in. */
export const SECURITY_EVENTS_SWEPT = 20;

/** Lines an isolate writes to its log for one kind of security event in SECURITY_LINES_WINDOW_SECONDS; the rest is counted. */
export const SECURITY_LINES_PER_WINDOW = 60;
export const SECURITY_LINES_WINDOW_SECONDS = 60;

/** Provisionings or hostnames in one page of an operator's list. */
export const OPERATOR_LIST_PAGE = 50;

/** Most origins one installation is given. Each is looked up in memory at every request. */
export const ORIGINS_MAX = 1_000;

/** Most addresses and networks of proxies that are believed. Each is compared at every request of a proxy. */
export const TRUSTED_PROXIES_MAX = 32;

/** Most addresses read of one forwarding header, from its end. A longer chain of trusted proxies is nobody's. */
export const FORWARDED_MAX_HOPS = 16;

/** Longest file of an identity provider's settings, of its secrets or of origins, in bytes. */
export const MACHINE_FILE_MAX_BYTES = 64 * 1024;

/** Longest time in milliseconds for which a backup may stop the workers of one machine. Half of what the watchdog waits. */
export const PAUSE_MAX_MS = 10_000;

/**
 * The time one look at a machine's health is kept, in milliseconds. Programs ask every few seconds, and a look costs
 * each tenant a call.
 */
export const HEALTH_KEPT_MS = 5_000;

/** Most pages of the operator's status that one look reads. The next look goes on with the tenants behind them. */
export const HEALTH_PAGES_MAX = 10;

/** The time in milliseconds after which a look asks for no further page: it wakes each workspace that it asks. */
export const HEALTH_LOOK_MS = 1_000;

/** The time in milliseconds for which a look that found the workers too busy may repeat what the last one saw. */
export const HEALTH_BUSY_MS = 60_000;

/** The age in milliseconds from which a message that waits says that something is wrong. */
export const QUEUE_LATE_MS = 10 * 60 * 1000;

/** Longest time in milliseconds that requests under way have when a machine stops. With what its processes take it stays below ten seconds. */
export const DRAIN_MS = 5_000;
