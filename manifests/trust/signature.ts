/**
 * The only module that uses keys for cryptography. It decides nothing about trust. A key is imported for the one
 * algorithm of its curve, and a message's claims about keys or algorithms never reach this file.
 */
import { calculateJwkThumbprint, errors, flattenedVerify, importJWK, type JWK } from "jose";

/**
 * Values of `alg` that a header may use with a key of each curve. RFC 9864 names Ed25519; some signers still write
 * EdDSA.
 */
export const ALGORITHMS = { Ed25519: ["Ed25519", "EdDSA"], "P-256": ["ES256"] } as const;

export type Curve = keyof typeof ALGORITHMS;
export type Algorithm = (typeof ALGORITHMS)[Curve][number];

export interface PublicJwk {
  readonly kty: "OKP" | "EC";
  readonly crv: Curve;
  readonly x: string;
  readonly y?: string;
}

export interface SignedText {
  readonly payload: string;
  readonly protected: string;
  readonly signature: string;
}

/** Tells whether this key made the signature. Compare the header's `alg` with `algorithms` first. */
export type SignatureCheck = (signed: SignedText) => Promise<boolean>;

const bareJwk = ({ kty, crv, x, y }: PublicJwk): JWK => (y === undefined ? { kty, crv, x } : { kty, crv, x, y });

/** The RFC 7638 thumbprint: a key's name, computed from the key alone. */
export const thumbprint = (jwk: PublicJwk): Promise<string> => calculateJwkThumbprint(bareJwk(jwk), "sha256");

/** The check with this key. Undefined if the coordinates are no point of the curve. */
export async function signatureCheck(jwk: PublicJwk): Promise<SignatureCheck | undefined> {
  const [algorithm] = ALGORITHMS[jwk.crv];
  const key = await imported(jwk, algorithm);
  return key && ((signed) => verifies(signed, key, [...ALGORITHMS[jwk.crv]]));
}

async function imported(jwk: PublicJwk, algorithm: Algorithm) {
  try {
    return await importJWK(bareJwk(jwk), algorithm);
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

async function verifies(
  signed: SignedText,
  key: Awaited<ReturnType<typeof importJWK>>,
  algorithms: string[],
): Promise<boolean> {
  try {
    await flattenedVerify({ ...signed }, key, { algorithms });
    return true;
  } catch (error) {
    if (error instanceof errors.JOSEError) return false;
    throw error;
  }
}
