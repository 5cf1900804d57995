import type { ApiRequest, ApiCall } from "../request/call.ts";
import type { Route } from "../request/route.ts";

/** A request with everything that earlier guards have read. */
export type Admitted = ApiRequest &
  Partial<Pick<ApiCall, "member" | "params" | "query" | "body" | "text" | "version" | "key">>;

/** Checks a request. Returns what the guard has read from it, or throws the refusal. */
export type Guard = (asked: Admitted, route: Route) => Partial<Admitted> | Promise<Partial<Admitted>>;

/** Tells whether the route changes something. Only those routes have a command name. */
export const isWrite = ({ command }: Route): boolean => command !== null;
