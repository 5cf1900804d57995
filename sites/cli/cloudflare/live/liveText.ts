/** Describes verdicts for people, at most 80 columns wide. Only faults have details. */
import type { Paint } from "../../command/command.ts";
import { wrappedText, findingsLines, WIDTH } from "../descriptor/findingText.ts";
import type { LiveVerdict } from "./verdict.ts";

const ID_WIDTH = 30;

const mark = ({ verdict }: LiveVerdict, paint: Paint): string =>
  verdict === "passed" ? paint("green", "ok  ") : paint("red", verdict === "failed" ? "FAIL" : "BLCK");

const MARGIN = ID_WIDTH + 7;

export function verdictLines(verdict: LiveVerdict, paint: Paint): string[] {
  const [title = "", ...more] = wrappedText(verdict.title, WIDTH - MARGIN);
  return [
    `${mark(verdict, paint)}  ${verdict.id.padEnd(ID_WIDTH)} ${title}`,
    ...more.map((line) => `${" ".repeat(MARGIN)}${line}`),
    ...findingsLines(verdict.findings),
  ];
}
