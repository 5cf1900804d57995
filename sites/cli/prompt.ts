import { once } from "node:events";
import { createInterface } from "node:readline/promises";

export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** On stderr, so that a pipe gets the data and nothing else. */
const HERE: Terminal = { input: process.stdin, output: process.stderr };

/** At a terminal Ctrl-C and Ctrl-D are keys, and end a question with an error. */
function emptyIfAborted(error: unknown): string {
  if (error instanceof Error && error.name === "AbortError") return "";
  throw error;
}

/** Asks at the terminal. Everything but a plain yes is a no, and so are Ctrl-C and the end of the input. */
export async function isYes(question: string, { input, output }: Terminal = HERE): Promise<boolean> {
  const asking = createInterface({ input, output });
  try {
    const typed = asking.question(`${question} [y/N] `).catch(emptyIfAborted);
    const answer = await Promise.race([typed, once(asking, "close").then(() => "")]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    asking.close();
  }
}
