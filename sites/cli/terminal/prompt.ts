import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { printable } from "../site/problem.ts";

export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** Questions go to stderr, so that a pipe gets only the results. */
const HERE: Terminal = { input: process.stdin, output: process.stderr };

/** At Ctrl-C and Ctrl-D readline rejects with an AbortError. The answer then counts as empty. */
function emptyIfAborted(error: unknown): string {
  if (error instanceof Error && error.name === "AbortError") return "";
  throw error;
}

/** Asks at the terminal. Ctrl-C and the end of the input count as an empty answer. */
export async function typedAnswer(question: string, { input, output }: Terminal = HERE): Promise<string> {
  const asking = createInterface({ input, output });
  try {
    const answer = asking.question(printable(question)).catch(emptyIfAborted);
    return (await Promise.race([answer, once(asking, "close").then(() => "")])).trim();
  } finally {
    asking.close();
  }
}

/** True for "y" or "yes". Any other answer is a no. */
export const isYes = async (question: string, terminal: Terminal = HERE): Promise<boolean> =>
  /^y(es)?$/i.test(await typedAnswer(`${question} [y/N] `, terminal));
