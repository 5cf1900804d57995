import { TRUST_KEYS_MAX } from "../../../manifests/bounds/packages.ts";
import type { AskTrust } from "../../../runtime/plugins/packages/trustChanges.ts";

/** The text of a revoked key is missing here if the key came from the deployment's own list. */
const CHANGES = `
  SELECT json_object(
    'added', (SELECT json_group_array(json(jwk)) FROM trust_keys WHERE jwk IS NOT NULL),
    'revoked', (SELECT json_group_object(kid, revoked_at) FROM trust_keys WHERE revoked_at IS NOT NULL)) AS text`;

/** Reads the added and revoked keys from the control plane. */
export const trustChanges =
  (db: D1Database): AskTrust =>
  async () =>
    (await db.prepare(CHANGES).first<{ text: string }>())?.text;

/** A key that operators added or revoked. */
export interface TrustKeyRow {
  readonly kid: string;
  /** The public JWK; null for a revoked key of the deployment's configuration. */
  readonly jwk: string | null;
  readonly addedBy: string | null;
  readonly addedAt: number | null;
  readonly revokedBy: string | null;
  readonly revokedAt: number | null;
}

const ADD = `
  INSERT INTO trust_keys (kid, jwk, added_by, added_at) SELECT ?1, ?2, ?3, ?4
  WHERE (SELECT count(*) FROM trust_keys WHERE jwk IS NOT NULL AND revoked_at IS NULL) < ?5
  ON CONFLICT (kid) DO NOTHING`;
const FIND = "SELECT jwk, revoked_at AS revokedAt FROM trust_keys WHERE kid = ?";
const REVOKE = `
  INSERT INTO trust_keys (kid, revoked_by, revoked_at) VALUES (?1, ?2, ?3)
  ON CONFLICT (kid) DO UPDATE SET revoked_by = excluded.revoked_by, revoked_at = excluded.revoked_at
  WHERE revoked_at IS NULL`;
const LIST = `
  SELECT kid, jwk, added_by AS addedBy, added_at AS addedAt, revoked_by AS revokedBy, revoked_at AS revokedAt
  FROM trust_keys ORDER BY kid`;

export async function allTrustKeys(db: D1Database): Promise<readonly TrustKeyRow[]> {
  return (await db.prepare(LIST).all<TrustKeyRow>()).results;
}

export const findTrustKey = (db: D1Database, kid: string): Promise<Pick<TrustKeyRow, "jwk" | "revokedAt"> | null> =>
  db.prepare(FIND).bind(kid).first<Pick<TrustKeyRow, "jwk" | "revokedAt">>();

/** Adds a key; false if it is there already, or there are too many. */
export async function insertTrustKey(
  db: D1Database,
  kid: string,
  jwk: string,
  { actor, at }: { readonly actor: string; readonly at: number },
): Promise<boolean> {
  return (await db.prepare(ADD).bind(kid, jwk, actor, at, TRUST_KEYS_MAX).run()).meta.changes === 1;
}

/** Revokes a key for good; false if it was revoked before. */
export async function markRevoked(
  db: D1Database,
  kid: string,
  { actor, at }: { readonly actor: string; readonly at: number },
): Promise<boolean> {
  return (await db.prepare(REVOKE).bind(kid, actor, at).run()).meta.changes === 1;
}
