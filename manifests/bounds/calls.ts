/** Calls of plugin code: time, characters, isolates, leases, routes, and what is kept of failures and output. */
import { ADDITIONS_MAX_CHARS } from "./manifest.ts";

/** Most CPU time in milliseconds that a manifest may ask for one call. A visitor's request waits for it. */
export const CALL_MAX_CPU_MS = 1_000;

/** Longest time in milliseconds that a manifest may ask for one call. Publishing waits for it. */
export const CALL_MAX_WALL_MS = 30_000;

/** Most verb calls and requests that a manifest may ask for one call. */
export const CALL_MAX_SUBREQUESTS = 50;

/**
 * Longest argument and longest answer of one verb call, in characters of JSON. A file of half a megabyte has 700,000 in
 * base64.
 */
export const LEASE_ARGUMENT_MAX_CHARS = 256 * 1024;
export const LEASE_ANSWER_MAX_CHARS = 1024 * 1024;

/** Most characters that one lease transfers in both directions together. It limits the lender's memory for a call. */
export const LEASE_MAX_CHARS = 4 * 1024 * 1024;

/** Most verb calls of one lease at once. The platform opens six connections at a time for one request. */
export const LEASE_MAX_CONCURRENT = 6;

/** Verb calls that one lease answers, unless the manifest asks for another number. */
export const LEASE_CALLS = 20;

/** Default time limits of one plugin call in milliseconds: CPU time, and elapsed time. */
export const CALL_CPU_MS = 50;
export const CALL_WALL_MS = 2_000;

/** Longest input and longest result of a call, in characters of JSON. */
export const CALL_INPUT_MAX_CHARS = 512 * 1024;
export const CALL_RESULT_MAX_CHARS = 256 * 1024;

/** Longest kept message of a plugin's error, in characters after escaping. */
export const PLUGIN_MESSAGE_MAX_CHARS = 300;

/** Longest name of a grant in characters. A digest has 50. */
export const GRANT_HASH_MAX_CHARS = 128;

/** Most plugins that one caller calls at once. The platform allows four dynamic workers for one request. */
export const CALLS_IN_FLIGHT = 4;

/** Most calls in one batch. */
export const CALLS_PER_BATCH = 50;

/** Largest guest in bytes. The runtime compiles it at every cold start of every plugin, about 0.1 ms a kilobyte. */
export const GUEST_MAX_BYTES = 64 * 1024;

/**
 * Most isolates that a sandbox keeps. Each takes 4.3 MB, measured. All together stay below the memory at which a
 * machine's watchdog ends the process.
 */
export const ISOLATES_LOADED_MAX = 200;

/**
 * Isolate names whose attempt number a sandbox remembers. More than it keeps isolates, so that a forgotten name has no
 * isolate left.
 */
export const ATTEMPTS_REMEMBERED = 1_000;

/**
 * Call targets that a sandbox caches after parsing, about half a kilobyte each. More than it keeps isolates, so every
 * running plugin is in the cache.
 */
export const CALL_TARGETS_REMEMBERED = 1_000;

/** Most plugin calls of one workspace at once. The platform allows ten dynamic workers for one object. */
export const CALLS_AT_ONCE_PER_WORKSPACE = 10;

/** Most calls of one plugin at once, so that a slow plugin leaves room for the others. */
export const CALLS_AT_ONCE_PER_PLUGIN = 4;

/**
 * Most waiting calls of one plugin; more are refused. At a tenth of a second each, the last one waits half a second.
 */
export const CALLS_WAITING_PER_PLUGIN = 20;

/** Time in milliseconds that the sandbox needs beyond the plugin's own: reading a package, and a cold start. */
export const CALL_GRACE_MS = 2_000;

/**
 * Most characters of JSON beside a plugin's input: its settings, which escapes can double, and the additions to its
 * lists.
 */
export const CALL_ABOUT_MAX_CHARS = 72 * 1024 + ADDITIONS_MAX_CHARS + 8 * 1024;

/**
 * Calls of one plugin's routes in ROUTE_WINDOW_SECONDS: from one network address, which an office may share, and from
 * all addresses together.
 */
export const ROUTE_CALLS_PER_VISITOR = 60;
export const ROUTE_CALLS_PER_PLUGIN = 1_200;
export const ROUTE_WINDOW_SECONDS = 60;

/** Largest body of a request to a plugin's route, in bytes. */
export const ROUTE_BODY_MAX_BYTES = 64 * 1024;

/** Longest address that a route may send a visitor to. Checkout addresses have about a thousand characters. */
export const LEAVE_MAX_CHARS = 4_000;

/**
 * Largest body of a webhook. Its text is one member of a call's input, where each quote takes two characters, so twice
 * as many bytes still fit beside the headers.
 */
export const WEBHOOK_BODY_MAX_BYTES = 240 * 1024;

/** Most headers of a webhook's request that the workspace gets, and most that a manifest may name. */
export const WEBHOOK_REQUEST_HEADERS_MAX = 100;
export const WEBHOOK_HEADERS_MAX = 20;

/**
 * Requests to one plugin's webhooks in ROUTE_WINDOW_SECONDS: those that its services signed, and those of one network
 * address that no secret signed. A service may send all its customers' requests from one address. So one stranger's
 * wrong requests must be many before the site refuses what comes from there.
 */
export const WEBHOOKS_PER_PLUGIN = 1_200;
export const UNSIGNED_WEBHOOKS_PER_ADDRESS = 300;

/** Longest text before a signature in its header. */
export const SIGNATURE_PREFIX_MAX_CHARS = 40;

/** Furthest that the time in a signature may be from ours, in seconds, earlier or later. */
export const WEBHOOK_WINDOW_SECONDS = 300;

/**
 * A site knows what it has received, so that a copy calls no plugin again: for three days, because services repeat
 * unanswered requests for two. It knows at most so many for one plugin. Only requests with the right signature count.
 */
export const WEBHOOK_KNOWN_MS = 3 * 24 * 60 * 60 * 1000;
export const WEBHOOKS_KNOWN_MAX = 10_000;

/**
 * Limits of a form or query sent to a plugin's route: fields, characters of a name, and characters of a query's value.
 */
export const ROUTE_FIELDS_MAX = 50;
export const ROUTE_FIELD_NAME_MAX_CHARS = 64;
export const ROUTE_QUERY_VALUE_MAX_CHARS = 512;

/** Longest error message and longest stack that a sandbox passes on, in characters. */
export const LOADING_ERROR_MAX_CHARS = 1_000;
export const LOADING_STACK_MAX_CHARS = 4_000;

/** Longest kept name and message of an error, in characters. */
export const FAULT_NAME_MAX_CHARS = 60;
export const FAULT_MESSAGE_MAX_CHARS = 600;

/** Most kept places of a stack, of which V8 records ten, and the longest name of a function in characters. */
export const FAULT_PLACES_MAX = 10;
export const FAULT_FUNCTION_MAX_CHARS = 80;

/** Most kept faults of one answer. */
export const FAULT_ISSUES_MAX = 5;

/** Most kept output of one call in characters. A hundred calls of a plugin hold at most 800,000. */
export const CALL_OUTPUT_MAX_CHARS = 8_000;

/**
 * Limits of a source map that a site keeps beside a package. A bundle of 1 MB has about 500 KB of mappings; a row holds
 * 2 MB. The body is JSON with the mappings and the quoted names.
 */
export const SOURCE_MAP_MAX_CHARS = 1024 * 1024;
export const SOURCE_MAP_SOURCES_MAX = 1_000;
export const SOURCE_NAME_MAX_CHARS = 200;
export const SOURCE_MAP_BODY_MAX_BYTES = SOURCE_MAP_MAX_CHARS + SOURCE_MAP_SOURCES_MAX * (SOURCE_NAME_MAX_CHARS + 8);

/**
 * Source maps kept for one plugin: of the active version, of a waiting one, and of one whose failures are still
 * recorded.
 */
export const SOURCE_MAPS_KEPT = 3;

/** Results of source map lookups that a workspace caches, each for one list of failures. */
export const SOURCE_MAP_WALKS_KEPT = 20;
