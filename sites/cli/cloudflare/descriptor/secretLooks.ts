/**
 * Finds values that look like secrets in files that must hold none. People show, compare and copy such files, so a
 * refusal names the place and never the value.
 */
import { encodePointer } from "../../../../manifests/refusals/pointer.ts";
import type { Issue } from "../../../../manifests/refusals/refusal.ts";

const ALLOWED = "no secret here: pass it with svc cloudflare deploy --secrets";

/** Names of members that hold secrets. Endpoints and public ids have other names. */
export const SECRET_NAME = /(secret|password|passphrase|apikey|api_key|credential|privatekey|private_key)/i;

const SECRET_VALUES: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  // A signed token (RFC 7519).
  /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/,
  /^(bearer|basic)\s/i,
  // Prefixes that providers put before their secrets for secret scanners.
  /^(GOCSPX-|sk[-_]|rk_|gh[opsu]_|github_pat_|xox[abps]-|AKIA|whsec_|shpss_|glpat-)/,
];

/**
 * True for a text of 40 or more characters with upper case, lower case and digits. No name, id or thumbprint of ours
 * matches.
 */
const isOpaque = (text: string): boolean =>
  /^[\w-]{40,}$/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text);

export const looksSecret = (text: string): boolean =>
  SECRET_VALUES.some((pattern) => pattern.test(text)) || isOpaque(text);

/** Pointers of public keys, which look random as well. Their own shapes refuse private keys. */
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
      return [
        { pointer: encodePointer([...path, name]), found: "a member with the name of a secret", allowed: ALLOWED },
      ];
    return secretLookIssues(child, [...path, name]);
  });
}
