import { BoundedMap } from "../../../manifests/memory/boundedMap.ts";
import { type Span, isWithin } from "../../../manifests/memory/span.ts";
import { LIMITED_CLIENTS_MAX, LOGIN_SWEEP_ROWS } from "../../../manifests/bounds/logins.ts";
import type { RatePolicy, RateLimitState } from "../../../runtime/tenancy/rateLimits.ts";
import { clientDigest } from "../../platform/login/clientDigest.ts";

export interface LimitEnv {
  readonly DB: D1Database;
  readonly SESSION_SECRET: string;
}

/** Ignores a time more than one window ahead, which only a clock that was set back can leave. */
const USED_UNTIL = "CASE WHEN free_at BETWEEN ?2 AND ?2 + ?4 THEN free_at ELSE ?2 END";
/** Advances the time at which the quota is full again by one interval, at most one window ahead. */
const SPEND = `
  INSERT INTO rate_limits (id, free_at) VALUES (?1, ?2 + ?3)
  ON CONFLICT (id) DO UPDATE SET free_at = ${USED_UNTIL} + ?3 WHERE ${USED_UNTIL} + ?3 <= ?2 + ?4`;
const READ = "SELECT free_at AS freeAt FROM rate_limits WHERE id = ?";
const SWEEP = "DELETE FROM rate_limits WHERE id IN (SELECT id FROM rate_limits WHERE free_at <= ? LIMIT ?)";

/** Clients over their limit, with the end of their wait. Their requests need no database query. */
const limited = new BoundedMap<string, Span>(LIMITED_CLIENTS_MAX);

/**
 * Counts one request of an IP address. A new client has `quota` requests at once, then that many for each window.
 * Refused requests do not count.
 */
export async function spend(env: LimitEnv, policy: RatePolicy, headers: Headers, now: number): Promise<RateLimitState> {
  return spendOf(env.DB, await clientDigest(env, policy.name, headers), policy, now);
}

/** Counts one request of the subject with this id. */
export async function spendOf(db: D1Database, id: string, policy: RatePolicy, now: number): Promise<RateLimitState> {
  const wait = limited.get(id);
  if (wait && isWithin(wait, now)) return { allowed: false, remaining: 0, waitSeconds: seconds(wait.until - now) };
  limited.delete(id);
  const window = policy.windowSeconds * 1000;
  const interval = Math.floor(window / policy.quota);
  const [spent, read] = await db.batch([
    db.prepare(SPEND).bind(id, now, interval, window),
    db.prepare(READ).bind(id),
    db.prepare(SWEEP).bind(now, LOGIN_SWEEP_ROWS),
  ]);
  const [row] = (read?.results ?? []) as { freeAt: number }[];
  return rateLimitState((row?.freeAt ?? now) - now, { id, now, interval, window, allowed: spent?.meta.changes === 1 });
}

interface Spending {
  readonly id: string;
  readonly now: number;
  readonly interval: number;
  readonly window: number;
  readonly allowed: boolean;
}

function rateLimitState(used: number, { id, now, interval, window, allowed }: Spending): RateLimitState {
  const wait = Math.max(0, used + interval - window);
  if (!allowed) limited.set(id, { from: now, until: now + wait });
  return { allowed, remaining: allowed ? Math.floor((window - used) / interval) : 0, waitSeconds: seconds(wait) };
}

const seconds = (milliseconds: number): number => Math.ceil(milliseconds / 1000);
