/**
 * Idempotency keys of the operator's requests. A key belongs to one input from its first request on. Work may be
 * interrupted, so a key without an answer lets the same request continue.
 */
import { CLAIM_KEPT_MS, CLAIMS_SWEPT } from "../../../manifests/bounds/commands.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { Occasion } from "./tenants/occasion.ts";

/** JSON for "no answer yet". */
const UNFINISHED = "null";

const CLAIM = "INSERT OR IGNORE INTO claims (id, input_digest, answer, at) VALUES (?, ?, ?, ?)";
const FIND = "SELECT input_digest AS inputDigest, answer FROM claims WHERE id = ?";
const ANSWER = "UPDATE claims SET answer = ? WHERE id = ? AND input_digest = ?";
const SWEEP = "DELETE FROM claims WHERE id IN (SELECT id FROM claims WHERE at < ? LIMIT ?)";

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
  const id = idOf(path, key);
  const results = await db.batch<{ readonly inputDigest: string; readonly answer: string }>([
    db.prepare(SWEEP).bind(at - CLAIM_KEPT_MS, CLAIMS_SWEPT),
    db.prepare(CLAIM).bind(id, inputDigest, UNFINISHED, at),
    db.prepare(FIND).bind(id),
  ]);
  const stored = results[2]?.results[0];
  if (stored?.inputDigest !== inputDigest) throw new Refusal("IDEMPOTENCY_KEY_REUSED");
  if (stored.answer !== UNFINISHED) return JSON.parse(stored.answer) as object;
  const answer = await work();
  await db.prepare(ANSWER).bind(JSON.stringify(answer), id, inputDigest).run();
  return answer;
}
