import type { RingChanges } from "../../../manifests/trust/keyring.ts";
import { ringChangesIn } from "../../../manifests/trust/ringChanges.ts";
import type { Sql } from "../../powers/powers.ts";
import { first } from "../../powers/powers.ts";

/** Asks the control plane for the keys that the operator added and revoked, as text. Undefined where nobody keeps any. */
export type AskTrust = () => Promise<string | undefined>;

/**
 * The changes of the keyring since the deployment. The workspace remembers the last answer: without the control plane, a
 * key that was revoked before must not be believed again.
 */
export class TrustChanges {
  readonly #sql: Sql;
  readonly #ask: AskTrust;

  constructor(sql: Sql, ask: AskTrust) {
    this.#sql = sql;
    this.#ask = ask;
  }

  /** Asks the control plane; rejects when it does not answer. */
  async renew(): Promise<void> {
    const text = await this.#ask();
    if (text === undefined) return;
    ringChangesIn(text);
    this.#sql.all("INSERT OR REPLACE INTO plugin_trust (only, body) VALUES (1, ?)", text);
  }

  /** The newest changes that are known. */
  async read(): Promise<RingChanges | undefined> {
    await this.renew().catch(() => undefined);
    const known = first<{ body: string }>(this.#sql, "SELECT body FROM plugin_trust")?.body;
    return known === undefined ? undefined : ringChangesIn(known);
  }
}
