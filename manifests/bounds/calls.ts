/** Calls of plugin code: time, characters, isolates, leases, routes, and what is kept of failures and output. */
import { ADDITIONS_MAX_CHARS } from "./manifest.ts";

/** Most processor time one call may ask for in milliseconds; a visitor's request waits for it. */
export const CALL_MAX_CPU_MS = 1_000;

/** Longest one call may ask to run in milliseconds; publishing waits for it. */
export const CALL_MAX_WALL_MS = 30_000;

/** Most bridge calls and requests one call may ask for. */
export const CALL_MAX_SUBREQUESTS = 50;

/** Longest argument and longest answer of one call over a lease, in characters of JSON. Half a megabyte of file is 700,000 in base64. */
export const LEASE_ARGUMENT_MAX_CHARS = 256 * 1024;
export const LEASE_ANSWER_MAX_CHARS = 1024 * 1024;

/** Most characters one lease carries in both directions together; it bounds what a call costs its lender in memory. */
export const LEASE_MAX_CHARS = 4 * 1024 * 1024;

/** Calls of one lease under way at once. The platform opens six connections at a time for one request. */
export const LEASE_MAX_CONCURRENT = 6;

/** Calls one lease answers unless the manifest asks for another number. */
export const LEASE_CALLS = 20;

/** Time limits of one plugin call by default, in milliseconds. */
export const CALL_CPU_MS = 50;
export const CALL_WALL_MS = 2_000;

/** Longest input of a call and longest result, in characters of JSON. */
export const CALL_INPUT_MAX_CHARS = 512 * 1024;
export const CALL_RESULT_MAX_CHARS = 256 * 1024;

/** Longest message of a plugin's error that is kept, in characters once escaped. */
export const PLUGIN_MESSAGE_MAX_CHARS = 300;

/** Longest name of the grant a lease was made of, in characters: a digest has 50. */
export const GRANT_HASH_MAX_CHARS = 128;

/** Plugins under way at once for one caller: the platform allows four dynamic workers for one request. */
export const CALLS_IN_FLIGHT = 4;

/** Most calls handed over together. */
export const CALLS_PER_BATCH = 50;

/** Largest guest in bytes: it is compiled at every cold start of every plugin, about 0.1 ms a kilobyte. */
export const GUEST_MAX_BYTES = 64 * 1024;

/** Isolates a sandbox keeps. Each takes 4.3 MB, measured: together less than a machine's watchdog lets the process have. */
export const ISOLATES_LOADED_MAX = 200;

/** Names of isolates a sandbox remembers the current attempt of: more than it keeps isolates, so that one that is forgotten is there no more. */
export const ATTEMPTS_REMEMBERED = 1_000;

/**
 * Places of calls that a sandbox remembers to have read, about half a kilobyte each. It keeps more of them than
 * isolates, so it still knows every plugin that is called.
 */
export const CALL_TARGETS_REMEMBERED = 1_000;

/** Calls of plugin code under way at once for one workspace: the platform allows ten dynamic workers for one object. */
export const CALLS_AT_ONCE_PER_WORKSPACE = 10;

/** Calls of one plugin under way at once, so that a slow one leaves room for the others. */
export const CALLS_AT_ONCE_PER_PLUGIN = 4;

/** Calls of one plugin that wait for their turn; more are refused. At a tenth of a second each, the last waits half a second. */
export const CALLS_WAITING_PER_PLUGIN = 20;

/** The time that the sandbox needs beyond the plugin's own, in milliseconds: reading a package and a cold start. */
export const CALL_GRACE_MS = 2_000;

/** Most characters of JSON beside a plugin's input: its settings, which escapes can double, and what others add to its lists. */
export const CALL_ABOUT_MAX_CHARS = 72 * 1024 + ADDITIONS_MAX_CHARS + 8 * 1024;

/**
 * Calls of one plugin's routes in ROUTE_WINDOW_SECONDS: from one network address, which an office may share, and from
 * all.
 */
export const ROUTE_CALLS_PER_VISITOR = 60;
export const ROUTE_CALLS_PER_PLUGIN = 1_200;
export const ROUTE_WINDOW_SECONDS = 60;

/** Largest body of a request to a plugin's route, in bytes. */
export const ROUTE_BODY_MAX_BYTES = 64 * 1024;

/** Most fields of a form or a query sent to a plugin's route, the longest name and the longest value of a query in characters. */
export const ROUTE_FIELDS_MAX = 50;
export const ROUTE_FIELD_NAME_MAX_CHARS = 64;
export const ROUTE_QUERY_VALUE_MAX_CHARS = 512;

/** Longest text of an error and longest stack that a sandbox passes on, in characters. */
export const LOADING_ERROR_MAX_CHARS = 1_000;
export const LOADING_STACK_MAX_CHARS = 4_000;

/** Longest name and message of an error that is kept, in characters. */
export const FAULT_NAME_MAX_CHARS = 60;
export const FAULT_MESSAGE_MAX_CHARS = 600;

/** Most places of a stack that are kept: V8 takes ten. Longest name of a function, in characters. */
export const FAULT_PLACES_MAX = 10;
export const FAULT_FUNCTION_MAX_CHARS = 80;

/** Most faults of one answer that are told. */
export const FAULT_ISSUES_MAX = 5;

/** Output of one call that is kept, in characters. A hundred calls of a plugin hold 800,000 at most. */
export const CALL_OUTPUT_MAX_CHARS = 8_000;

/**
 * A source map that a site keeps beside a package. A bundle of 1 MB has about 500 KB of mappings; a row holds 2 MB.
 * The body is JSON with both, and the names in quotes.
 */
export const SOURCE_MAP_MAX_CHARS = 1024 * 1024;
export const SOURCE_MAP_SOURCES_MAX = 1_000;
export const SOURCE_NAME_MAX_CHARS = 200;
export const SOURCE_MAP_BODY_MAX_BYTES = SOURCE_MAP_MAX_CHARS + SOURCE_MAP_SOURCES_MAX * (SOURCE_NAME_MAX_CHARS + 8);

/** Source maps kept of one plugin: of its version, of one that waits, and of one whose failures are still on record. */
export const SOURCE_MAPS_KEPT = 3;

/** Walks through a source map that a workspace remembers, each for the places of one list of failures. */
export const SOURCE_MAP_WALKS_KEPT = 20;
