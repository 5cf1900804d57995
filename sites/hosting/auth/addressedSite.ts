import type { Env } from "../env.ts";
import { originOf } from "../origin.ts";
import { normaliseHostname } from "../names/hostname.ts";
import type { HostRoute } from "../names/routing.ts";
import { hostRouteOf } from "../names/routing.ts";

/** The site a request was sent to. */
export interface AddressedSite {
  readonly hostname: string;
  /** Exactly as browsers write it in an Origin header. */
  readonly origin: string;
  readonly route: HostRoute;
}

/** The address to which the identity provider sends people back; it knows one for each site. */
export const callbackAddress = (origin: string): string => `${origin}/api/auth/callback`;

type Waiting = Pick<ExecutionContext, "waitUntil">;

/** Undefined for names that are not served: unknown, unverified, or of a site that is not ready. */
export async function addressedSite(request: Request, env: Env, ctx: Waiting): Promise<AddressedSite | undefined> {
  const url = new URL(request.url);
  const hostname = normaliseHostname(url.host);
  const route = hostname === undefined ? undefined : await hostRouteOf(hostname, env, ctx);
  return hostname !== undefined && route ? { hostname, origin: originOf(hostname, url), route } : undefined;
}
