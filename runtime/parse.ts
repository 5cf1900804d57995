import type * as z from "zod/mini";
import { issuesFromZod } from "../manifests/issues.ts";
import type { Command } from "./command.ts";

/** A command's `parse`, made of the schema of its input. */
export function parseWith<T>(schema: z.ZodMiniType<T>): Command<T, unknown>["parse"] {
  return (raw) => {
    const parsed = schema.safeParse(raw);
    return parsed.success ? { ok: true, value: parsed.data } : { ok: false, issues: issuesFromZod(parsed.error, raw) };
  };
}
