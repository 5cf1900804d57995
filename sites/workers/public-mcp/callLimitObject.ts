import { DurableObject } from "cloudflare:workers";
import { MCP_CALLS_PER_WINDOW, MCP_WINDOW_SECONDS } from "../../../manifests/bounds/agents.ts";
import { type RatePolicy, type Spent, spendFrom } from "../../../runtime/tenancy/rateLimits.ts";
import type { CallLimit, Env } from "./env.ts";

export const CALLS: RatePolicy = { name: "calls", quota: MCP_CALLS_PER_WINDOW, windowSeconds: MCP_WINDOW_SECONDS };
const WINDOW_MS = MCP_WINDOW_SECONDS * 1000;

/**
 * Limits the calls of one client at one site. The object stores the time at which the whole quota is free again, so
 * that eviction does not reset the limit. It deletes that time once it has passed.
 */
export class CallLimitDO extends DurableObject<Env> implements CallLimit {
  #freeAt: number;
  #cleaning: boolean;

  constructor(context: DurableObjectState, env: Env) {
    super(context, env);
    this.#freeAt = context.storage.kv.get<number>("freeAt") ?? 0;
    this.#cleaning = this.#freeAt > 0;
  }

  async spend(calls: number): Promise<Spent> {
    const now = Date.now();
    const spent = spendFrom(CALLS, this.#freeAt, now, calls);
    if (spent.granted > 0) this.ctx.storage.kv.put("freeAt", spent.freeAt);
    this.#freeAt = spent.freeAt;
    if (!this.#cleaning) {
      this.#cleaning = true;
      await this.ctx.storage.setAlarm(now + 2 * WINDOW_MS);
    }
    return spent;
  }

  override async alarm(): Promise<void> {
    const now = Date.now();
    if (this.#freeAt > now && this.#freeAt <= now + WINDOW_MS)
      return this.ctx.storage.setAlarm(this.#freeAt + WINDOW_MS);
    this.#freeAt = 0;
    this.#cleaning = false;
    await this.ctx.storage.deleteAll();
  }
}
