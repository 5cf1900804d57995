import type { ApiRequest, ApiCall } from "../request/call.ts";
import type { Route } from "../request/route.ts";

/** The request together with all that earlier guards have read of it. */
export type Admitted = ApiRequest &
  Partial<Pick<ApiCall, "member" | "params" | "query" | "body" | "text" | "version" | "key">>;

/** Lets a request pass and answers what it has read of it, or throws the refusal. */
export type Guard = (asked: Admitted, route: Route) => Partial<Admitted> | Promise<Partial<Admitted>>;

/** Addresses that change nothing have no audit name. */
export const isWrite = ({ command }: Route): boolean => command !== null;
