/**
 * Knows which call is being served: an isolate serves several at once, each with its own lease. The lease stays in a
 * closure that passes only text. With the stub itself, a plugin could send the lender values that are costly to
 * receive.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import * as workers from "cloudflare:workers";
import { BridgeError, Crossing } from "./crossing.ts";
import { Journal } from "./journal.ts";
import { ARGUMENT_MAX_CHARS } from "./protocol.ts";
import type { LeaseStub } from "./protocol.ts";

/** Classes of the platform our own calls go through; a plugin that changed them would see what we hand them. */
for (const name of ["RpcStub", "RpcPromise", "RpcProperty", "RpcTarget", "ServiceStub", "WorkerEntrypoint"]) {
  const { prototype } = (workers as Record<string, { prototype?: object } | undefined>)[name] ?? {};
  if (prototype) Object.freeze(prototype);
}
Object.freeze(AsyncLocalStorage);
Object.freeze(AsyncLocalStorage.prototype);

export interface CurrentCall {
  /** Asks the lender. The answer's value, or a throw with the lender's reason. */
  ask(verb: string, input: unknown): Promise<unknown>;
  readonly journal: Journal;
}

const calls = new AsyncLocalStorage<CurrentCall>();

/**
 * Turns a value into text at the last moment. Whatever a plugin has manipulated before, only text of a bounded length
 * leaves.
 */
function sendable(json: unknown): string {
  const text = `${json}`;
  if (text.length > ARGUMENT_MAX_CHARS)
    throw new BridgeError({ code: "too_large", message: "Larger than this call may be." });
  return text;
}

/** One call, from its lease to its answer. */
export class ServedCall {
  readonly #crossing: Crossing;
  readonly #current: CurrentCall;

  constructor(lease: LeaseStub) {
    const crossing = new Crossing((verb, json) => lease.call(`${verb}`, sendable(json)));
    this.#crossing = crossing;
    this.#current = Object.freeze({
      ask: (verb: string, input: unknown) => crossing.ask(verb, input),
      journal: new Journal((lines) => crossing.say("console.write", { lines })),
    });
  }

  /** Runs `action` as part of the call and sends its output before it settles. */
  async run<T>(action: () => Promise<T>): Promise<T> {
    try {
      return await calls.run(this.#current, action);
    } finally {
      await this.#current.journal.close();
    }
  }

  /** Takes the lease away. Answers whether the lender still owes the call an answer. */
  close(): boolean {
    return this.#crossing.close();
  }
}

export const currentJournal = (): Journal | undefined => calls.getStore()?.journal;

export async function askLender(verb: string, input: unknown): Promise<unknown> {
  const call = calls.getStore();
  if (!call) throw new BridgeError({ code: "over", message: "Nothing was lent: this is not part of a call." });
  return call.ask(verb, input);
}
