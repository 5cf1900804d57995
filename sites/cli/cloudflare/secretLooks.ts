/**
 * Tells whether a value looks like a secret in a file that must hold none. People show, compare and copy such files, so
 * the refusal names the place and never repeats the value.
 */
import { encodePointer } from "../../../manifests/refusals/pointer.ts";
import type { Issue } from "../../../manifests/refusals/refusal.ts";

const ALLOWED = "nothing secret here: a deployment takes it with svc cloudflare deploy --secrets";

/** Members that hold a secret by their name. Endpoints and public ids are named otherwise. */
export const SECRET_NAME = /(secret|password|passphrase|apikey|api_key|credential|privatekey|private_key)/i;

const SECRET_VALUES: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  // A signed token (RFC 7519).
  /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/,
  /^(bearer|basic)\s/i,
  // Prefixes with which providers mark their secrets, so that scanners find them.
  /^(GOCSPX-|sk[-_]|rk_|gh[opsu]_|github_pat_|xox[abps]-|AKIA|whsec_|shpss_|glpat-)/,
];

/** True for a text as long as an API token and as mixed as a random one. No name, id or thumbprint of ours looks so. */
const isOpaque = (text: string): boolean =>
  /^[\w-]{40,}$/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text);

export const looksSecret = (text: string): boolean =>
  SECRET_VALUES.some((pattern) => pattern.test(text)) || isOpaque(text);

/** Public keys are opaque by nature; their own shapes refuse private ones. */
const PUBLIC_KEYS = new Set(["/pluginTrustKeys", "/hosting/dispatchKeys"]);

export function secretLookIssues(value: unknown, path: readonly PropertyKey[] = []): Issue[] {
  if (typeof value === "string") {
    return looksSecret(value)
      ? [{ pointer: encodePointer(path), found: "a value that looks like a secret", allowed: ALLOWED }]
      : [];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) => {
    if (PUBLIC_KEYS.has(encodePointer([...path, name]))) return [];
    if (SECRET_NAME.test(name))
      return [{ pointer: encodePointer([...path, name]), found: "a member named like a secret", allowed: ALLOWED }];
    return secretLookIssues(child, [...path, name]);
  });
}
