/** Addresses and methods of routes, in the words of the router. */
import type { Route } from "./route.ts";

/** `/api/pages/{page}` as the router writes it. */
export const pattern = (path: string): string => path.replace(/\{(\w+)\}/g, ":$1");

/** HEAD is answered wherever GET is. */
export const allowedMethods = (routes: readonly Pick<Route, "method">[]): string =>
  routes.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method])).join(", ");
