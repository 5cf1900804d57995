import { PROVISIONING_SECRET_MIN_CHARS } from "../../../manifests/bounds.ts";

const BEARER = /^Bearer ([\x21-\x7e]+)$/i;

const digest = async (text: string): Promise<ArrayBuffer> =>
  crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));

/** What an Authorization header carries; undefined when it carries no bearer. */
export const bearerOf = (authorization: string | null): string | undefined => BEARER.exec(authorization ?? "")?.[1];

/**
 * Whether an Authorization header carries the secret. Digests are compared, so that neither the time nor the length
 * of the comparison tells how much was right. An unset or short secret matches nothing.
 */
export async function carriesSecret(authorization: string | null, secret: string | undefined): Promise<boolean> {
  const given = bearerOf(authorization);
  const [ours, theirs] = await Promise.all([digest(secret ?? ""), digest(given ?? "")]);
  const equal = crypto.subtle.timingSafeEqual(ours, theirs);
  return equal && given !== undefined && (secret ?? "").length >= PROVISIONING_SECRET_MIN_CHARS;
}
