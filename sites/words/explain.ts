import { sizeOf } from "../../manifests/bytes/sizeOf.ts";
import type { RefusalDetail } from "../../manifests/refusals/refusal.ts";
import type { ScriptWords } from "./en/script.ts";
import { say } from "./shape/say.ts";

/** Explains a refusal's details, one sentence each. */
export function explain(words: ScriptWords, { issues, maxBytes, permission, reason, detail }: RefusalDetail): string[] {
  const found = (issues ?? []).map((issue) => say(words.found, { found: issue.found, allowed: issue.allowed }));
  const most = typeof maxBytes === "number" ? [say(words.most, { most: sizeOf(maxBytes) })] : [];
  const needed = permission === undefined ? [] : [say(words.needs, { permission: [permission].flat().join(", ") })];
  // If an answer has both, `reason` is a code for programs and `detail` the sentence.
  const why = [detail, reason].filter((text) => typeof text === "string").slice(0, 1);
  return [...found, ...most, ...needed, ...why];
}
