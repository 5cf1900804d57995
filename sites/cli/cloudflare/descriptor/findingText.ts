/** Findings for people, at most 80 columns wide. */
import type { Finding } from "./check.ts";

export const WIDTH = 80;
const INDENT = 17;

/** Wraps text at spaces. A word longer than a line is broken anywhere. */
export function wrappedText(text: string, width: number): string[] {
  const lines: string[] = [];
  for (let rest = text; ;) {
    if (rest.length <= width) return [...lines, rest];
    const at = rest.lastIndexOf(" ", width);
    const end = at > 0 ? at : width;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
}

const row = (name: string, text: string): string[] =>
  wrappedText(text, WIDTH - INDENT).map(
    (line, index) => `${" ".repeat(8)}${(index === 0 ? name : "").padEnd(INDENT - 8)}${line}`,
  );

type Shown = Pick<Finding, "where" | "found" | "allowed"> & Partial<Pick<Finding, "mend">>;

export const findingLines = ({ where, found, allowed, mend }: Shown): string[] => [
  ...row("where", where),
  ...row("found", found),
  ...row("allowed", allowed),
  ...(mend === undefined ? [] : row("mend", mend)),
];

/** The lines of all findings, with an empty line between two findings. */
export const findingsLines = (findings: readonly Shown[]): string[] =>
  findings.flatMap((finding, index) => (index === 0 ? findingLines(finding) : ["", ...findingLines(finding)]));
