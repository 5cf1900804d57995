import { calculateJwkThumbprint, type JWK } from "jose";

/** A publisher's key: private JWK, public JWK and thumbprint. */
export interface Key {
  readonly own: JWK;
  readonly shown: JWK;
  readonly kid: string;
}

export async function aKey(): Promise<Key> {
  const pair = (await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"])) as CryptoKeyPair;
  const { kty, crv, x, d } = (await crypto.subtle.exportKey("jwk", pair.privateKey)) as Required<JWK>;
  const shown = { kty, crv, x };
  return { own: { ...shown, d }, shown, kid: await calculateJwkThumbprint(shown) };
}
