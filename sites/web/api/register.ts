import type { Hono } from "hono/tiny";
import type { ApiEnv } from "../powers/env.ts";
import { problem } from "../http/answers.ts";
import {
  confirmForm,
  formConfirming,
  formLeaving,
  leaveForm,
  openFormLink,
  pressFormLink,
} from "./visitors/confirm.ts";
import { formSent, formToken, postForm } from "./visitors/forms.ts";
import { LIVE_PATH } from "../../platform/live/live.ts";
import { openLive } from "./live/live.ts";
import { answerRoute, type Incoming } from "./pipeline/pipeline.ts";
import { pluginFrame } from "./visitors/pluginFrame.ts";
import { pluginRoute } from "./visitors/pluginRoute.ts";
import { pluginWebhook } from "./visitors/pluginWebhook.ts";
import { ROUTES } from "./routes/index.ts";
import { allowedMethods, pattern } from "./request/addressing.ts";
import type { Route } from "./request/route.ts";
import { type VisitorRoute, VISITOR_ROUTES } from "./routes/visitors.ts";

/** Plugins define paths and methods below these addresses. */
const PLUGIN_DOORS = { routes: pluginRoute, webhooks: pluginWebhook, frames: pluginFrame } as const;

export function registerPluginRoutes(api: Hono<ApiEnv>): void {
  for (const [door, answer] of Object.entries(PLUGIN_DOORS)) {
    for (const path of [`/api/plugins/:plugin/${door}`, `/api/plugins/:plugin/${door}/*`]) {
      api.all(path, ({ req, env, get, executionCtx }) =>
        answer({ request: req.raw, env, ctx: executionCtx, requestId: get("requestId"), segments: {} }),
      );
    }
  }
}

/** Registers the WebSocket's address, which does not fit the table of routes. */
export function registerLive(api: Hono<ApiEnv>): void {
  api.all(LIVE_PATH, ({ req, env, get, executionCtx }) =>
    openLive({ request: req.raw, env, ctx: executionCtx, requestId: get("requestId"), segments: {} }),
  );
}

/** The handlers of the visitors' routes, by name. */
const VISITING: Readonly<Record<VisitorRoute["name"], (incoming: Incoming) => Promise<Response>>> = {
  post: postForm,
  token: formToken,
  sent: formSent,
  confirming: formConfirming,
  confirm: confirmForm,
  leaving: formLeaving,
  leave: leaveForm,
  openLink: openFormLink,
  pressLink: pressFormLink,
};

export function registerForms(api: Hono<ApiEnv>): void {
  for (const { name, method, path: described } of VISITOR_ROUTES) {
    const answer = VISITING[name];
    api.on(method, pattern(described), ({ req, env, get, executionCtx }) =>
      answer({ request: req.raw, env, ctx: executionCtx, requestId: get("requestId"), segments: req.param() }),
    );
  }
  for (const [path, routes] of Map.groupBy(VISITOR_ROUTES, (route) => route.path))
    api.all(pattern(path), () => problem("METHOD_NOT_ALLOWED", {}, { Allow: allowedMethods(routes) }));
}

/** Registers all routes of a table. For an unknown method, the answer names the allowed ones. */
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

/** Registers fixed paths before paths with parameters, because the router takes the first match. */
const byPath = (routes: readonly Route[]): [string, Route[]][] =>
  [...Map.groupBy(routes, ({ path }) => path)].toSorted(
    ([one], [other]) => parameterCount(one) - parameterCount(other),
  );

const parameterCount = (path: string): number => path.split("{").length - 1;
