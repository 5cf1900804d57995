/** Describes a preflight for people: one line for each check, and the conclusion on the last line. */
import type { Paint } from "../../command/command.ts";
import { verdictLines } from "../live/liveText.ts";
import type { Judgement, LiveVerdict } from "../live/verdict.ts";

const FOLLOWS: Readonly<Record<Judgement, string>> = {
  passed: "Passed: you can provision.",
  blocked: "Blocked: do not provision. Something is missing or could not be checked.",
  failed: "Failed: do not provision. Something exists that must not exist.",
};

export const preflightLines = (
  verdicts: readonly LiveVerdict[],
  status: Judgement,
  isRehearsal: boolean,
  paint: Paint,
): string[] => [
  ...verdicts.flatMap((verdict) => verdictLines(verdict, paint)),
  "",
  ...(isRehearsal ? ["Simulated provider on this machine: this says nothing about a real account."] : []),
  FOLLOWS[status],
];
