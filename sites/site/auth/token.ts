import { SignJWT, jwtVerify } from "jose";
import { LOGIN_TOKEN_MAX_CHARS } from "../../../manifests/bounds.ts";
import { SECRET, signingKey } from "./secret.ts";

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

/** The secret in a token; undefined for whatever is not one of ours, of this kind, for this hostname, in its time. */
export async function readToken(
  key: string, kind: TokenKind, hostname: string, token: string | undefined,
): Promise<string | undefined> {
  if (token === undefined || token.length > LOGIN_TOKEN_MAX_CHARS) return undefined;
  const signing = await signingKey(key);
  const read = await jwtVerify(token, signing, {
    algorithms: [ALGORITHM], typ: kind, audience: hostname, requiredClaims: ["jti", "iat", "exp", "aud"],
  }).catch(() => undefined);
  const { jti, aud } = read?.payload ?? {};
  return typeof jti === "string" && aud === hostname && SECRET.test(jti) ? jti : undefined;
}
