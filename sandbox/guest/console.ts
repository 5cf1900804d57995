import { currentJournal } from "./currentCall.ts";
import { errorText } from "./errorText.ts";
import type { JournalLine } from "./journal.ts";
import { LINE_MAX_CHARS } from "./protocol.ts";

const LEVELS: Readonly<Record<string, JournalLine["level"]>> = {
  debug: "debug",
  log: "info",
  info: "info",
  warn: "warn",
  error: "error",
};

export function printedText(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return value instanceof Error ? errorText(value) : (JSON.stringify(value) ?? String(value));
  } catch {
    return "[a value that cannot be printedText]";
  }
}

const printer =
  (level: JournalLine["level"]) =>
  (...values: unknown[]): void =>
    currentJournal()?.add({ level, text: values.map(printedText).join(" ").slice(0, LINE_MAX_CHARS).toWellFormed() });

/** The plugin's console. Its lines go only to the operator's log, each with the call that printed it. */
export const pluginConsole = Object.freeze(
  Object.fromEntries(Object.entries(LEVELS).map(([name, level]) => [name, printer(level)])),
);
