/**
 * Refuses a plugin's folder that holds a secret, also in a file that the package would not have. The next tool that
 * copies the folder may be less careful.
 */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_MAX_BYTES } from "../../../manifests/bounds/packages.ts";
import { fileSecret } from "../../../manifests/packages/secrets.ts";
import { encodePointer } from "../../../manifests/refusals/pointer.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { issueLine, located, type LocatedIssue } from "../files/locatedIssue.ts";

/** Folders of other tools, and tests with keys of their own. */
const NOT_OURS = /(?:^|\/)(?:node_modules|test|\.[^/]+)\/|\.test\.m?[jt]s$/;

/** The text of a file. One that no package could have is not read, because it may be a video. Its name still counts. */
const textAt = (path: string): string => (statSync(path).size > PACKAGE_MAX_BYTES ? "" : readFileSync(path, "latin1"));

function secretAt(folder: string, path: string): LocatedIssue[] {
  const text = textAt(join(folder, path));
  const secret = fileSecret(path, text);
  if (!secret) return [];
  const issue = {
    pointer: encodePointer(["files", path]),
    found: secret.found,
    allowed: "no secret in a plugin's folder: move it to a place outside",
  };
  return [located(issue, path, text, secret.offset)];
}

/** Throws a `Refusal` that names each file with a secret, and never the secret itself. */
export function refuseSecrets(folder: string, paths: readonly string[]): void {
  const issues = paths.filter((path) => !NOT_OURS.test(path)).flatMap((path) => secretAt(folder, path));
  if (issues.length > 0) throw new Refusal("PLUGIN_REJECTED", { folder, issues, lines: issues.map(issueLine) });
}
