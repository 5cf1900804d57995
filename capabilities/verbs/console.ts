/** The verb behind the global `console`. Every plugin has it without a grant. */
import * as z from "zod/mini";
import { CONSOLE_LINE_MAX_CHARS, CONSOLE_MAX_CALLS, CONSOLE_MAX_LINES } from "../../manifests/bounds/bridge.ts";
import { some, text, type VerbRow } from "./verb.ts";

export const CONSOLE = {
  "console.write": {
    input: z.strictObject({
      lines: some(
        z.strictObject({ level: z.enum(["debug", "info", "warn", "error"]), text: text(CONSOLE_LINE_MAX_CHARS) }),
        CONSOLE_MAX_LINES,
      ),
    }),
    answer: z.object({ dropped: z.int() }),
    methods: {},
    callsApart: CONSOLE_MAX_CALLS,
  },
} as const satisfies Readonly<Record<string, VerbRow<never>>>;
