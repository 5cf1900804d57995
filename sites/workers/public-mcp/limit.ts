import { MCP_LEASE_CALLS, MCP_LEASE_MS } from "../../../manifests/bounds/agents.ts";
import { LIMITED_CLIENTS_MAX } from "../../../manifests/bounds/logins.ts";
import { clientKey } from "../../../runtime/tenancy/clientKey.ts";
import type { RateLimitState } from "../../../runtime/tenancy/rateLimits.ts";
import type { CallLimit, Env } from "./env.ts";
import { WeightedCache } from "../../mcp/kept.ts";

/** Calls that one client may make in this isolate without a request to the counting object. */
interface Lease {
  left: number;
  /** The size of the last lease, in calls. */
  size: number;
  /** The end of the lease, in milliseconds since the epoch. */
  until: number;
  /** Until then, another request is presumed to be renewing the lease. */
  asking: number;
  standing: RateLimitState;
}

const leases = new WeightedCache<Lease>(LIMITED_CLIENTS_MAX);

/**
 * Counts one call of this client at this site. A request to the counting object costs more than an answer, so a busy
 * client leases calls in growing numbers. Unused calls expire within a moment, so no client exceeds its quota. Requests
 * do not share a lease request, because the platform drops its answer when its client disconnects.
 */
export async function spendQuestion(env: Env, request: Request, site: string): Promise<RateLimitState> {
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

const NOTHING: RateLimitState = { allowed: true, remaining: 0, waitSeconds: 0 };

/** The number of calls to lease: one, or twice the last number if no other request is renewing the lease. */
function wanted(lease: Lease, now: number): number {
  if (now < lease.asking) return 1;
  const quick = now < lease.asking + MCP_LEASE_MS;
  lease.size = quick ? Math.min(2 * lease.size, MCP_LEASE_CALLS) : 1;
  lease.asking = now + ASKING_MS;
  return lease.size;
}

/** The usual upper limit of a request to the counting object, in milliseconds. */
const ASKING_MS = 20;

const limitOf = ({ CALL_LIMIT: namespace }: Env, name: string): CallLimit =>
  namespace.get(namespace.idFromName(name)) as unknown as CallLimit;
