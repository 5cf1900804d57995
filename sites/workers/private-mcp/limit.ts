import {
  MEMBER_AGENTS_COUNTED,
  MEMBER_CALLS_PER_WINDOW,
  MEMBER_CALLS_WINDOW_SECONDS,
} from "../../../manifests/bounds/agents.ts";
import { type RatePolicy, type RateLimitState, spendFrom } from "../../../runtime/tenancy/rateLimits.ts";
import { WeightedCache } from "../../mcp/kept.ts";

export const CALLS: RatePolicy = {
  name: "agent-calls",
  quota: MEMBER_CALLS_PER_WINDOW,
  windowSeconds: MEMBER_CALLS_WINDOW_SECONDS,
};

const freeAt = new WeightedCache<number>(MEMBER_AGENTS_COUNTED);

/**
 * Counts a call of one agent in this isolate, so that one agent cannot take all of its capacity. The workspace counts
 * changes and plugin calls exactly, and every caller here has logged in.
 */
export function spendCall(grant: string): RateLimitState {
  const spent = spendFrom(CALLS, freeAt.get(grant) ?? 0, Date.now());
  freeAt.set(grant, spent.freeAt);
  return spent.standing;
}
