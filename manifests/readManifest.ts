/** The only way from text to a manifest that may be believed. */
import { ISSUES_MAX, MANIFEST_MAX_BYTES } from "./bounds.ts";
import { issuesFromZod } from "./issues.ts";
import { type Manifest, manifestShape } from "./manifest.ts";
import { ruleIssues } from "./manifestRules.ts";
import type { Issue } from "./refusal.ts";
import { parseStrictJson } from "./strictJson.ts";
import { utf8Length } from "./utf8.ts";

export type ReadManifest =
  { readonly ok: true; readonly value: Manifest } | { readonly ok: false; readonly issues: readonly Issue[] };

const refused = (issues: readonly Issue[]): ReadManifest => ({ ok: false, issues: issues.slice(0, ISSUES_MAX) });

/** A value that was parsed strictly, against the shape and every rule. */
export function checkManifest(value: unknown): ReadManifest {
  const parsed = manifestShape.safeParse(value);
  if (!parsed.success) return refused(issuesFromZod(parsed.error, value));
  const issues = ruleIssues(parsed.data);
  return issues.length > 0 ? refused(issues) : { ok: true, value: parsed.data };
}

export function readManifest(text: string): ReadManifest {
  const length = utf8Length(text);
  if (length > MANIFEST_MAX_BYTES) {
    return refused([{ pointer: "", found: `${length} bytes`, allowed: `at most ${MANIFEST_MAX_BYTES} bytes` }]);
  }
  const parsed = parseStrictJson(text);
  return parsed.ok ? checkManifest(parsed.value) : refused([parsed.issue]);
}
