/**
 * Describes a deployment for people: a line for each step, details of a failed one, and the outcome on the last line.
 */
import { stripVTControlCharacters } from "node:util";
import type { Paint } from "../../command/command.ts";
import { countOf } from "../../../../manifests/refusals/countOf.ts";
import { wrappedText, findingLines, WIDTH } from "../descriptor/findingText.ts";
import { verdictLines } from "../live/liveText.ts";
import type { LiveVerdict } from "../live/verdict.ts";
import type { StepEnd, StepState } from "./execute.ts";

const MARKS: Readonly<Record<StepState, string>> = {
  same: "same",
  done: "ok  ",
  failed: "FAIL",
  unknown: "????",
  todo: "todo",
};
const COLOURS: Readonly<Partial<Record<StepState, "green" | "red" | "dim">>> = {
  done: "green",
  failed: "red",
  unknown: "red",
  same: "dim",
};
const SAID_LINES = 12;

const mark = (state: StepState, paint: Paint): string => {
  const colour = COLOURS[state];
  return colour ? paint(colour, MARKS[state]) : MARKS[state];
};

/** The last lines of wrangler's output, which usually hold its error. */
const outputLines = (output: string): string[] =>
  stripVTControlCharacters(output)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .slice(-SAID_LINES)
    .flatMap((line) => wrappedText(line, WIDTH - 8))
    .map((line) => `        ${line}`);

const verdictDetails = ({ id, findings }: LiveVerdict): string[] => [
  `        check    ${id}`,
  ...findings.flatMap(findingLines),
];

const stepLines = ({ step, state, verdicts, output }: StepEnd, paint: Paint): string[] => [
  `${mark(state, paint)}  ${step.title}`,
  ...(state === "failed"
    ? [...verdicts.flatMap(verdictDetails), ...(output === undefined ? [] : outputLines(output))]
    : []),
];

const count = (ends: readonly StepEnd[], ...states: readonly StepState[]): number =>
  ends.filter(({ state }) => states.includes(state)).length;

export const isDeployed = (ends: readonly StepEnd[]): boolean =>
  ends.every(({ state }) => state === "same" || state === "done");

function lastLine(ends: readonly StepEnd[]): string {
  const [done, same, todo] = [count(ends, "done"), count(ends, "same"), count(ends, "todo")];
  if (isDeployed(ends))
    return done === 0
      ? `Deployed: all ${same} steps were already done.`
      : `Deployed: ${countOf(done, "step")} done now, ${same} already done.`;
  const stop = ends.find(({ state }) => state === "failed" || state === "unknown");
  const where = stop ? ` at ${stop.step.title}` : "";
  return `Stopped${where}: ${done + same} of ${ends.length} steps are done, ${todo} are not started. Run the same command again to continue.`;
}

export const endLines = (ends: readonly StepEnd[], paint: Paint): string[] => [
  ...ends.flatMap((end) => stepLines(end, paint)),
  "",
  ...wrappedText(lastLine(ends), WIDTH),
];

export function foreseenLines(ends: readonly StepEnd[], paint: Paint): string[] {
  const todo = count(ends, "todo");
  const says =
    todo === 0
      ? "Nothing to do: everything is as prepared."
      : `Dry run: ${todo} of ${ends.length} steps would be done; nothing was changed.`;
  return [...ends.flatMap((end) => stepLines(end, paint)), "", says];
}

export const blockedLines = (verdicts: readonly LiveVerdict[], paint: Paint): string[] => [
  ...verdicts.filter(({ verdict }) => verdict !== "passed").flatMap((verdict) => verdictLines(verdict, paint)),
  "",
  "Not started: nothing was changed.",
];
