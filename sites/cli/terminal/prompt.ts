import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { printable } from "../site/problem.ts";

export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** Values of `CI` that mean that no build server runs the command. */
const NO_CI: ReadonlySet<string> = new Set(["", "0", "false"]);

/**
 * True if a person can read a question and answer it. Build servers set `CI`, and some give their commands a terminal at
 * which nobody sits.
 */
export const canAsk = (environment: NodeJS.ProcessEnv = process.env): boolean =>
  process.stdin.isTTY && process.stderr.isTTY && NO_CI.has((environment["CI"] ?? "").toLowerCase());

/** Questions go to stderr, so that a pipe gets only the results. */
const HERE: Terminal = { input: process.stdin, output: process.stderr };

/** At Ctrl-C and Ctrl-D readline rejects with an AbortError. The answer then counts as empty. */
function emptyIfAborted(error: unknown): string {
  if (error instanceof Error && error.name === "AbortError") return "";
  throw error;
}

/** Asks at the terminal. Ctrl-C, the end of the input and an abort count as an empty answer. */
export async function typedAnswer(
  question: string,
  { input, output }: Terminal = HERE,
  signal?: AbortSignal,
): Promise<string> {
  const asking = createInterface({ input, output });
  try {
    const answer = asking.question(printable(question), { ...(signal && { signal }) }).catch(emptyIfAborted);
    return (await Promise.race([answer, once(asking, "close").then(() => "")])).trim();
  } finally {
    asking.close();
  }
}

/** True for "y" or "yes". Any other answer is a no. */
export const isYes = async (question: string, terminal: Terminal = HERE): Promise<boolean> =>
  /^y(es)?$/i.test(await typedAnswer(`${question} [y/N] `, terminal));
