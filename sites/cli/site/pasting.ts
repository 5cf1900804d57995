/** Takes the answer of a login by hand, where the browser cannot reach this machine, as over SSH. */

/** Asks a person at the terminal. The end of the input and an abort count as an empty answer. */
export type AskPerson = (question: string, signal: AbortSignal) => Promise<string>;

const PASTE = "If the browser cannot reach this machine, paste the address that it shows afterwards: ";

/**
 * Waits until the person pastes the address that the site sent the browser to. Never resolves at the end of the input,
 * because the browser may still answer.
 */
export async function pastedAnswer(state: string, signal: AbortSignal, ask: AskPerson): Promise<URLSearchParams> {
  for (let question = PASTE; ; question = `That is not the address. ${PASTE}`) {
    const text = await ask(question, signal);
    const answer = URL.parse(text)?.searchParams;
    if (answer?.get("state") === state) return answer;
    if (text === "" || signal.aborted) return new Promise(() => undefined);
  }
}
