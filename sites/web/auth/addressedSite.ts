import type { Env } from "../powers/env.ts";
import { originOf } from "../http/origin.ts";
import { normaliseHostname } from "../names/hostname.ts";
import type { HostRoute } from "../../control/tenants/hostnames.ts";
import { hostRouteOf } from "../names/routing.ts";

/** The address at which a login begins and ends. */
export interface LoginPlace {
  readonly hostname: string;
  /** The origin exactly as browsers write it in an Origin header. */
  readonly origin: string;
}

/** The site that a request's hostname names. */
export interface AddressedSite extends LoginPlace {
  readonly route: HostRoute;
}

/** The address that the identity provider redirects to. Each site has its own, which the provider must know. */
export const callbackAddress = (origin: string): string => `${origin}/api/auth/callback`;

type Waiting = Pick<ExecutionContext, "waitUntil">;

/** The site of a request; undefined if the hostname is unknown or unverified, or the site is not ready. */
export async function addressedSite(request: Request, env: Env, ctx: Waiting): Promise<AddressedSite | undefined> {
  const url = new URL(request.url);
  const hostname = normaliseHostname(url.host);
  const route = hostname === undefined ? undefined : await hostRouteOf(hostname, env, ctx);
  return hostname !== undefined && route ? { hostname, origin: originOf(hostname, url), route } : undefined;
}

/**
 * The place of a request at an origin that the deployment is set up for. There a person may learn their subject before
 * the first site exists, because the site's provisioning names its owner by it.
 */
export function configuredPlace(
  request: Request,
  { SITE_ORIGINS = "" }: Pick<Env, "SITE_ORIGINS">,
): LoginPlace | undefined {
  const url = new URL(request.url);
  const hostname = normaliseHostname(url.host);
  const origin = hostname === undefined ? undefined : originOf(hostname, url);
  if (hostname === undefined || origin === undefined || !SITE_ORIGINS.split(" ").includes(origin)) return undefined;
  return { hostname, origin };
}
