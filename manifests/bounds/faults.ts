/** What is kept of a failed call: the plugin's words about it, and its output. */

/** Longest text of an error and longest stack that a sandbox passes on, in characters. */
export const SAID_ERROR_MAX_CHARS = 1_000;
export const SAID_STACK_MAX_CHARS = 4_000;

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
