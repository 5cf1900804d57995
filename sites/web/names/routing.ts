import type { TenantStatus } from "../../../runtime/tenancy/tenant.ts";
import type { Env } from "../powers/env.ts";
import { HostMap } from "./hostMap.ts";

export interface HostRoute {
  readonly tenant: string;
  readonly site: string;
  readonly status: TenantStatus;
  /** The hostname of published pages; the site's other hostnames redirect to it. */
  readonly canonical: string;
}

const ROUTE = `
  SELECT d.tenant_id AS tenant, d.site_id AS site, t.status AS status, coalesce(p.hostname, d.hostname) AS canonical
  FROM domains d
  JOIN tenants t ON t.id = d.tenant_id
  JOIN sites s ON s.tenant_id = d.tenant_id AND s.id = d.site_id
  LEFT JOIN domains p ON p.tenant_id = d.tenant_id AND p.site_id = d.site_id AND p.is_primary = 1 AND p.status = 'verified'
  WHERE d.hostname = ? AND d.status = 'verified' AND s.initialised_at IS NOT NULL`;

const hosts = new HostMap<HostRoute>(Date.now);

/** The route of a normalised hostname, from memory or the control plane. */
export function hostRouteOf(
  hostname: string,
  env: Pick<Env, "DB">,
  ctx: Pick<ExecutionContext, "waitUntil">,
): Promise<HostRoute | undefined> {
  return hosts.find(hostname, (name) => {
    const asked = askControlPlane(name, env);
    // Other visitors may share this lookup after the first request has ended.
    ctx.waitUntil(asked.catch(() => undefined));
    return asked;
  });
}

export const forgetRoute = (hostname: string): void => hosts.forget(hostname);

async function askControlPlane(hostname: string, env: Pick<Env, "DB">): Promise<HostRoute | undefined> {
  return (await env.DB.prepare(ROUTE).bind(hostname).first<HostRoute>()) ?? undefined;
}
