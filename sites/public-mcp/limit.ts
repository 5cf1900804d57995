import { clientKey } from "../../runtime/clientKey.ts";
import type { Standing } from "../../runtime/rateLimits.ts";
import type { CallLimit, Env } from "./env.ts";

/** Counts one call of this client at this site. */
export function spend({ CALL_LIMIT: namespace }: Env, request: Request, site: string): Promise<Standing> {
  const name = `${site} ${clientKey(request.headers)}`;
  return (namespace.get(namespace.idFromName(name)) as unknown as CallLimit).spend();
}
