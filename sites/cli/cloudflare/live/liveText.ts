/** Verdicts for people, at most 80 columns wide, with details only for faults. */
import type { Paint } from "../../command.ts";
import type { Finding } from "../doctor/check.ts";
import type { LiveVerdict } from "./verdict.ts";

const WIDTH = 80;
const INDENT = 17;

/** Text broken at spaces; a word that is longer than a line is broken anywhere. */
export function broken(text: string, width: number): string[] {
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
  broken(text, WIDTH - INDENT).map(
    (line, index) => `${" ".repeat(8)}${(index === 0 ? name : "").padEnd(INDENT - 8)}${line}`,
  );

export const findingLines = ({ where, found, allowed, mend }: Finding): string[] => [
  ...row("where", where),
  ...row("found", found),
  ...row("allowed", allowed),
  ...row("mend", mend),
];

const ID_WIDTH = 30;

const mark = ({ verdict }: LiveVerdict, paint: Paint): string =>
  verdict === "passed" ? paint("green", "ok  ") : paint("red", verdict === "failed" ? "FAIL" : "BLCK");

const MARGIN = ID_WIDTH + 7;

export function verdictLines(verdict: LiveVerdict, paint: Paint): string[] {
  const [title = "", ...more] = broken(verdict.title, WIDTH - MARGIN);
  return [
    `${mark(verdict, paint)}  ${verdict.id.padEnd(ID_WIDTH)} ${title}`,
    ...more.map((line) => `${" ".repeat(MARGIN)}${line}`),
    ...verdict.findings.flatMap((finding, index) =>
      index === 0 ? findingLines(finding) : ["", ...findingLines(finding)],
    ),
  ];
}
