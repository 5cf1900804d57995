import { sha256Of } from "../../../shared/digest.ts";
import { PROVISIONING_SECRET_MIN_CHARS } from "../../../../manifests/bounds/operators.ts";

const BEARER = /^Bearer ([\x21-\x7e]+)$/i;

/** Reads the bearer of an Authorization header; undefined if it carries none. */
export const bearerOf = (authorization: string | null): string | undefined => BEARER.exec(authorization ?? "")?.[1];

/**
 * Tells whether an Authorization header carries the secret. It compares digests, so the comparison's time reveals
 * nothing. An unset or short secret matches nothing.
 */
export async function carriesSecret(authorization: string | null, secret: string | undefined): Promise<boolean> {
  const given = bearerOf(authorization);
  const [ours, theirs] = await Promise.all([sha256Of(secret ?? ""), sha256Of(given ?? "")]);
  const equal = crypto.subtle.timingSafeEqual(ours, theirs);
  return equal && given !== undefined && (secret ?? "").length >= PROVISIONING_SECRET_MIN_CHARS;
}
