import { LOGIN_ATTEMPT_MS, LOGIN_SWEEP_ROWS } from "../../../manifests/bounds/logins.ts";
import { sha256Hex } from "../../platform/keys/digest.ts";
import { newSecret, SECRET } from "../../platform/login/secret.ts";

/** A login that is at the identity provider. */
export interface LoginAttempt {
  readonly nonce: string;
  readonly verifier: string;
  readonly returnTo: string;
}

/** An attempt with its state, which the browser returns. */
export interface ReturnedAttempt extends LoginAttempt {
  readonly state: string;
}

export interface Beginning {
  readonly hostname: string;
  /** The secret in the cookie of the browser that began the login. */
  readonly browser: string;
  readonly returnTo: string;
  readonly now: number;
}

const INSERT = `
  INSERT INTO login_attempts (id, browser, hostname, nonce, verifier, return_to, expires_at)
  VALUES (?, ?, ?, ?, ?, ?, ?)`;
const SWEEP = "DELETE FROM login_attempts WHERE id IN (SELECT id FROM login_attempts WHERE expires_at <= ? LIMIT ?)";
const TAKE = `
  DELETE FROM login_attempts WHERE id = ? AND browser = ? AND hostname = ? AND expires_at > ?
  RETURNING nonce, verifier, return_to AS returnTo`;

export async function beginAttempt(db: D1Database, beginning: Beginning): Promise<ReturnedAttempt> {
  const { hostname, browser, returnTo, now } = beginning;
  const [state, nonce, verifier] = [newSecret(), newSecret(), newSecret()];
  const [id, digest] = await Promise.all([sha256Hex(state), sha256Hex(browser)]);
  await db.batch([
    db.prepare(INSERT).bind(id, digest, hostname, nonce, verifier, returnTo, now + LOGIN_ATTEMPT_MS),
    db.prepare(SWEEP).bind(now, LOGIN_SWEEP_ROWS),
  ]);
  return { state, nonce, verifier, returnTo };
}

export interface Taking {
  readonly hostname: string;
  readonly state: string;
  readonly browser: string;
  readonly now: number;
}

/**
 * Takes a login attempt out of the database; undefined if state, browser or hostname does not fit. The delete is
 * atomic, so of two requests with one state only one gets the attempt. A request from another browser leaves it in
 * place.
 */
export async function takeAttempt(db: D1Database, taking: Taking): Promise<LoginAttempt | undefined> {
  const { hostname, state, browser, now } = taking;
  if (!SECRET.test(state)) return undefined;
  const [id, digest] = await Promise.all([sha256Hex(state), sha256Hex(browser)]);
  return (await db.prepare(TAKE).bind(id, digest, hostname, now).first<LoginAttempt>()) ?? undefined;
}
