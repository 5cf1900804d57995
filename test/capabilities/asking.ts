import { createHash } from "node:crypto";
import type { GrantedVerbs } from "../../capabilities/capability.ts";
import type { Verb } from "../../capabilities/contract.ts";
import { Loan } from "../../capabilities/loan.ts";

export interface Clock {
  now: number;
  holds: boolean;
  broke: string[];
  late: string[];
}

export const clock = (): Clock => ({ now: 1_000, holds: true, broke: [], late: [] });

export function loanOf(lent: GrantedVerbs, { calls = 20, deadline = 2_000, at = clock() } = {}): Loan {
  return new Loan(
    { verbs: lent, calls, deadline },
    {
      now: () => at.now,
      stillHolds: () => at.holds,
      broke: (error, verb) => void at.broke.push(`${verb}: ${String(error)}`),
      calledLate: (verb) => void at.late.push(verb),
    },
  );
}

/** The value of an answer, or the refusal's code. */
export async function askLoan(loan: Loan, verb: Verb, input: unknown): Promise<unknown> {
  const answer = JSON.parse(await loan.call(verb, JSON.stringify(input))) as {
    value?: unknown;
    error?: { code: string };
  };
  return answer.error ? answer.error.code : answer.value;
}

export const fileDigest = async (text: string): Promise<string> =>
  `sha256-${createHash("sha256").update(text).digest("base64url")}`;
