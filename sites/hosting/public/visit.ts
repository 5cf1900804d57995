import type { Env } from "../env.ts";
import type { Pathname } from "../names/pathname.ts";
import type { HostRoute } from "../names/routing.ts";

/** A visitor's request for something a tenant has published, read and checked. */
export interface Visit {
  readonly request: Request;
  readonly env: Env;
  readonly ctx: ExecutionContext;
  readonly route: HostRoute;
  readonly hostname: string;
  readonly path: Pathname;
  /** The query with its question mark, limited to signs that a header may hold. */
  readonly query: string;
}
