import { MEMBER_AGENTS_COUNTED, MEMBER_CALLS_PER_WINDOW, MEMBER_CALLS_WINDOW_SECONDS } from "../../manifests/bounds.ts";
import type { RatePolicy, Standing } from "../../runtime/rateLimits.ts";
import { spendFrom } from "../../runtime/rateLimits.ts";
import { Kept } from "../shared/mcp/kept.ts";

export const CALLS: RatePolicy = { name: "agent-calls", quota: MEMBER_CALLS_PER_WINDOW, windowSeconds: MEMBER_CALLS_WINDOW_SECONDS };

const freeAt = new Kept<number>(MEMBER_AGENTS_COUNTED);

/**
 * Counts a call of one agent, in this isolate. It keeps one agent from taking all of it; what must be exact, changes
 * and plugins' code, is counted by the workspace, and whoever gets this far has logged in.
 */
export function spend(grant: string): Standing {
  const spent = spendFrom(CALLS, freeAt.get(grant) ?? 0, Date.now());
  freeAt.set(grant, spent.freeAt);
  return spent.standing;
}
