/** Describes a preflight for people: one line for each check, and the conclusion on the last line. */
import type { Paint } from "../../command.ts";
import { verdictLines } from "../live/liveText.ts";
import type { Judgement, LiveVerdict } from "../live/verdict.ts";

const FOLLOWS: Readonly<Record<Judgement, string>> = {
  passed: "Passed: provisioning may begin.",
  blocked: "Blocked: do not provision. Something is missing or could not be looked at.",
  failed: "Failed: do not provision. Something is there that must not be.",
};

export const preflightLines = (
  verdicts: readonly LiveVerdict[],
  status: Judgement,
  isRehearsal: boolean,
  paint: Paint,
): string[] => [
  ...verdicts.flatMap((verdict) => verdictLines(verdict, paint)),
  "",
  ...(isRehearsal ? ["The provider is a stand-in on this machine: this says nothing about an account."] : []),
  FOLLOWS[status],
];
