/**
 * Which call is being served: the isolate serves several at once, and each brings its own lease. The lease itself
 * stays in a closure that lets only text through. With the stub in hand a plugin could send the lender values that
 * are costly to receive; so it never is in a plugin's hand.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import * as workers from "cloudflare:workers";
import { Journal } from "./journal.ts";
import type { LeaseStub, Reply } from "./protocol.ts";

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

class BridgeError extends Error {
  readonly code: string;

  constructor({ code, message }: { code: string; message: string }) {
    super(message);
    this.name = "BridgeError";
    this.code = code;
  }
}

const NO_CALL = { code: "over", message: "Nothing was lent: this is not part of a call." };

function askOver(lease: LeaseStub): CurrentCall["ask"] {
  return async (verb, input) => {
    const reply = JSON.parse(await lease.call(`${verb}`, `${JSON.stringify(input)}`)) as Reply;
    if ("error" in reply) throw new BridgeError(reply.error);
    return reply.value;
  };
}

/** Runs `action` as part of a call that lasts until it settles; what it printed is sent before that. */
export async function duringCall<T>(lease: LeaseStub, action: () => Promise<T>): Promise<T> {
  const ask = askOver(lease);
  const call: CurrentCall = Object.freeze({ ask, journal: new Journal((lines) => ask("console.write", { lines })) });
  try {
    return await calls.run(call, action);
  } finally {
    await call.journal.flush();
  }
}

export const currentJournal = (): Journal | undefined => calls.getStore()?.journal;

export async function ask(verb: string, input: unknown): Promise<unknown> {
  const call = calls.getStore();
  if (!call) throw new BridgeError(NO_CALL);
  return call.ask(verb, input);
}
