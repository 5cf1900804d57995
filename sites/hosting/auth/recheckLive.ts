import { visibleJson } from "../../../manifests/visible.ts";
import type { Env } from "../env.ts";

/** Ends open sockets at once where a login has ended or a role has changed. Without it they end at the next event. */
export async function recheckLive({ LIVE }: Pick<Env, "LIVE">, tenants: Iterable<string>): Promise<void> {
  for (const tenant of new Set(tenants)) {
    try {
      await LIVE?.recheck(tenant);
    } catch (error) {
      console.error(visibleJson({ event: "live_not_rechecked", tenant, error: String(error) }));
    }
  }
}
