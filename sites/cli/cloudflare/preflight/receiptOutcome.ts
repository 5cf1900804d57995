/** Writes the receipt of a preflight and builds the command's outcome. */
import type { Invocation, Outcome } from "../../command/command.ts";
import { preflightLines } from "./preflightText.ts";
import type { Preflight } from "./premises.ts";
import { type Receipt, checksOf, receiptStatus, writeReceipt } from "./receipt.ts";

export interface ReceiptEvidence {
  readonly kind: Receipt["kind"];
  readonly operator: string;
  readonly path: string;
}

export function receiptOutcome(
  { kind, operator, path }: ReceiptEvidence,
  preflight: Preflight,
  { now, paint }: Invocation,
): Outcome {
  const { verdicts, commit, release, isRehearsal } = preflight;
  const status = receiptStatus(verdicts);
  writeReceipt(path, {
    schemaVersion: 1,
    kind,
    status,
    rehearsal: isRehearsal,
    operator,
    release,
    commit: commit ?? null,
    startedAt: new Date(now).toISOString(),
    finishedAt: new Date().toISOString(),
    checks: checksOf(verdicts),
  });
  return {
    ok: status === "passed",
    lines: preflightLines(verdicts, status, isRehearsal, paint),
    data: { schemaVersion: 1, status, rehearsal: isRehearsal, checks: verdicts, receipt: path },
    talk: [`Receipt: ${path}`],
  };
}
