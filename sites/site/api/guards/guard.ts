import type { Asked, Call } from "../call.ts";
import type { Route } from "../routes/route.ts";

/** What the guards before this one have read. */
export type Admitted = Asked & Partial<Pick<Call, "member" | "params" | "query" | "body" | "text" | "version" | "key">>;

/** Lets a request pass with what it has read of it, or throws the refusal. */
export type Guard = (asked: Admitted, route: Route) => Partial<Admitted> | Promise<Partial<Admitted>>;

/** Addresses that change nothing have no audit name. */
export const isWrite = ({ command }: Route): boolean => command !== null;
