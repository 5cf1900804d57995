/** Provisioning, operators and the security log. */

/** Shortest provisioning secret in characters. It makes a missing or careless secret fail. */
export const PROVISIONING_SECRET_MIN_CHARS = 32;

/**
 * Largest provisioning request in bytes. A site of 1,000 pages has about 3 MB, and parsing takes about four times the
 * size in memory.
 */
export const PROVISION_MAX_BYTES = 8 * 1024 * 1024;

/** Most identities in one provisioning request; others are invited afterwards. */
export const PROVISION_MAX_IDENTITIES = 50;

/** Most plugin ids in one provisioning request. */
export const PROVISION_MAX_PLUGINS = 200;

/** The most pictures that come with a provisioning. */
export const PROVISION_MAX_PICTURES = 50;

/** Longest id of a tenant or site in characters: it becomes part of storage keys and resource names. */
export const TENANT_ID_MAX_CHARS = 63;

/** Longest id of an operational record in characters. */
export const RECORD_ID_MAX_CHARS = 200;

/** Dead letters in one page of the list. */
export const DEAD_LETTERS_PAGE = 50;

/**
 * Tenants in one page of the status. Each takes a call to its workspace, and a request may make a limited number of
 * calls.
 */
export const STATUS_PAGE = 20;

/** Workspaces that a status request calls at once. */
export const STATUS_CONCURRENCY = 5;

/**
 * Requests with a wrong operator token that one network address may make in OPERATOR_BEARERS_WINDOW_SECONDS. Each of
 * them is recorded, further ones are not.
 */
export const OPERATOR_BEARERS_REFUSED = 20;
export const OPERATOR_BEARERS_WINDOW_SECONDS = 600;

/** Longest life of an operator's token, in days. */
export const OPERATOR_TOKEN_MAX_DAYS = 365;

/** Most operators' tokens, revoked ones included, because a revoked token keeps its name. */
export const OPERATOR_TOKENS_MAX = 200;

/** The precision in milliseconds at which a token's last use is recorded. */
export const OPERATOR_TOKEN_USED_MS = 60_000;

/** Most security events kept for operators, and for how long in milliseconds. */
export const SECURITY_EVENTS_KEPT = 10_000;
export const SECURITY_EVENTS_KEPT_MS = 90 * 24 * 60 * 60 * 1000;

/** Expired security events that each new one removes. More than one, so that they never accumulate. */
export const SECURITY_EVENTS_SWEPT = 20;

/**
 * Log lines that an isolate writes for one kind of security event in SECURITY_LINES_WINDOW_SECONDS. Further events are
 * only counted.
 */
export const SECURITY_LINES_PER_WINDOW = 60;
export const SECURITY_LINES_WINDOW_SECONDS = 60;

/** Provisionings or hostnames in one page of an operator's list. */
export const OPERATOR_LIST_PAGE = 50;

/** Most origins of one installation. Every request looks its origin up in memory. */
export const ORIGINS_MAX = 1_000;

/** Most addresses and networks of trusted proxies. Every request from a proxy is compared with each. */
export const TRUSTED_PROXIES_MAX = 32;

/** Most certificates of one machine that ends TLS itself. */
export const CERTIFICATES_MAX = 100;

/** Largest proof of a name that an authority for certificates reads, in bytes. RFC 8555 needs about 90. */
export const CHALLENGE_MAX_BYTES = 1_024;

/** Pause in milliseconds between two looks for changed certificates. */
export const CERTIFICATES_LOOK_MS = 60_000;

/** Time in milliseconds before a certificate's end from which on each day a line announces it. */
export const CERTIFICATE_ENDS_MS = 14 * 86_400_000;

/** Pause in milliseconds after a first failed order. Each further one doubles it. Authorities allow few failures an hour. */
export const ACME_PAUSE_MS = 15 * 60_000;

/** Longest such pause, in milliseconds. */
export const ACME_PAUSE_MAX_MS = 86_400_000;

/** Least pause in milliseconds after an authority said that it had too many orders. */
export const ACME_LIMITED_MS = 3 * 3_600_000;

/** Most addresses that are read of one forwarding header, from its end. No real chain of trusted proxies is longer. */
export const FORWARDED_MAX_HOPS = 16;

/** Largest file of an identity provider's settings, of its secrets, or of origins, in bytes. */
export const MACHINE_FILE_MAX_BYTES = 64 * 1024;

/**
 * Longest time in milliseconds for which a backup may pause the workers of one machine: half of the watchdog's limit.
 */
export const PAUSE_MAX_MS = 10_000;

/**
 * The time in milliseconds for which a health check of a machine is cached. Programs ask every few seconds, and a check
 * costs each tenant a call.
 */
export const HEALTH_KEPT_MS = 5_000;

/**
 * Most pages of the operator's status that one health check reads. The next check continues with the tenants after
 * them.
 */
export const HEALTH_PAGES_MAX = 10;

/**
 * The time in milliseconds after which a health check reads no further page, because it wakes each workspace that it
 * asks.
 */
export const HEALTH_LOOK_MS = 1_000;

/**
 * The time in milliseconds for which a health check may repeat its last result when the workers are too busy to answer.
 */
export const HEALTH_BUSY_MS = 60_000;

/** Age in milliseconds at which a waiting queue message counts as a fault. */
export const QUEUE_LATE_MS = 10 * 60 * 1000;

/**
 * Time in milliseconds that running requests have when a machine stops. With the end of its processes, stopping takes
 * less than ten seconds.
 */
export const DRAIN_MS = 5_000;

/**
 * Longest time in milliseconds until a request head is complete. It begins with the connection, or with the first byte
 * on a connection that stays open.
 */
export const ENTRANCE_HEAD_MS = 10_000;

/** Time in milliseconds after which a connection without a request is closed. */
export const ENTRANCE_IDLE_MS = 5_000;

/** Most requests at once on one connection of HTTP/2, as RFC 9113 (6.5.2) recommends at least. */
export const HTTP2_STREAMS_MAX = 100;

/** Largest head of a request over HTTP/2, as RFC 9113 (6.5.2) counts it. Node takes as much over HTTP/1.1. */
export const HTTP2_HEAD_MAX_BYTES = 16 * 1024;

/** Largest head of a request that is answered from the page cache at once. Node's parser reads all others. */
export const ORDINARY_HEAD_MAX_BYTES = 4 * 1024;

/** Most bytes of a page, or of its compressed form, that is answered so. A larger one is written in parts. */
export const READY_ANSWER_MAX_BYTES = 128 * 1024;

/** Most bytes of a body that each such answer has a copy of, behind its head. All clients share the bytes of a larger one. */
export const READY_BODY_MAX_BYTES = 16 * 1024;

/** Most bytes of such answers that are ready at once. */
export const READY_ANSWERS_MAX_BYTES = 8 * 1024 * 1024;

/** Most bytes and most pieces of one body that a client of HTTP/2 may send before they are read. */
export const HTTP2_WINDOW_BYTES = 128 * 1024;
export const HTTP2_PIECES_MAX = 512;

/**
 * Most open connections of visitors. Each takes about 20 KB of memory. A machine with fewer file descriptors takes
 * fewer.
 */
export const ENTRANCE_CONNECTIONS_MAX = 4_096;

/** File descriptors that are kept for the machine's own files and connections. */
export const ENTRANCE_DESCRIPTORS_KEPT = 64;

/** Part of all connections that one network may hold: an IPv4 address or an IPv6 /64, but not a trusted proxy. */
export const ENTRANCE_NETWORK_PART = 1 / 4;

/**
 * Least bytes that a client must send of its body, or read of its answer. The time is ENTRANCE_MOVED_MS milliseconds in
 * which the machine waits for it.
 */
export const ENTRANCE_MOVED_MIN_BYTES = 16 * 1024;
export const ENTRANCE_MOVED_MS = 60_000;

/** The longest wait of a reader for workers that restart, in milliseconds. A restart takes two seconds. */
export const RESTART_WAIT_MS = 5_000;

/**
 * Requests of one site that one machine's workers get at once; further ones wait. Changes that are there together share
 * one commit. A request counts until its answer begins, and for at most TURN_MS milliseconds. Fewer count as "at once"
 * for TURNS_SHARED_MS after a request of another site.
 */
export const TURNS_AT_ONCE = 16;
export const TURNS_SHARED_AT_ONCE = 3;
export const TURNS_SHARED_MS = 1_000;
export const TURN_MS = 250;

/** Body size in bytes from which a request is an upload. An upload counts until its answer begins. */
export const UPLOAD_MIN_BYTES = 256 * 1024;

/**
 * Uploads of one site that one machine's workers get at once, alone and beside other sites, and the longest time in
 * milliseconds that each counts.
 */
export const UPLOADS_AT_ONCE = 2;
export const UPLOADS_SHARED_AT_ONCE = 1;
export const UPLOAD_TURN_MS = 10_000;

/**
 * Most files of one machine's stores that the worker in front of them remembers as sound. Beyond, it asks again, which
 * takes a millisecond.
 */
export const BLOBS_KNOWN_MAX = 50_000;

/** Bytes of stored files that one machine compares with their digests in a second, while nobody asks for them. */
export const BLOBS_CHECKED_BYTES = 8 * 1024 * 1024;

/** Time in milliseconds from a start to the first such comparison, so that it does not slow the start. */
export const BLOBS_CHECK_BEGINS_MS = 30_000;

/** Time in milliseconds from the end of one comparison of all files to the next. */
export const BLOBS_CHECK_AGAIN_MS = 24 * 60 * 60 * 1000;

/** The number of attempts, and the pause between two in milliseconds, to fill a lost value of the public store. */
export const RECOPY_TRIES_MAX = 5;
export const RECOPY_PAUSE_MS = 30_000;

/** Most people that one request moves to other subjects. */
export const IDENTITY_MOVES_MAX = 200;

/** Largest request in bytes that moves people: each with two subjects of the longest kind. */
export const IDENTITY_MOVES_MAX_BYTES = 1024 * 1024;
