import { ISSUES_MAX } from "../../../manifests/bounds/json.ts";
import { refused } from "../../../manifests/result.ts";
import type { Verification } from "../../../manifests/trust/verifier.ts";
import { judgeFiles } from "../../../runtime/rendering/judgeFiles.ts";

/**
 * Adds the check of contents that a site makes when it installs a trusted package. So no author signs what every site
 * refuses, or reads that it is all right.
 */
export function admit(verification: Verification): Verification {
  if (!verification.ok) return verification;
  const { manifest, files } = verification.value;
  const issues = judgeFiles(manifest, files).slice(0, ISSUES_MAX);
  return issues.length === 0 ? verification : refused({ why: "files_refused", issues });
}
