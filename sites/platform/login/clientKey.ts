import type { JWK } from "jose";
import { importJWK } from "jose";
import type { PrivateKey } from "oauth4webapi";

/** Algorithms of our client key. The provider may sign with the same ones. */
const ALGORITHMS: ReadonlySet<string> = new Set(["RS256", "PS256", "ES256", "EdDSA", "Ed25519"]);

/** Reads our private key for the identity provider: a JWK with `alg` and `kid`. */
export async function readClientKey(text: string): Promise<PrivateKey> {
  const jwk = JSON.parse(text) as JWK;
  const { kid, alg = "" } = jwk;
  if (!kid || !ALGORITHMS.has(alg))
    throw new TypeError("The key of this application has no kid, or an alg that is not accepted.");
  const key = await importJWK(jwk, alg);
  if (!("type" in key) || key.type !== "private") throw new TypeError("The key of this application is not private.");
  return { kid, key };
}
