import { type HostRoute, findRoute } from "../../control/tenants/hostnames.ts";
import type { Env } from "../powers/env.ts";
import { HostMap } from "./hostMap.ts";

const hosts = new HostMap<HostRoute>(Date.now);

/** The route of a normalised hostname, from memory or the control plane. */
export function hostRouteOf(
  hostname: string,
  env: Pick<Env, "DB">,
  ctx: Pick<ExecutionContext, "waitUntil">,
): Promise<HostRoute | undefined> {
  return hosts.find(hostname, (name) => {
    const asked = findRoute(env.DB, name);
    // Other visitors may share this lookup after the first request has ended.
    ctx.waitUntil(asked.catch(() => undefined));
    return asked;
  });
}

export const forgetRoute = (hostname: string): void => hosts.forget(hostname);
