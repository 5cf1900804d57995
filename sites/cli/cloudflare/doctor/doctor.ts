/** Runs every check, in a fixed order, and never stops at the first finding. */
import type { Check, Examined, Finding } from "../descriptor/check.ts";
import { DESCRIPTOR_CHECK, MEDIA_CHECK } from "./descriptorCheck.ts";
import { MANAGED_CHECK } from "./managedCheck.ts";
import { MACHINE_CHECKS } from "./machineChecks.ts";
import { PREPARED_CHECKS } from "./preparedChecks.ts";

export const CHECKS: readonly Check[] = [
  ...MACHINE_CHECKS,
  DESCRIPTOR_CHECK,
  MEDIA_CHECK,
  ...PREPARED_CHECKS,
  MANAGED_CHECK,
];

export interface Verdict {
  readonly id: string;
  readonly title: string;
  /** `unchecked` means that facts are missing, which is no pass. */
  readonly outcome: "passed" | "found" | "unchecked";
  readonly findings: readonly Finding[];
}

/** The reason why a check cannot run; undefined if it can. */
function obstacle({ needs }: Check, { workers, descriptor }: Examined): string | undefined {
  if ((needs === "prepared" || needs === "both") && workers.length === 0) return "there is no prepared set";
  return (needs === "descriptor" || needs === "both") && !descriptor ? "there is no valid descriptor" : undefined;
}

async function judgeCheck(check: Check, examined: Examined): Promise<Verdict> {
  const { id, title } = check;
  if (obstacle(check, examined) !== undefined) return { id, title, outcome: "unchecked", findings: [] };
  const findings = await check.find(examined);
  return { id, title, outcome: findings.length > 0 ? "found" : "passed", findings };
}

export const diagnose = (examined: Examined): Promise<Verdict[]> =>
  Promise.all(CHECKS.map((check) => judgeCheck(check, examined)));

const isBad = ({ outcome, findings }: Verdict): boolean =>
  outcome === "unchecked" || findings.some(({ level }) => level === "error");

/** True if no check failed and none was left out. Warnings are allowed. */
export const isWell = (verdicts: readonly Verdict[]): boolean => !verdicts.some(isBad);
