import { RpcTarget } from "cloudflare:workers";
import type { Loan } from "./loan.ts";

/**
 * The plugin's side of a loan, as an RPC stub. The other worker can call every method of this class, so it has exactly
 * one. The lender keeps the loan itself and ends it with the call.
 */
export class Lease extends RpcTarget {
  readonly #loan: Loan;

  constructor(loan: Loan) {
    super();
    this.#loan = loan;
  }

  call(capability: unknown, json: unknown): Promise<string> {
    return this.#loan.call(capability, json);
  }
}
