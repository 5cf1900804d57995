import { FAULT_ISSUES_MAX, FAULT_MESSAGE_MAX_CHARS } from "../bounds/calls.ts";
import type { Issue } from "../refusals/refusal.ts";
import { visibleWithin } from "./readFault.ts";

/**
 * The first issues of an answer, within the limits of a record. The plugin controls their pointers and found values.
 */
export const visibleIssues = (found: readonly Issue[]): Issue[] =>
  found.slice(0, FAULT_ISSUES_MAX).map(({ pointer, found: value, allowed }) => ({
    pointer: visibleWithin(pointer, FAULT_MESSAGE_MAX_CHARS),
    found: visibleWithin(value, FAULT_MESSAGE_MAX_CHARS),
    allowed,
  }));
