import type { JWTPayload } from "jose";
import { SignJWT, jwtVerify } from "jose";
import { LOGIN_TOKEN_MAX_CHARS } from "../../../manifests/bounds.ts";
import { SECRET, signingKey, verifyingKeys } from "./secret.ts";

/**
 * The signed values of our cookies. Each kind has a type of its own, so that one cannot stand in for another, and
 * names the hostname it was made for. What it says is a secret; what that is good for is said by a row in the database.
 */
export type TokenKind = "svc-login+jwt" | "svc-session+jwt";

const ALGORITHM = "HS256";

export interface TokenInput {
  readonly kind: TokenKind;
  readonly hostname: string;
  readonly secret: string;
  readonly now: number;
  readonly lifetime: number;
}

export async function writeToken(key: string, { kind, hostname, secret, now, lifetime }: TokenInput): Promise<string> {
  const seconds = Math.floor(now / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM, typ: kind })
    .setAudience(hostname)
    .setJti(secret)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + Math.floor(lifetime / 1000))
    .sign(await signingKey(key));
}

/** What a token says that is one of ours. */
export interface ReadToken {
  readonly secret: string;
  /** Milliseconds since the epoch. */
  readonly expires: number;
}

/** The secret in a token; undefined for whatever is not one of ours, of this kind, for this hostname, in its time. */
export const readToken = async (...asked: Parameters<typeof verifyToken>): Promise<string | undefined> => (await verifyToken(...asked))?.secret;

export async function verifyToken(
  key: string, kind: TokenKind, hostname: string, token: string | undefined,
): Promise<ReadToken | undefined> {
  if (token === undefined || token.length > LOGIN_TOKEN_MAX_CHARS) return undefined;
  const { jti, aud, exp } = (await payloadOf(token, kind, hostname, await verifyingKeys(key))) ?? {};
  if (typeof jti !== "string" || aud !== hostname || !SECRET.test(jti) || exp === undefined) return undefined;
  return { secret: jti, expires: exp * 1000 };
}

/** Of the first key that fits. */
async function payloadOf(token: string, typ: TokenKind, audience: string, keys: readonly CryptoKey[]): Promise<JWTPayload | undefined> {
  for (const key of keys) {
    const read = await jwtVerify(token, key, { algorithms: [ALGORITHM], typ, audience, requiredClaims: ["jti", "iat", "exp", "aud"] }).catch(() => undefined);
    if (read) return read.payload;
  }
  return undefined;
}
