import { LIMITED_CLIENTS_MAX, MCP_LEASE_CALLS, MCP_LEASE_MS } from "../../manifests/bounds.ts";
import { clientKey } from "../../runtime/clientKey.ts";
import type { Standing } from "../../runtime/rateLimits.ts";
import type { CallLimit, Env } from "./env.ts";
import { Kept } from "../shared/mcp/kept.ts";

/** Calls one client may make from here without asking the object that counts them. */
interface Lease {
  left: number;
  /** How many were asked for last. */
  size: number;
  /** When it ends, in milliseconds since the epoch. */
  until: number;
  /** Until when another request is taken to be asking for more. */
  asking: number;
  standing: Standing;
}

const leases = new Kept<Lease>(LIMITED_CLIENTS_MAX);

/**
 * Counts one call of this client at this site. Whoever calls quickly is lent calls in growing numbers, as asking the
 * object costs more than answering; what is not used within a moment is lost, so nobody ever gets more than their quota.
 * No request waits for another one's question: the platform drops that one's answer when its client goes away.
 */
export async function spend(env: Env, request: Request, site: string): Promise<Standing> {
  const name = `${site} ${clientKey(request.headers)}`;
  const lease = leases.get(name) ?? { left: 0, size: 0, until: 0, asking: 0, standing: NOTHING };
  leases.set(name, lease);
  const now = Date.now();
  if (now < lease.until && lease.left > 0) {
    lease.left -= 1;
    return { ...lease.standing, remaining: lease.standing.remaining + lease.left };
  }
  const { standing, granted } = await limitOf(env, name).spend(wanted(lease, now));
  if (granted > 1) Object.assign(lease, { left: granted - 1, until: Date.now() + MCP_LEASE_MS, standing });
  return { ...standing, remaining: standing.remaining + Math.max(0, granted - 1) };
}

const NOTHING: Standing = { allowed: true, remaining: 0, waitSeconds: 0 };

/** One call, or, from the only request that asks at this moment, twice as many as the time before. */
function wanted(lease: Lease, now: number): number {
  if (now < lease.asking) return 1;
  const quick = now < lease.asking + MCP_LEASE_MS;
  lease.size = quick ? Math.min(2 * lease.size, MCP_LEASE_CALLS) : 1;
  lease.asking = now + ASKING_MS;
  return lease.size;
}

/** Longest one question to the object takes as a rule, in milliseconds. */
const ASKING_MS = 20;

const limitOf = ({ CALL_LIMIT: namespace }: Env, name: string): CallLimit =>
  namespace.get(namespace.idFromName(name)) as unknown as CallLimit;
