/** Every bound of the project, with its unit and the reason for it. Each is tested at bound-1, bound and bound+1. */

/** Longest manifest in bytes. A real one is 2-40 kB; this keeps a hostile one off the CPU budget. */
export const MANIFEST_MAX_BYTES = 256 * 1024;

/** Deepest nesting of any JSON we parse, in levels. Content nests sections at most 4 deep, about 20 levels of JSON. */
export const JSON_MAX_DEPTH = 64;

/** Most members of one JSON object or items of one JSON array we parse. */
export const JSON_MAX_MEMBERS = 20_000;
