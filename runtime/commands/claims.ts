import { Refusal } from "../../manifests/refusals/refusal.ts";
import { CLAIM_KEPT_MS, CLAIMS_LOOKED_AT } from "../../manifests/bounds/commands.ts";
import { type Sql, first } from "../powers/powers.ts";

/** The identity of a claim. The same key for another member, site or command is another claim. */
export interface ClaimRef {
  readonly scope: string;
  readonly key: string;
  readonly inputDigest: string;
}

export const claimScope = (site: string, actor: string, command: string): string =>
  JSON.stringify([site, actor, command]);

type Position = Pick<ClaimRef, "scope" | "key">;

/** The position before the first claim. No scope is empty. */
const START: Position = { scope: "", key: "" };

/** Idempotency claims. A claim is recorded in the transaction of its effect, so it exists exactly when the effect does. */
export class Claims {
  readonly #sql: Sql;
  /** Claims of commands that this object is preparing. A crash loses them, and then nothing was committed either. */
  readonly #running = new Map<string, string>();
  #sweptTo = START;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Reads the stored answer for an exact repeat, as its original JSON text. */
  find(ref: ClaimRef): string | undefined {
    const row = first<{ input_digest: string; answer: string }>(
      this.#sql,
      "SELECT input_digest, answer FROM claims WHERE scope = ? AND key = ?",
      ref.scope,
      ref.key,
    );
    if (row && row.input_digest !== ref.inputDigest) throw new Refusal("IDEMPOTENCY_KEY_REUSED");
    return row?.answer;
  }

  record(ref: ClaimRef, answer: string, at: number): void {
    this.#sql.all(
      "INSERT INTO claims (scope, key, input_digest, answer, at) VALUES (?, ?, ?, ?, ?)",
      ref.scope,
      ref.key,
      ref.inputDigest,
      answer,
      at,
    );
  }

  /** Runs `action` unless the same claim is already running. */
  async exclusively<T>(ref: ClaimRef, action: () => Promise<T>): Promise<T> {
    const name = JSON.stringify([ref.scope, ref.key]);
    const running = this.#running.get(name);
    if (running !== undefined)
      throw new Refusal(running === ref.inputDigest ? "IDEMPOTENCY_IN_PROGRESS" : "IDEMPOTENCY_KEY_REUSED");
    this.#running.set(name, ref.inputDigest);
    try {
      return await action();
    } finally {
      this.#running.delete(name);
    }
  }

  /** Removes the claims of a site that is gone, so that none answers for a later site with its id. */
  forgetSite(site: string): void {
    this.#sql.all("DELETE FROM claims WHERE json_extract(scope, '$[0]') = ?", site);
  }

  /** Removes expired claims among the next ones in key order. After the last one it starts at the first again. */
  sweep(now: number): void {
    const { scope, key } = this.#sweptTo;
    const end = first<Position>(
      this.#sql,
      "SELECT scope, key FROM claims WHERE (scope, key) > (?, ?) ORDER BY scope, key LIMIT 1 OFFSET ?",
      scope,
      key,
      CLAIMS_LOOKED_AT - 1,
    );
    const [upTo, ...values] = end ? ["AND (scope, key) <= (?, ?)", end.scope, end.key] : [""];
    this.#sql.all(
      `DELETE FROM claims WHERE (scope, key) > (?, ?) ${upTo} AND at < ?`,
      scope,
      key,
      ...values,
      now - CLAIM_KEPT_MS,
    );
    this.#sweptTo = end ?? START;
  }
}
