import { CALLS_AT_ONCE, CALLS_TO_HOST_AT_ONCE, type LenderReply } from "./protocol.ts";

export class BridgeError extends Error {
  readonly code: string;

  constructor({ code, message }: { code: string; message: string }) {
    super(message);
    this.name = "BridgeError";
    this.code = code;
  }
}

const OVER = { code: "over", message: "The plugin call that this function belonged to has ended." };
const SPENT = "spent";

/**
 * Sends one call's requests to the lender. The lender answers every request, even a refused one, so thousands at once
 * would slow every tenant that it serves. So at most `CALLS_AT_ONCE` requests run at a time, and at most
 * `CALLS_TO_HOST_AT_ONCE` of them to one host. After the first answer `spent`, the crossing sends no more.
 */
export class Crossing {
  readonly #send: (verb: string, json: string) => Promise<string>;
  readonly #waiting: { readonly host: string | undefined; readonly go: () => void }[] = [];
  readonly #toHosts = new Map<string, number>();
  #underWay = 0;
  /** The first answer `spent`, which names the limit. */
  #spent: BridgeError | undefined;
  #open = 0;
  #isOver = false;

  constructor(send: (verb: string, json: string) => Promise<string>) {
    this.#send = send;
  }

  /**
   * Sends a request. Resolves to the lender's value, or throws a `BridgeError` with the lender's code. A request whose
   * signal aborts before its turn is not sent, and throws the signal's reason. `host` is the host of a request that
   * leaves the site.
   */
  async ask(verb: string, input: unknown, signal: AbortSignal | null = null, host?: string): Promise<unknown> {
    const json = JSON.stringify(input);
    signal?.throwIfAborted();
    await this.#turn(host);
    try {
      signal?.throwIfAborted();
      if (this.#spent) throw new BridgeError(this.#spent);
      return await this.#exchange(verb, json);
    } catch (error) {
      if (error instanceof BridgeError && error.code === SPENT) this.#spent ??= error;
      throw error;
    } finally {
      this.#count(host, -1);
      const next = this.#waiting.findIndex((one) => this.#mayRun(one.host));
      if (next >= 0) this.#waiting.splice(next, 1)[0]?.go();
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

  async #turn(host: string | undefined): Promise<void> {
    while (!this.#mayRun(host)) await new Promise<void>((go) => this.#waiting.push({ host, go }));
    this.#count(host, 1);
  }

  #mayRun(host: string | undefined): boolean {
    return this.#underWay < CALLS_AT_ONCE && (host === undefined || this.#to(host) < CALLS_TO_HOST_AT_ONCE);
  }

  #count(host: string | undefined, change: 1 | -1): void {
    this.#underWay += change;
    if (host !== undefined) this.#toHosts.set(host, this.#to(host) + change);
  }

  #to(host: string): number {
    return this.#toHosts.get(host) ?? 0;
  }
}
