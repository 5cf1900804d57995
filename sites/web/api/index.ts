import { Hono } from "hono/tiny";
import { type RefusalCode, Refusal } from "../../../manifests/refusals/refusal.ts";
import { nothingHere, problem } from "../http/answers.ts";
import { PrefixRouter } from "../http/prefixRouter.ts";
import { auth } from "../auth/index.ts";
import { addressedSite, configuredPlace } from "../auth/addressedSite.ts";
import { logSecurity, requestOf } from "../../platform/security/securityEvents.ts";
import { openapi } from "./openapi.ts";
import { operator } from "./operator/index.ts";
import { refuse } from "./pipeline/refusals.ts";
import { storageRefusal } from "../http/storageRefusal.ts";
import type { ApiEnv } from "../powers/env.ts";
import { registerForms, registerLive, registerPluginRoutes, registerRoutes } from "./register.ts";

/** Everything under /api. Answers are JSON; errors are RFC 9457 problems with codes from the refusal table. */
export const api = new Hono<ApiEnv>();
api.router = new PrefixRouter();

const isForOperator = (path: string): boolean => /^\/api\/admin(?:\/|$)/.test(path);

api.use(async (context, next) => {
  context.set("requestId", crypto.randomUUID());
  const { req, env, executionCtx } = context;
  // An operator creates the first site before any hostname is known, so operator routes do not need one. Their bearer
  // is checked instead. The operator learns the owner's subject by a login, which needs no site either.
  const isKnown =
    isForOperator(req.path) ||
    (await addressedSite(req.raw, env, executionCtx)) ||
    (req.path.startsWith("/api/auth/") && configuredPlace(req.raw, env));
  return isKnown ? next() : nothingHere();
});

api.route("/api/admin", operator);
api.route("/api/auth", auth);
registerLive(api);
registerRoutes(api);
registerPluginRoutes(api);
registerForms(api);
api.get("/api/openapi.json", ({ env }) => openapi(env));
api.all("/api/openapi.json", () => problem("METHOD_NOT_ALLOWED", {}, { Allow: "GET, HEAD" }));

api.notFound(() => problem("NOT_FOUND"));

/** Refusals because of a missing right, not because of a faulty request. */
const DENIED: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  "FORBIDDEN",
  "ORIGIN_MISMATCH",
  "NOT_INVITED",
  "RATE_LIMITED",
]);

function tell({ code }: Refusal, request: Request, id: string): void {
  if (!DENIED.has(code)) return;
  logSecurity(
    { event: "request_refused", ...requestOf(request, id), actor: null, outcome: "refused", code },
    Date.now(),
  );
}

api.onError((error, { get, req, env }) => {
  const instance = `urn:uuid:${get("requestId")}`;
  if (error instanceof Refusal) {
    tell(error, req.raw, get("requestId"));
    return refuse(error, instance, { request: req.raw, env });
  }
  const storage = storageRefusal(error);
  if (storage) return refuse(storage, instance, { request: req.raw, env });
  console.error("a request to the API failed", instance, error);
  return problem("INTERNAL", { instance });
});
