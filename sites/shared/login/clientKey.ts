import type { JWK } from "jose";
import { importJWK } from "jose";
import type { PrivateKey } from "oauth4webapi";

/** Algorithms of our client key. We accept the same ones from the provider. */
const ALGORITHMS: ReadonlySet<string> = new Set(["RS256", "PS256", "ES256", "EdDSA", "Ed25519"]);

/** Our own key at the identity provider, which knows its public half. It is a private JWK with its `alg` and `kid`. */
export async function readClientKey(text: string): Promise<PrivateKey> {
  const jwk = JSON.parse(text) as JWK;
  const { kid, alg = "" } = jwk;
  if (!kid || !ALGORITHMS.has(alg))
    throw new TypeError("The key of this application has no kid or no alg that is taken.");
  const key = await importJWK(jwk, alg);
  if (!("type" in key) || key.type !== "private") throw new TypeError("The key of this application is not private.");
  return { kid, key };
}
