import { OPERATOR_TOKEN_USED_MS, OPERATOR_TOKENS_MAX } from "../../../manifests/bounds/operators.ts";

/** A token of an operator, without its secret. */
export interface OperatorToken {
  readonly name: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export interface ListedToken extends OperatorToken {
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
}

const ADD = `
  INSERT INTO operator_tokens (id, name, created_at, expires_at) SELECT ?1, ?2, ?3, ?4
  WHERE (SELECT count(*) FROM operator_tokens) < ?5 ON CONFLICT (name) DO NOTHING`;
const LIST = `
  SELECT name, created_at AS createdAt, expires_at AS expiresAt, last_used_at AS lastUsedAt, revoked_at AS revokedAt
  FROM operator_tokens ORDER BY name`;
const REVOKE = "UPDATE operator_tokens SET revoked_at = ? WHERE name = ? AND revoked_at IS NULL";
const KNOWN = "SELECT 1 FROM operator_tokens WHERE name = ?";
const LIVE = "id = ?1 AND revoked_at IS NULL AND expires_at > ?2";
const FIND = `SELECT name FROM operator_tokens WHERE ${LIVE}`;
/** Updates the last use only at intervals, so that a busy token causes few writes. */
const USE = `UPDATE operator_tokens SET last_used_at = ?2 WHERE ${LIVE} AND (last_used_at IS NULL OR last_used_at <= ?2 - ?3)`;

/** Adds a token by the SHA-256 of its secret; false if its name was used before, or there are too many. */
export async function addOperatorToken(
  db: D1Database,
  id: string,
  { name, createdAt, expiresAt }: OperatorToken,
): Promise<boolean> {
  const added = await db.prepare(ADD).bind(id, name, createdAt, expiresAt, OPERATOR_TOKENS_MAX).run();
  return added.meta.changes === 1;
}

export async function operatorTokens(db: D1Database): Promise<ListedToken[]> {
  return (await db.prepare(LIST).all<ListedToken>()).results;
}

export const isKnownToken = async (db: D1Database, name: string): Promise<boolean> =>
  (await db.prepare(KNOWN).bind(name).first()) !== null;

/** Revokes a token; false if it was revoked before. */
export const revokeOperatorToken = async (db: D1Database, name: string, at: number): Promise<boolean> =>
  (await db.prepare(REVOKE).bind(at, name).run()).meta.changes === 1;

/** The name of a valid token, and notes its use; undefined if it is revoked, expired or unknown. */
export async function useOperatorToken(db: D1Database, id: string, now: number): Promise<string | undefined> {
  const [, found] = await db.batch([
    db.prepare(USE).bind(id, now, OPERATOR_TOKEN_USED_MS),
    db.prepare(FIND).bind(id, now),
  ]);
  return ((found?.results ?? []) as { name: string }[])[0]?.name;
}
