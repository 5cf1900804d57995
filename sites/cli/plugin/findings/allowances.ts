/**
 * Comments with which an author allows a finding: `svc-allow contrast: the customer's own colour`. One holds for its own
 * line and for the next one that has no such comment.
 */
import { ISSUES_MAX } from "../../../../manifests/bounds/json.ts";
import { quote } from "../../../../manifests/refusals/pointer.ts";
import type { LocatedIssue } from "../../files/locatedIssue.ts";
import { ALLOWABLE_CHECKS, isAllowable } from "./checks.ts";

/** The place of a finding, and the name of its check. */
interface PlacedFinding {
  readonly file: string;
  readonly line: number;
  readonly check?: string;
}

export interface Allowance {
  readonly file: string;
  readonly line: number;
  readonly check: string;
  readonly reason: string;
}

/** Kinds of files that can have comments. */
const COMMENTABLE = /\.(?:jsonc|liquid|css|html|[cm]?[jt]sx?)$/;
/** A reason ends with its comment or its line. */
const ALLOWS = /\bsvc-allow[ \t]+([\w-]+)(?:[ \t]*:(.*?)(?:\*\/|-->|-?%\}|$))?/g;

interface Written extends Allowance {
  readonly column: number;
}

const inLine = (file: string, text: string, line: number): Written[] =>
  [...text.matchAll(ALLOWS)].map(({ index, 1: check = "", 2: reason = "" }) => ({
    file,
    line,
    column: index + 1,
    check,
    reason: reason.trim(),
  }));

const writtenIn = (file: string, text: string): Written[] =>
  COMMENTABLE.test(file) && text.includes("svc-allow")
    ? text.split("\n").flatMap((line, index) => (line.includes("svc-allow") ? inLine(file, line, index + 1) : []))
    : [];

const keyOf = ({ file, check }: Pick<PlacedFinding, "file" | "check">, line: number): string =>
  `${line} ${String(check)} ${file}`;

/** The comments by what they allow. Those in lines one below the other all hold for the line below them. */
function coveredBy(written: readonly Written[]): ReadonlyMap<string, Written> {
  const lines = new Set(written.map(({ file, line }) => `${line} ${file}`));
  const covered = new Map<string, Written>();
  let next = 0;
  for (const one of written.toReversed()) {
    if (!lines.has(`${one.line + 1} ${one.file}`)) next = one.line + 1;
    if (!isAllowable(one.check) || one.reason === "") continue;
    for (const line of [one.line, next]) covered.set(keyOf(one, line), one);
  }
  return covered;
}

/** The reason why a comment allows nothing. */
function faultOf({ check, reason }: Allowance): Pick<LocatedIssue, "found" | "allowed"> {
  if (!isAllowable(check))
    return { found: `svc-allow ${quote(check)}`, allowed: `one of ${Object.keys(ALLOWABLE_CHECKS).join(", ")}` };
  if (reason === "") return { found: `svc-allow ${check} without a reason`, allowed: `svc-allow ${check}: <reason>` };
  return {
    found: `svc-allow ${check}, which allows nothing`,
    allowed: "such a comment on the line of the finding, or on the one above",
  };
}

interface Allowed<T> {
  /** The findings that no comment allows. */
  readonly kept: readonly T[];
  /** The comments that allow a finding. */
  readonly used: readonly Allowance[];
  /** A finding for each comment that allows nothing. */
  readonly idle: readonly LocatedIssue[];
}

/** Leaves out the findings that comments in these files allow. */
export function allowedBy<T extends PlacedFinding>(
  findings: readonly T[],
  files: Readonly<Record<string, string>>,
): Allowed<T> {
  const written = Object.entries(files).flatMap(([file, text]) => writtenIn(file, text));
  const covered = coveredBy(written);
  const by = (finding: T): Written | undefined => covered.get(keyOf(finding, finding.line));
  const used = new Set(findings.flatMap((finding) => by(finding) ?? []));
  const idle = written.filter((one) => !used.has(one)).slice(0, ISSUES_MAX);
  return {
    kept: findings.filter((finding) => !by(finding)),
    used: [...used].map(({ file, line, check, reason }) => ({ file, line, check, reason })),
    idle: idle.map(({ file, line, column, ...one }) => ({
      pointer: "",
      ...faultOf({ file, line, ...one }),
      file,
      line,
      column,
    })),
  };
}

export const allowanceLine = ({ file, line, check, reason }: Allowance): string =>
  `${file}:${line} allows ${check}: ${reason}`;
