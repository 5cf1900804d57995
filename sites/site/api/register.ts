import type { Hono } from "hono/tiny";
import type { Env } from "../env.ts";
import { problem } from "../answers.ts";
import { answerRoute } from "./pipeline.ts";
import { ROUTES } from "./routes/index.ts";
import type { Route } from "./routes/route.ts";

export interface ApiEnv {
  Bindings: Env;
  Variables: { requestId: string };
}

/** `/api/pages/{page}` as the router writes it. */
const pattern = (path: string): string => path.replace(/\{(\w+)\}/g, ":$1");

/** Gives every address of the table to the router; any other method on one of them is told which it takes. */
export function registerRoutes(api: Hono<ApiEnv>, routes: readonly Route[] = ROUTES): void {
  for (const route of routes) {
    api.on(route.method, pattern(route.path), ({ req, env, get, executionCtx }) =>
      answerRoute(route, { request: req.raw, env, ctx: executionCtx, requestId: get("requestId"), segments: req.param() }));
  }
  for (const path of new Set(routes.map((route) => route.path))) {
    api.all(pattern(path), () => problem("METHOD_NOT_ALLOWED", {}, { Allow: allowedMethods(path, routes) }));
  }
}

/** HEAD is answered wherever GET is. */
const allowedMethods = (path: string, routes: readonly Route[]): string =>
  routes.filter((route) => route.path === path).flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method])).join(", ");
