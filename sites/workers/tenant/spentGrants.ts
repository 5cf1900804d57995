import { SPENT_GRANTS_SWEPT, SPENT_GRANTS_TILL_SWEPT } from "../../../manifests/bounds/hosting.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";

type Kept = Pick<DurableObjectStorage, "kv">;

const PREFIX = "grant:";
/** Keys sort by expiry, so that expired grants come first. */
const keyOf = (exp: number, jti: string): string => `${PREFIX}${String(exp).padStart(12, "0")}:${jti}`;

/**
 * Single-use grants that were used, until they expire. They are stored with the workspace, so a new process knows them.
 */
export class SpentGrants {
  readonly #kept: Kept;
  readonly #now: () => number;
  /**
   * Uses left until the next sweep. A list costs more than the two statements for a grant, so only the first use of a
   * process and every so-many-th later sweeps.
   */
  #tillSwept = 1;

  constructor(kept: Kept, now: () => number) {
    this.#kept = kept;
    this.#now = now;
  }

  /** Refuses a grant that was used before. */
  spend({ exp, jti }: { readonly exp: number; readonly jti: string }): void {
    const { kv } = this.#kept;
    const key = keyOf(exp, jti);
    if (kv.get(key) !== undefined) throw new Refusal("FORBIDDEN", { reason: "dispatch grant: it has served" });
    kv.put(key, 1);
    this.#tillSwept -= 1;
    if (this.#tillSwept === 0) this.#sweep();
  }

  /** Removes expired grants, which are refused anyway. */
  #sweep(): void {
    this.#tillSwept = SPENT_GRANTS_TILL_SWEPT;
    const { kv } = this.#kept;
    const over = keyOf(Math.floor(this.#now() / 1000), "");
    // The list is read completely first, because deleting during the iteration breaks it.
    const old = Array.from(kv.list({ prefix: PREFIX, end: over, limit: SPENT_GRANTS_SWEPT }), ([name]) => name);
    for (const name of old) kv.delete(name);
  }
}
