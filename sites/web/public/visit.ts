import type { Env } from "../powers/env.ts";
import type { Pathname } from "../names/pathname.ts";
import type { HostRoute } from "../../control/tenants/hostnames.ts";

/** A visitor's request for published content, after validation. */
export interface Visit {
  readonly request: Request;
  readonly env: Env;
  readonly ctx: ExecutionContext;
  readonly route: HostRoute;
  readonly hostname: string;
  readonly path: Pathname;
  /** The query with its question mark, if it is safe in a header; otherwise empty. */
  readonly query: string;
}
