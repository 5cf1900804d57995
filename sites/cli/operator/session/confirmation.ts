/** Asks a person to type out a confirmation before an irreversible command. */
import { type Invocation, UsageError } from "../../command/command.ts";
import { canAsk, typedAnswer } from "../../terminal/prompt.ts";

export const CONFIRM_OPTION = [
  "--confirm <words>",
  "the words that the command asks for in a terminal, for scripts",
] as const;

/** Returns after the operator has typed `words`, which name the action and its target. Throws for any other input. */
export async function confirmed(
  words: string,
  says: string,
  { options, tell }: Invocation,
  ask = typedAnswer,
): Promise<void> {
  const given = options.text("confirm");
  if (given === undefined) tell(says);
  const answer = given ?? (canAsk() || ask !== typedAnswer ? await ask(`Type ${words} to continue: `) : "");
  if (answer !== words)
    throw new UsageError(`Nothing was done. To continue, type exactly ${words}, or pass it with --confirm.`);
}
