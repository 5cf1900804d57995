import type * as z from "zod/mini";
import { issuesFromZod } from "../../../../manifests/refusals/issues.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";

/** Validates a value, or throws a refusal with the differences. */
export function shaped<T>(value: unknown, shape: z.ZodMiniType<T>): T {
  const read = shape.safeParse(value);
  if (!read.success) throw new Refusal("INVALID_REQUEST", { issues: issuesFromZod(read.error, value) });
  return read.data;
}
