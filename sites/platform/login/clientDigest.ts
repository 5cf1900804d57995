import { hexOf } from "../../../manifests/bytes/hex.ts";
import { clientKey } from "../../../runtime/tenancy/clientKey.ts";
import { signingKey } from "./secret.ts";

/**
 * A client's name in one rate limit. The digest is keyed, because anybody could otherwise find the IP address by trying
 * all of them.
 */
export async function clientDigest(
  { SESSION_SECRET }: { readonly SESSION_SECRET: string },
  limit: string,
  headers: Headers,
): Promise<string> {
  const text = new TextEncoder().encode(`rate-limit ${limit} ${clientKey(headers)}`);
  const bytes = await crypto.subtle.sign("HMAC", await signingKey(SESSION_SECRET), text);
  return hexOf(bytes);
}
