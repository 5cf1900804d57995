import { SPENT_GRANTS_SWEPT, SPENT_GRANTS_TILL_SWEPT } from "../../manifests/bounds/hosting.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";

type Kept = Pick<DurableObjectStorage, "kv">;

const PREFIX = "grant:";
/** Ordered by their end, so that those that are over come first. */
const keyOf = (exp: number, jti: string): string => `${PREFIX}${String(exp).padStart(12, "0")}:${jti}`;

/** Grants that serve once, until they are over. Kept with the workspace: a new process remembers them. */
export class SpentGrants {
  readonly #kept: Kept;
  readonly #now: () => number;
  /** A list costs more than a grant's own two statements, so the first in a process sweeps, and then each so many. */
  #tillSwept = 1;

  constructor(kept: Kept, now: () => number) {
    this.#kept = kept;
    this.#now = now;
  }

  /** Refuses a grant that has served. */
  spend({ exp, jti }: { readonly exp: number; readonly jti: string }): void {
    const { kv } = this.#kept;
    const key = keyOf(exp, jti);
    if (kv.get(key) !== undefined) throw new Refusal("FORBIDDEN", { reason: "dispatch grant: it has served" });
    kv.put(key, 1);
    this.#tillSwept -= 1;
    if (this.#tillSwept === 0) this.#sweep();
  }

  /** Forgets grants that are over: they serve nobody, whether spent or not. */
  #sweep(): void {
    this.#tillSwept = SPENT_GRANTS_TILL_SWEPT;
    const { kv } = this.#kept;
    const over = keyOf(Math.floor(this.#now() / 1000), "");
    // Listed whole before the first is removed, because a list that is being read does not bear changes.
    const old = Array.from(kv.list({ prefix: PREFIX, end: over, limit: SPENT_GRANTS_SWEPT }), ([name]) => name);
    for (const name of old) kv.delete(name);
  }
}
