import * as z from "zod/mini";

/** An issue in an answer of the API. */
export const issueView = z.strictObject({
  pointer: z.string(),
  found: z.string(),
  allowed: z.string(),
  /** The broken rule and its limit or choices. Absent for a fault that no table names. */
  rule: z.optional(z.strictObject({ name: z.string(), limit: z.optional(z.string()) })),
});
