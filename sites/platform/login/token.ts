import { type JWTPayload, SignJWT, jwtVerify } from "jose";
import { LOGIN_TOKEN_MAX_CHARS } from "../../../manifests/bounds/logins.ts";
import { SECRET, signingKey, verifyingKeys } from "./secret.ts";

/**
 * Kinds of signed cookies. The JWT type keeps one kind from being used as another. A token names its hostname and holds
 * a secret, whose meaning is in a database row.
 */
export type TokenKind = "svc-login+jwt" | "svc-session+jwt" | "svc-joining+jwt" | "svc-known+jwt";

const ALGORITHM = "HS256";

/** The content of a token. */
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

/** The content of a valid token. */
export interface ReadToken {
  readonly secret: string;
  /** Expiry in milliseconds since the epoch. */
  readonly expires: number;
}

/** The secret in a token. Undefined unless our key signed it, for this kind and hostname, and it has not expired. */
export const readToken = async (...asked: Parameters<typeof verifyToken>): Promise<string | undefined> =>
  (await verifyToken(...asked))?.secret;

export async function verifyToken(
  key: string,
  kind: TokenKind,
  hostname: string,
  token: string | undefined,
): Promise<ReadToken | undefined> {
  if (token === undefined || token.length > LOGIN_TOKEN_MAX_CHARS) return undefined;
  const { jti, aud, exp } = (await verifyPayload(token, kind, hostname, await verifyingKeys(key))) ?? {};
  if (typeof jti !== "string" || aud !== hostname || !SECRET.test(jti) || exp === undefined) return undefined;
  return { secret: jti, expires: exp * 1000 };
}

/** Verifies a token with each key. Answers the first valid payload. */
async function verifyPayload(
  token: string,
  typ: TokenKind,
  audience: string,
  keys: readonly CryptoKey[],
): Promise<JWTPayload | undefined> {
  for (const key of keys) {
    const read = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      typ,
      audience,
      requiredClaims: ["jti", "iat", "exp", "aud"],
    }).catch(() => undefined);
    if (read) return read.payload;
  }
  return undefined;
}
