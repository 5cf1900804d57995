import { base64urlOf } from "../../../manifests/bytes/base64.ts";
import { LOGIN_CODE_MS, LOGIN_SWEEP_ROWS } from "../../../manifests/bounds/logins.ts";
import { sha256Hex, hashText } from "../../platform/keys/digest.ts";
import { type LoggedInMember, findMember } from "./logins.ts";
import { newSecret, SECRET } from "../../platform/login/secret.ts";

/** One-time codes, with which a program gets the login that a member allowed. */
export interface Allowing {
  readonly hostname: string;
  readonly challenge: string;
  /** The id of the allowing member's login. */
  readonly loginSession: string;
  readonly now: number;
}

export interface Exchange {
  readonly hostname: string;
  readonly code: string;
  readonly verifier: string;
  readonly now: number;
}

interface Row {
  readonly challenge: string;
  readonly loginSession: string;
  readonly expiresAt: number;
}

const INSERT = "INSERT INTO login_codes (id, hostname, challenge, login_session, expires_at) VALUES (?, ?, ?, ?, ?)";
const SWEEP = "DELETE FROM login_codes WHERE id IN (SELECT id FROM login_codes WHERE expires_at <= ? LIMIT ?)";
const TAKE = `
  DELETE FROM login_codes WHERE id = ? AND hostname = ?
  RETURNING challenge, login_session AS loginSession, expires_at AS expiresAt`;

export async function allowLogin(
  db: D1Database,
  { hostname, challenge, loginSession, now }: Allowing,
): Promise<string> {
  const code = newSecret();
  await db.batch([
    db.prepare(INSERT).bind(await sha256Hex(code), hostname, challenge, loginSession, now + LOGIN_CODE_MS),
    db.prepare(SWEEP).bind(now, LOGIN_SWEEP_ROWS),
  ]);
  return code;
}

/**
 * Exchanges a code for its member. The verifier must be the program's, the code must not be expired, and the allowing
 * login must still be valid. Every try deletes the code, so a thief's failed try also spoils it.
 */
export async function exchangeCode(
  db: D1Database,
  { hostname, code, verifier, now }: Exchange,
): Promise<LoggedInMember | null> {
  if (!SECRET.test(code) || !SECRET.test(verifier)) return null;
  const row = await db
    .prepare(TAKE)
    .bind(await sha256Hex(code), hostname)
    .first<Row>();
  if (!row || now >= row.expiresAt || row.challenge !== (await hashVerifier(verifier))) return null;
  return findMember(db, { id: row.loginSession, hostname }, now);
}

/** The PKCE challenge with the method S256 (RFC 7636). */
const hashVerifier = async (verifier: string): Promise<string> => base64urlOf(await hashText(verifier));
