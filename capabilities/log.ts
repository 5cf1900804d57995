/** A plugin's output. Every plugin has this without a grant; it goes to the operator's log under the plugin's name. */
import { CONSOLE_MAX_LINES } from "../manifests/bounds/bridge.ts";
import { visibleText } from "../manifests/visible.ts";
import type { GrantedVerbs } from "./capability.ts";
import type { VerbInput } from "./contract.ts";
import { given } from "./outcome.ts";

export type LogLine = VerbInput<"console.write">["lines"][number];

/** Line breaks and control characters would let one line pass for two, or for another plugin's. */
const escaped = (text: string): string => visibleText(text.toWellFormed());

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
