/** Parses and checks a manifest. This is the only way from text to a trusted manifest. */
import { ISSUES_MAX } from "../bounds/json.ts";
import { MANIFEST_MAX_BYTES } from "../bounds/manifest.ts";
import { issuesFromZod } from "../refusals/issues.ts";
import { type Manifest, manifestShape } from "../manifest/manifest.ts";
import { ruleIssues } from "./manifestRules.ts";
import type { Issue } from "../refusals/refusal.ts";
import { type Result, accepted, refused } from "../result.ts";
import { parseStrictJson } from "../json/strictJson.ts";
import { utf8Length } from "../json/utf8.ts";

/** A manifest, or at most ISSUES_MAX issues. */
export type ReadManifest = Result<Manifest, readonly Issue[]>;

const wrong = (issues: readonly Issue[]): ReadManifest => refused(issues.slice(0, ISSUES_MAX));

/** Checks a strictly parsed value against the shape and all rules. */
export function checkManifest(value: unknown): ReadManifest {
  const parsed = manifestShape.safeParse(value);
  if (!parsed.success) return wrong(issuesFromZod(parsed.error, value));
  const issues = ruleIssues(parsed.data);
  return issues.length > 0 ? wrong(issues) : accepted(parsed.data);
}

export function readManifest(text: string): ReadManifest {
  const length = utf8Length(text);
  if (length > MANIFEST_MAX_BYTES) {
    return wrong([{ pointer: "", found: `${length} bytes`, allowed: `at most ${MANIFEST_MAX_BYTES} bytes` }]);
  }
  const parsed = parseStrictJson(text);
  return parsed.ok ? checkManifest(parsed.value) : wrong([parsed.error.issue]);
}
