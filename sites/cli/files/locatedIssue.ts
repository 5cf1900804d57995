import type { Issue } from "../../../manifests/refusals/refusal.ts";

/** An issue at a place in an author's file. Lines and columns count from 1. */
export interface LocatedIssue extends Issue {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Finds the line and column of an offset in the text of the file. */
export function located({ pointer, found, allowed }: Issue, file: string, text: string, offset: number): LocatedIssue {
  const before = text.slice(0, offset).split("\n");
  return { pointer, found, allowed, file, line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

/** Describes an issue in one line for a terminal. */
export const issueLine = ({ file, line, column, pointer, found, allowed }: LocatedIssue): string =>
  `${file}:${line}:${column} ${pointer || "/"}: found ${found}; allowed: ${allowed}`;
