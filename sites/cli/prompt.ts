import { createInterface } from "node:readline/promises";

/** Asks at the terminal, on stderr, so that a pipe gets the data and nothing else. Everything but a plain yes is a no. */
export async function isYes(question: string): Promise<boolean> {
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await asking.question(`${question} [y/N] `)).trim());
  } finally {
    asking.close();
  }
}
