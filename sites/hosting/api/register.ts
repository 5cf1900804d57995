import type { Hono } from "hono/tiny";
import type { ApiEnv } from "../env.ts";
import { problem } from "../answers.ts";
import { formSent, formToken, postForm } from "./visitors/forms.ts";
import { LIVE_PATH } from "../../shared/live.ts";
import { openLive } from "./live/live.ts";
import { answerRoute } from "./pipeline/pipeline.ts";
import type { Incoming } from "./pipeline/pipeline.ts";
import { pluginRoute } from "./visitors/pluginRoute.ts";
import { ROUTES } from "./routes/index.ts";
import { allowedMethods, pattern } from "./request/addressing.ts";
import type { Route } from "./request/route.ts";
import type { VisitorRoute } from "./routes/visitors.ts";
import { VISITOR_ROUTES } from "./routes/visitors.ts";

/** Plugins decide their own addresses and methods. */
export function registerPluginRoutes(api: Hono<ApiEnv>): void {
  for (const path of ["/api/plugins/:plugin/routes", "/api/plugins/:plugin/routes/*"]) {
    api.all(path, ({ req, env, get, executionCtx }) =>
      pluginRoute({ request: req.raw, env, ctx: executionCtx, requestId: get("requestId"), segments: {} }),
    );
  }
}

/** One address answers with a socket, which no row of the table can. */
export function registerLive(api: Hono<ApiEnv>): void {
  api.all(LIVE_PATH, ({ req, env, get, executionCtx }) =>
    openLive({ request: req.raw, env, ctx: executionCtx, requestId: get("requestId"), segments: {} }),
  );
}

/** The handlers for visitors. Their table says which address each has. */
const VISITING: Readonly<Record<VisitorRoute["name"], (incoming: Incoming) => Promise<Response>>> = {
  post: postForm,
  token: formToken,
  sent: formSent,
};

export function registerForms(api: Hono<ApiEnv>): void {
  for (const { name, method, path: described } of VISITOR_ROUTES) {
    const [path, answer] = [pattern(described), VISITING[name]];
    api.on(method, path, ({ req, env, get, executionCtx }) =>
      answer({ request: req.raw, env, ctx: executionCtx, requestId: get("requestId"), segments: req.param() }),
    );
    api.all(path, () => problem("METHOD_NOT_ALLOWED", {}, { Allow: method === "GET" ? "GET, HEAD" : method }));
  }
}

/** Registers every address of the table. Another method on an address answers the methods it takes. */
export function registerRoutes(api: Hono<ApiEnv>, routes: readonly Route[] = ROUTES): void {
  for (const [path, methods] of byPath(routes)) {
    for (const route of methods) {
      api.on(route.method, pattern(path), ({ req, env, get, executionCtx }) =>
        answerRoute(route, {
          request: req.raw,
          env,
          ctx: executionCtx,
          requestId: get("requestId"),
          segments: req.param(),
        }),
      );
    }
    api.all(pattern(path), () => problem("METHOD_NOT_ALLOWED", {}, { Allow: allowedMethods(methods) }));
  }
}

/** Words before parameters: the router takes the first that fits, and a word also fits where a parameter stands. */
const byPath = (routes: readonly Route[]): [string, Route[]][] =>
  [...Map.groupBy(routes, ({ path }) => path)].toSorted(
    ([one], [other]) => parameterCount(one) - parameterCount(other),
  );

const parameterCount = (path: string): number => path.split("{").length - 1;
