import { once } from "node:events";
import { createInterface } from "node:readline/promises";

export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** On stderr, so that a pipe gets the data and nothing else. */
const HERE: Terminal = { input: process.stdin, output: process.stderr };

/** Asks at the terminal. Everything but a plain yes is a no, and so are Ctrl-C and the end of the input. */
export async function isYes(question: string, { input, output }: Terminal = HERE): Promise<boolean> {
  const asking = createInterface({ input, output });
  try {
    const answer = await Promise.race([asking.question(`${question} [y/N] `), once(asking, "close").then(() => "")]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    asking.close();
  }
}
