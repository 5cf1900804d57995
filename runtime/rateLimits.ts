import {
  INVITATIONS_PER_WINDOW,
  INVITATIONS_WINDOW_SECONDS,
  ROUTE_CALLS_PER_PLUGIN,
  ROUTE_CALLS_PER_VISITOR,
  ROUTE_WINDOW_SECONDS,
  WRITES_PER_WINDOW,
  WRITES_WINDOW_SECONDS,
} from "../manifests/bounds.ts";
import type { Powers } from "./powers.ts";
import { first } from "./powers.ts";

export interface RatePolicy {
  readonly name: string;
  /** Requests of one subject that may come at once; as many are free again after a window. */
  readonly quota: number;
  readonly windowSeconds: number;
}

export const RATE_POLICIES = {
  writes: { name: "writes", quota: WRITES_PER_WINDOW, windowSeconds: WRITES_WINDOW_SECONDS },
  invitations: { name: "invitations", quota: INVITATIONS_PER_WINDOW, windowSeconds: INVITATIONS_WINDOW_SECONDS },
  /** Calls of one plugin's routes from one address, and from all of them. */
  "plugin-visitor": { name: "plugin-visitor", quota: ROUTE_CALLS_PER_VISITOR, windowSeconds: ROUTE_WINDOW_SECONDS },
  plugin: { name: "plugin", quota: ROUTE_CALLS_PER_PLUGIN, windowSeconds: ROUTE_WINDOW_SECONDS },
} as const satisfies Record<string, RatePolicy>;
export type RateName = keyof typeof RATE_POLICIES;

/** Where a subject stands with a limit after this request. */
export interface Standing {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Until one more request is allowed; 0 when one is allowed now. */
  readonly waitSeconds: number;
}

/** Takes one request from a quota that is wholly free again at `freeAt`, and says when it is after that. */
export function spendFrom({ quota, windowSeconds }: RatePolicy, freeAt: number, now: number): { standing: Standing; freeAt: number } {
  const window = windowSeconds * 1000;
  const interval = window / quota;
  const ahead = freeAt - now;
  // No quota takes longer than a window to be free, so such a time was written before the clock was set back. Counted
  // for anything, it would refuse everything until the clock has caught up.
  const used = ahead > window ? 0 : Math.max(0, ahead);
  const spent = used + interval;
  const allowed = spent <= window;
  const after = allowed ? spent : used;
  const standing = {
    allowed,
    remaining: Math.floor((window - after) / interval),
    waitSeconds: Math.ceil(Math.max(0, after + interval - window) / 1000),
  };
  return { standing, freeAt: allowed ? now + spent : freeAt };
}

/**
 * Counts requests exactly, because a tenant's workspace is one object, and durably, because forgetting an object must
 * not forgive. For each subject only the time is kept at which its whole quota is free again (generic cell rate
 * algorithm); a refused request moves it no further, so that trying again is not punished and costs no write.
 */
export class RateLimits {
  readonly #powers: Powers;

  constructor(powers: Powers) {
    this.#powers = powers;
  }

  spend(name: RateName, subject: string): Standing {
    const id = JSON.stringify([name, subject]);
    const { standing, freeAt } = spendFrom(RATE_POLICIES[name], this.#freeAt(id), this.#powers.now());
    if (standing.allowed) this.#keep(id, freeAt);
    return standing;
  }

  /** Forgets subjects who have their whole quota. */
  sweep(): void {
    this.#powers.sql.all("DELETE FROM rate_limits WHERE free_at <= ?", this.#powers.now());
  }

  #freeAt(id: string): number {
    return (
      first<{ free_at: number }>(this.#powers.sql, "SELECT free_at FROM rate_limits WHERE id = ?", id)?.free_at ?? 0
    );
  }

  #keep(id: string, freeAt: number): void {
    this.#powers.sql.all("INSERT OR REPLACE INTO rate_limits (id, free_at) VALUES (?, ?)", id, freeAt);
  }
}
