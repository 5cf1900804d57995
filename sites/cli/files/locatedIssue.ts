import type { Issue } from "../../../manifests/refusals/refusal.ts";

/** An issue at a place in an author's file. Lines and columns count from 1. */
export interface LocatedIssue extends Issue {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The name by which an author may allow it. A refusal that guards a site has none. */
  readonly check?: string;
}

/** An issue before it has a place. */
export type UnplacedIssue = Issue & Pick<LocatedIssue, "check">;

/** Finds the line and column of an offset in the text of the file. */
export function located(
  { pointer, found, allowed, check }: UnplacedIssue,
  file: string,
  text: string,
  offset: number,
): LocatedIssue {
  const before = text.slice(0, offset).split("\n");
  const place = { file, line: before.length, column: (before.at(-1) ?? "").length + 1 };
  return { pointer, found, allowed, ...place, ...(check !== undefined && { check }) };
}

/** Describes an issue in one line for a terminal. */
export const issueLine = ({ file, line, column, pointer, found, allowed, check }: LocatedIssue): string =>
  `${file}:${line}:${column} ${pointer || "/"}: found ${found}; allowed: ${allowed}${check === undefined ? "" : ` [${check}]`}`;
