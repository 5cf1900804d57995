/** Converts routes to the router's path patterns and methods. */
import type { Route } from "./route.ts";

/** Converts `/api/pages/{page}` to `/api/pages/:page`. */
export const pattern = (path: string): string => path.replace(/\{(\w+)\}/g, ":$1");

/** The `Allow` header. HEAD is answered wherever GET is. */
export const allowedMethods = (routes: readonly Pick<Route, "method">[]): string =>
  routes.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method])).join(", ");
