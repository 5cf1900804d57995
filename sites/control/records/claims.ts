import { CLAIM_KEPT_MS, CLAIMS_SWEPT } from "../../../manifests/bounds/commands.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { Condition } from "../sql/condition.ts";
import type { SiteRef } from "../tenants/sites.ts";

/** One use of an idempotency key, by one caller for one command. */
export interface Claim {
  readonly id: string;
  readonly inputDigest: string;
}

export const claimOf = (
  { tenant, site, identity }: SiteRef & { readonly identity: string },
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
const BEGIN = "INSERT OR IGNORE INTO claims (id, input_digest, answer, at) VALUES (?, ?, ?, ?)";
const ANSWER = "UPDATE claims SET answer = ? WHERE id = ? AND input_digest = ?";

export const findClaim = (db: D1Database, { id }: Pick<Claim, "id">): D1PreparedStatement => db.prepare(FIND).bind(id);

/** The stored answer for a repeated request; undefined if there is none. The same key with another input is refused. */
export function storedAnswer({ inputDigest }: Claim, stored: StoredClaim | undefined): string | undefined {
  if (stored && stored.inputDigest !== inputDigest) throw new Refusal("IDEMPOTENCY_KEY_REUSED");
  return stored?.answer;
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

/** Records the claim of work that has no answer yet, unless the key is claimed already. */
export const beginClaim = (db: D1Database, claim: Claim, unfinished: string, at: number): D1PreparedStatement =>
  db.prepare(BEGIN).bind(claim.id, claim.inputDigest, unfinished, at);

/** Stores the answer of work that has ended. */
export const answerClaim = (db: D1Database, claim: Claim, answer: string): D1PreparedStatement =>
  db.prepare(ANSWER).bind(answer, claim.id, claim.inputDigest);

const FORGET = "DELETE FROM claims WHERE json_extract(id, '$[0]') = ? AND json_extract(id, '$[1]') = ?";

/** Removes the claims of a site that is gone, so that none answers for a later site with its id. */
export const forgetClaimsOf = (db: D1Database, { tenant, site }: SiteRef): D1PreparedStatement =>
  db.prepare(FORGET).bind(tenant, site);

export const sweepClaims = (db: D1Database, now: number): D1PreparedStatement =>
  db.prepare(SWEEP).bind(now - CLAIM_KEPT_MS, CLAIMS_SWEPT);
