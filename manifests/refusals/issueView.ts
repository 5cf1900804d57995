import * as z from "zod/mini";

/** An issue as answers hold it. */
export const issueView = z.strictObject({
  pointer: z.string(),
  found: z.string(),
  allowed: z.string(),
  /** The name of the broken rule, and its bound or choices; absent for what no table names. */
  rule: z.optional(z.strictObject({ name: z.string(), limit: z.optional(z.string()) })),
});
