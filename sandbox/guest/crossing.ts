import { CALLS_AT_ONCE, type LenderReply } from "./protocol.ts";

export class BridgeError extends Error {
  readonly code: string;

  constructor({ code, message }: { code: string; message: string }) {
    super(message);
    this.name = "BridgeError";
    this.code = code;
  }
}

const OVER = { code: "over", message: "The plugin call that this function belonged to has ended." };
const SPENT = { code: "spent", message: "This call has used up its limits." };

/**
 * Sends one call's requests to the lender. The lender answers every request, even a refused one, so thousands at once
 * would slow every tenant that it serves. So at most `CALLS_AT_ONCE` requests run at a time. After the first answer
 * `spent`, the crossing sends no more.
 */
export class Crossing {
  readonly #send: (verb: string, json: string) => Promise<string>;
  readonly #waiting: (() => void)[] = [];
  #underWay = 0;
  #spent = false;
  #open = 0;
  #isOver = false;

  constructor(send: (verb: string, json: string) => Promise<string>) {
    this.#send = send;
  }

  /**
   * Sends a request. Resolves to the lender's value, or throws a `BridgeError` with the lender's code. A request whose
   * signal aborts before its turn is not sent, and throws the signal's reason.
   */
  async ask(verb: string, input: unknown, signal: AbortSignal | null = null): Promise<unknown> {
    const json = JSON.stringify(input);
    signal?.throwIfAborted();
    await this.#turn();
    try {
      signal?.throwIfAborted();
      if (this.#spent) throw new BridgeError(SPENT);
      return await this.#exchange(verb, json);
    } catch (error) {
      this.#spent ||= error instanceof BridgeError && error.code === SPENT.code;
      throw error;
    } finally {
      this.#underWay -= 1;
      this.#waiting.shift()?.();
    }
  }

  /** Sends console output, which has a limit of its own: it neither waits in the queue nor counts as a request. */
  sendOutput(verb: string, input: unknown): Promise<unknown> {
    return this.#exchange(verb, JSON.stringify(input));
  }

  /** Refuses all later requests. Answers whether the lender still owes an answer to an earlier one. */
  close(): boolean {
    this.#isOver = true;
    return this.#open > 0;
  }

  async #exchange(verb: string, json: string): Promise<unknown> {
    const reply = JSON.parse(await this.#carry(verb, json)) as LenderReply;
    if ("error" in reply) throw new BridgeError(reply.error);
    return reply.value;
  }

  async #carry(verb: string, json: string): Promise<string> {
    if (this.#isOver) throw new BridgeError(OVER);
    this.#open += 1;
    try {
      return await this.#send(verb, json);
    } finally {
      this.#open -= 1;
    }
  }

  async #turn(): Promise<void> {
    while (this.#underWay >= CALLS_AT_ONCE) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#underWay += 1;
  }
}
