import { accepted, refused } from "../../manifests/result.ts";
import type * as z from "zod/mini";
import { issuesFromZod } from "../../manifests/refusals/issues.ts";
import type { Command } from "../area/command.ts";

/** Makes a command's `parse` from the schema of its input. */
export function parseWith<T>(schema: z.ZodMiniType<T>): Command<T, unknown>["parse"] {
  return (raw) => {
    const parsed = schema.safeParse(raw);
    return parsed.success ? accepted(parsed.data) : refused(issuesFromZod(parsed.error, raw));
  };
}
