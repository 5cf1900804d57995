/** Describes a diagnosis for people: a line for each check, the findings' details, and the verdict on the last line. */
import type { Paint } from "../../command/command.ts";
import { countOf } from "../../../../manifests/refusals/countOf.ts";
import type { Finding } from "../descriptor/check.ts";
import { findingsLines } from "../descriptor/findingText.ts";
import { isWell, type Verdict } from "./doctor.ts";

const ID_WIDTH = 20;

const isWarning = ({ findings }: Verdict): boolean => findings.every(({ level }) => level === "warning");

function mark(verdict: Verdict, paint: Paint): string {
  if (verdict.outcome === "passed") return paint("green", "ok  ");
  if (verdict.outcome === "unchecked") return "skip";
  return isWarning(verdict) ? "note" : paint("red", "FAIL");
}

const verdictLines = (verdict: Verdict, paint: Paint): string[] => [
  `${mark(verdict, paint)}  ${verdict.id.padEnd(ID_WIDTH)} ${verdict.title}`,
  ...findingsLines(verdict.findings),
];

function lastLine(verdicts: readonly Verdict[]): string {
  const count = (level: Finding["level"]): number =>
    verdicts.flatMap(({ findings }) => findings).filter((finding) => finding.level === level).length;
  const unchecked = verdicts.filter(({ outcome }) => outcome === "unchecked").length;
  const warnings = count("warning") === 0 ? "" : `, ${count("warning")} to note`;
  if (isWell(verdicts)) return `Passed: ${countOf(verdicts.length, "check")}${warnings}.`;
  return `Failed: ${countOf(count("error"), "fault")}${warnings}, ${unchecked} of ${verdicts.length} checks could not run.`;
}

export const doctorLines = (verdicts: readonly Verdict[], paint: Paint): string[] => [
  ...verdicts.flatMap((verdict) => verdictLines(verdict, paint)),
  "",
  lastLine(verdicts),
];
