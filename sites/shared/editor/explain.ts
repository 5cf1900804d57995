import type { RefusalDetail } from "../../../manifests/refusals/refusal.ts";
import type { ScriptWords } from "./words/script.ts";
import { say } from "./words/say.ts";

const STEP = 1024;
const UNITS = ["B", "KB", "MB", "GB"];

/** `1.5 MB`, as file managers write it. */
export function sizeOf(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log(bytes) / Math.log(STEP)), UNITS.length - 1);
  const value = bytes / STEP ** power;
  return `${value < 10 && power > 0 ? Math.round(value * 10) / 10 : Math.round(value)} ${UNITS[power]}`;
}

/** Explains a refusal's details, a sentence each. */
export function explain(words: ScriptWords, { issues, maxBytes, permission, reason, detail }: RefusalDetail): string[] {
  const found = (issues ?? []).map((issue) => say(words.found, { found: issue.found, allowed: issue.allowed }));
  const most = typeof maxBytes === "number" ? [say(words.most, { most: sizeOf(maxBytes) })] : [];
  const needed = permission === undefined ? [] : [say(words.needs, { permission: [permission].flat().join(", ") })];
  // An answer that has both gives the reason as a word for programs and the detail as its sentence.
  const why = [detail, reason].filter((text) => typeof text === "string").slice(0, 1);
  return [...found, ...most, ...needed, ...why];
}
