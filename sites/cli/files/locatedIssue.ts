import type { Issue } from "../../../manifests/refusals/refusal.ts";

/** An issue at a place in an author's file. Lines and columns count from 1. */
export interface LocatedIssue extends Issue {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Describes an issue in one line for a terminal. */
export const issueLine = ({ file, line, column, pointer, found, allowed }: LocatedIssue): string =>
  `${file}:${line}:${column} ${pointer || "/"}: found ${found}; allowed: ${allowed}`;
