import type { RingChanges } from "../../../manifests/trust/keyring.ts";
import { ringChangesIn } from "../../../manifests/trust/ringChanges.ts";
import { type Sql, first } from "../../powers/powers.ts";

/**
 * Reads the keys that the operator added and revoked from the control plane, as text. Undefined where nobody stores
 * such changes.
 */
export type AskTrust = () => Promise<string | undefined>;

/**
 * The operator's changes of the keyring since the deployment. The workspace stores the last answer: a revoked key must
 * not become trusted while the control plane is unavailable.
 */
export class TrustChanges {
  readonly #sql: Sql;
  readonly #ask: AskTrust;

  constructor(sql: Sql, ask: AskTrust) {
    this.#sql = sql;
    this.#ask = ask;
  }

  /** Reads the changes from the control plane. Rejects if it does not answer. */
  async renew(): Promise<void> {
    const text = await this.#ask();
    if (text === undefined) return;
    ringChangesIn(text);
    this.#sql.all("INSERT OR REPLACE INTO plugin_trust (only, body) VALUES (1, ?)", text);
  }

  /** The newest changes, from the control plane or else from the last answer. */
  async read(): Promise<RingChanges | undefined> {
    await this.renew().catch(() => undefined);
    const known = first<{ body: string }>(this.#sql, "SELECT body FROM plugin_trust")?.body;
    return known === undefined ? undefined : ringChangesIn(known);
  }
}
