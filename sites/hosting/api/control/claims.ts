import { CLAIM_KEPT_MS, CLAIMS_SWEPT } from "../../../../manifests/bounds/commands.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import type { LoggedInMember } from "../../auth/loggedInMember.ts";

/** One use of an idempotency key. The same key of another member, site or command is another claim. */
export interface Claim {
  readonly id: string;
  readonly inputDigest: string;
}

export const claimOf = (
  { tenant, site, identity }: LoggedInMember,
  command: string,
  key: string,
  inputDigest: string,
): Claim => ({
  id: JSON.stringify([tenant, site, identity, command, key]),
  inputDigest,
});

export interface StoredClaim {
  readonly inputDigest: string;
  readonly answer: string;
}

const FIND = "SELECT input_digest AS inputDigest, answer FROM claims WHERE id = ?";
const SWEEP = "DELETE FROM claims WHERE id IN (SELECT id FROM claims WHERE at < ? LIMIT ?)";

export const findClaim = (db: D1Database, { id }: Claim): D1PreparedStatement => db.prepare(FIND).bind(id);

/** The answer of an exact repeat, as it was written. */
export function storedAnswer({ inputDigest }: Claim, stored: StoredClaim | undefined): string | undefined {
  if (stored && stored.inputDigest !== inputDigest) throw new Refusal("IDEMPOTENCY_KEY_REUSED");
  return stored?.answer;
}

/** An SQL condition on the records that must hold when the command writes. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly (string | number | null)[];
}

/**
 * Comes first in its batch, which is one transaction. Where a condition does not hold, the answer would be NULL, which
 * the column refuses, so the whole batch is taken back. A batch whose claim another request has recorded already is
 * taken back, too.
 */
export function recordClaim(
  db: D1Database,
  claim: Claim,
  answer: string,
  at: number,
  conditions: readonly Condition[],
): D1PreparedStatement {
  const holds = conditions.map(({ sql }) => `(${sql})`).join(" AND ");
  return db
    .prepare(`INSERT INTO claims (id, input_digest, at, answer) SELECT ?, ?, ?, CASE WHEN ${holds} THEN ? END`)
    .bind(claim.id, claim.inputDigest, at, ...conditions.flatMap(({ values }) => values), answer);
}

export const sweepClaims = (db: D1Database, now: number): D1PreparedStatement =>
  db.prepare(SWEEP).bind(now - CLAIM_KEPT_MS, CLAIMS_SWEPT);
