import { CLAIM_KEPT_MS, CLAIMS_SWEPT } from "../../../../manifests/bounds/commands.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import type { LoggedInMember } from "../../powers/loggedInMember.ts";

/** One use of an idempotency key, by one member at one site for one command. */
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

/** The stored answer for a repeated request; undefined if there is none. The same key with another input is refused. */
export function storedAnswer({ inputDigest }: Claim, stored: StoredClaim | undefined): string | undefined {
  if (stored && stored.inputDigest !== inputDigest) throw new Refusal("IDEMPOTENCY_KEY_REUSED");
  return stored?.answer;
}

/** An SQL condition on the records that must still hold at the write. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly (string | number | null)[];
}

/**
 * Records the claim. The statement comes first in its batch, which is one transaction. If a condition fails, the answer
 * would be NULL; the column refuses that, and the whole batch rolls back. A claim that another request has recorded
 * also rolls the batch back.
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
