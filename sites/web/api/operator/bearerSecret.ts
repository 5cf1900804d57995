import { hashText } from "../../../platform/keys/digest.ts";
import { PROVISIONING_SECRET_MIN_CHARS } from "../../../../manifests/bounds/operators.ts";

const BEARER = /^Bearer ([\x21-\x7e]+)$/i;

/** The bearer in an Authorization header; undefined without one. */
export const bearerOf = (authorization: string | null): string | undefined => BEARER.exec(authorization ?? "")?.[1];

/**
 * Tells whether an Authorization header carries the secret. It compares digests in constant time. An unset or too short
 * secret matches nothing.
 */
export async function carriesSecret(authorization: string | null, secret: string | undefined): Promise<boolean> {
  const given = bearerOf(authorization);
  const [ours, theirs] = await Promise.all([hashText(secret ?? ""), hashText(given ?? "")]);
  const equal = crypto.subtle.timingSafeEqual(ours, theirs);
  return equal && given !== undefined && (secret ?? "").length >= PROVISIONING_SECRET_MIN_CHARS;
}
