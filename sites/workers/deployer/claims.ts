/**
 * Idempotency keys of the operator's requests. A key belongs to one input from its first request on. Work may be
 * interrupted, so a key without an answer lets the same request continue.
 */
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import {
  type Claim,
  type StoredClaim,
  answerClaim,
  beginClaim,
  findClaim,
  sweepClaims,
} from "../../control/records/claims.ts";
import type { Occasion } from "./tenants/occasion.ts";

/** JSON for "no answer yet". */
const UNFINISHED = "null";

type Asked = Pick<Occasion, "key" | "inputDigest" | "at">;

const idOf = (path: string, key: string): string => JSON.stringify(["deployer", path, key]);

/**
 * Runs the work under its key, and returns the stored answer if it has ended before. The same key with another input is
 * refused. Work without a key runs each time.
 */
export async function claimed(
  db: D1Database,
  path: string,
  { key, inputDigest, at }: Asked,
  work: () => Promise<object>,
): Promise<object> {
  if (key === null) return work();
  const claim: Claim = { id: idOf(path, key), inputDigest };
  const results = await db.batch<StoredClaim>([
    sweepClaims(db, at),
    beginClaim(db, claim, UNFINISHED, at),
    findClaim(db, claim),
  ]);
  const stored = results[2]?.results[0];
  if (stored?.inputDigest !== inputDigest) throw new Refusal("IDEMPOTENCY_KEY_REUSED");
  if (stored.answer !== UNFINISHED) return JSON.parse(stored.answer) as object;
  const answer = await work();
  await answerClaim(db, claim, JSON.stringify(answer)).run();
  return answer;
}
