import { hexOf } from "../../../manifests/bytes/hex.ts";
import { clientKey } from "../../../runtime/tenancy/clientKey.ts";
import { signingKey } from "./secret.ts";

/** Names a client for one limit. Keyed, because the digest alone of an address can be turned back by trying all addresses. */
export async function clientDigest(
  { SESSION_SECRET }: { readonly SESSION_SECRET: string },
  limit: string,
  headers: Headers,
): Promise<string> {
  const text = new TextEncoder().encode(`rate-limit ${limit} ${clientKey(headers)}`);
  const bytes = await crypto.subtle.sign("HMAC", await signingKey(SESSION_SECRET), text);
  return hexOf(bytes);
}
