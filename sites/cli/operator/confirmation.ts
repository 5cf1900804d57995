/** Asks a person to type out a confirmation before an irreversible command. */
import type { Invocation } from "../command.ts";
import { UsageError } from "../command.ts";
import { typedAnswer } from "../terminal/prompt.ts";

export const CONFIRM_OPTION = ["--confirm <words>", "the words a terminal would ask to be typed, for scripts"] as const;

/** Returns after the operator has typed `words`, which name the action and its target. Throws for any other input. */
export async function confirmed(
  words: string,
  says: string,
  { options, tell }: Invocation,
  ask = typedAnswer,
): Promise<void> {
  const given = options.text("confirm");
  if (given === undefined) tell(says);
  const answer = given ?? (process.stdin.isTTY || ask !== typedAnswer ? await ask(`Type ${words} to go on: `) : "");
  if (answer !== words)
    throw new UsageError(`Nothing was done. To go on, type exactly ${words}, or give it with --confirm.`);
}
