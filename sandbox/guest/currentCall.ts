/**
 * Finds the call that the current code belongs to: an isolate serves several calls at once, each with its own lease.
 * The lease stays in a closure that passes only text. A plugin that held the stub could send the lender values that are
 * costly to receive.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import * as workers from "cloudflare:workers";
import { BridgeError, Crossing } from "./crossing.ts";
import { Journal } from "./journal.ts";
import { ARGUMENT_MAX_CHARS, type LeaseStub } from "./protocol.ts";

/** Freezes the platform's classes that the guest calls. A plugin that replaced their methods would see the lease. */
for (const name of ["RpcStub", "RpcPromise", "RpcProperty", "RpcTarget", "ServiceStub", "WorkerEntrypoint"]) {
  const { prototype } = (workers as Record<string, { prototype?: object } | undefined>)[name] ?? {};
  if (prototype) Object.freeze(prototype);
}
Object.freeze(AsyncLocalStorage);
Object.freeze(AsyncLocalStorage.prototype);

export interface CurrentCall {
  /** Sends a request to the lender. Resolves to the lender's value, or throws its reason. */
  ask(verb: string, input: unknown, signal?: AbortSignal | null, host?: string): Promise<unknown>;
  readonly journal: Journal;
}

const calls = new AsyncLocalStorage<CurrentCall>();

/**
 * Converts a value to text immediately before sending. Even if a plugin has replaced methods of the value, only text of
 * a bounded length leaves the isolate.
 */
function sendable(json: unknown): string {
  const text = `${json}`;
  if (text.length > ARGUMENT_MAX_CHARS)
    throw new BridgeError({ code: "too_large", message: "The input or answer of this call is too large." });
  return text;
}

/** One call that the guest serves, from its lease to its answer. */
export class ServedCall {
  readonly #crossing: Crossing;
  readonly #current: CurrentCall;

  constructor(lease: LeaseStub) {
    const crossing = new Crossing((verb, json) => lease.call(`${verb}`, sendable(json)));
    this.#crossing = crossing;
    this.#current = Object.freeze({
      ask: (verb: string, input: unknown, signal?: AbortSignal | null, host?: string) =>
        crossing.ask(verb, input, signal, host),
      journal: new Journal((lines) => crossing.sendOutput("console.write", { lines })),
    });
  }

  /** Runs `action` as part of the call. Sends the call's console output before the promise settles. */
  async run<T>(action: () => Promise<T>): Promise<T> {
    try {
      return await calls.run(this.#current, action);
    } finally {
      await this.#current.journal.close();
    }
  }

  /** Withdraws the lease. Answers whether the lender still owes the call an answer. */
  close(): boolean {
    return this.#crossing.close();
  }
}

export const currentJournal = (): Journal | undefined => calls.getStore()?.journal;

export async function askLender(
  verb: string,
  input: unknown,
  signal?: AbortSignal | null,
  host?: string,
): Promise<unknown> {
  const call = calls.getStore();
  if (!call)
    throw new BridgeError({
      code: "over",
      message: "There is no capability here, because this code does not run during a plugin call.",
    });
  return call.ask(verb, input, signal, host);
}
