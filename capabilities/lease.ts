import { RpcTarget } from "cloudflare:workers";
import type { Loan } from "./loan.ts";

/**
 * The end of a loan that crosses the wall. Every method of a class like this can be called from the other side,
 * so there is exactly one; whoever lends keeps the loan itself, and ends it when the call is over.
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
