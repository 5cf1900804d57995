/**
 * Lends `console.write`, which every plugin has without a grant. The lines go to the operator's log under the plugin's
 * name.
 */
import { CONSOLE_LINE_MAX_CHARS, CONSOLE_MAX_LINES } from "../manifests/bounds/bridge.ts";
import { visibleText } from "../manifests/visible.ts";
import type { GrantedVerbs } from "./capability.ts";
import type { VerbInput } from "./contract.ts";
import { given } from "./outcome.ts";

export type LogLine = VerbInput<"console.write">["lines"][number];

/** Escapes line breaks and control characters, with which a plugin could forge another log line. */
const escaped = (text: string): string => visibleText(text.toWellFormed());

/** A line of ours beside the plugin's own output, for its author. */
export const ownLine = (text: string): LogLine => ({
  level: "warn",
  text: escaped(text).slice(0, CONSOLE_LINE_MAX_CHARS),
});

export function lendLog(write: (line: LogLine) => void): GrantedVerbs {
  let left = CONSOLE_MAX_LINES;
  return {
    "console.write": ({ lines }) => {
      const kept = lines.slice(0, left);
      left -= kept.length;
      for (const { level, text } of kept) write({ level, text: escaped(text) });
      return given({ dropped: lines.length - kept.length });
    },
  };
}
