import { visibleJson } from "../../../manifests/visible.ts";
import type { Env } from "../powers/env.ts";

/** Rechecks open sockets after a login ended or a role changed. Without this, they would end at the next event. */
export async function recheckLive({ LIVE }: Pick<Env, "LIVE">, tenants: Iterable<string>): Promise<void> {
  for (const tenant of new Set(tenants)) {
    try {
      await LIVE?.recheck(tenant);
    } catch (error) {
      console.error(visibleJson({ event: "live_not_rechecked", tenant, error: String(error) }));
    }
  }
}
