import type { Env } from "../../web/powers/env.ts";
import type { Workspace } from "../../web/powers/powers.ts";
import { LIVE_ADDRESS, LIVE_CALLER } from "../../platform/live/live.ts";
import type { SiteEnv } from "./env.ts";

interface Recheckable {
  recheckLive(): Promise<unknown>;
}

const made = new WeakMap<SiteEnv, Env>();

/** The powers of a deployment whose tenants share one workspace worker and one bucket; made once for each isolate. */
export function siteHosting(env: SiteEnv): Env {
  const known = made.get(env);
  if (known) return known;
  const { TENANT_WORKSPACE: namespace, MEDIA: bucket } = env;
  const live = (tenant: string): Fetcher & Recheckable =>
    namespace.get(namespace.idFromName(tenant)) as unknown as Fetcher & Recheckable;
  const hosting: Env = {
    ...env,
    LIVE: {
      open: (tenant, caller) =>
        live(tenant).fetch(LIVE_ADDRESS, {
          headers: { Upgrade: "websocket", [LIVE_CALLER]: JSON.stringify(caller) },
        }),
      recheck: (tenant) => live(tenant).recheckLive(),
    },
    // The stub's methods exist only in the object, so the shared interface stands in for its type.
    WORKSPACES: { of: ({ tenant }) => namespace.get(namespace.idFromName(tenant)) as unknown as Workspace },
    MEDIA: { of: () => bucket },
  };
  made.set(env, hosting);
  return hosting;
}
