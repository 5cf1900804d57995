import { AGENT_CALLS_BATCH, AGENT_CALLS_WAIT_MS } from "../../../manifests/bounds/agents.ts";
import { visibleJson } from "../../../manifests/visible.ts";
import { type CallRecord, recordCalls } from "../../control/agents/agentCalls.ts";
import type { Env } from "./bindings/env.ts";

/**
 * Writes call records in batches, because one write for each call would cost as much as the call. One request waits and
 * then writes for all. If it is cut off, a later request writes.
 */
export class CallRecords {
  readonly #wait: (ms: number) => Promise<void>;
  #waiting: CallRecord[] = [];
  #due = 0;

  constructor(wait: (ms: number) => Promise<void>) {
    this.#wait = wait;
  }

  add(env: Pick<Env, "DB">, ctx: Pick<ExecutionContext, "waitUntil">, call: CallRecord): void {
    this.#waiting.push(call);
    const now = Date.now();
    if (this.#waiting.length >= AGENT_CALLS_BATCH) return ctx.waitUntil(this.#flush(env));
    if (now < this.#due + AGENT_CALLS_WAIT_MS) return;
    this.#due = now + AGENT_CALLS_WAIT_MS;
    ctx.waitUntil(this.#wait(AGENT_CALLS_WAIT_MS).then(() => this.#flush(env)));
  }

  async #flush({ DB }: Pick<Env, "DB">): Promise<void> {
    const calls = this.#waiting;
    [this.#waiting, this.#due] = [[], 0];
    if (calls.length === 0) return;
    await recordCalls(DB, calls, Date.now()).catch((error: unknown) =>
      console.error(visibleJson({ event: "agent_calls_not_recorded", calls: calls.length, error: String(error) })),
    );
  }
}
