/**
 * The operator's worker of a managed deployment. It has no route, requires the operator's bearer, and alone holds the
 * provider's credential.
 */
import { type RefusalCode, Refusal, refusalCodes } from "../../../manifests/refusals/refusal.ts";
import { visibleJson } from "../../../manifests/visible.ts";
import { json, nothingHere, problem } from "../../web/http/answers.ts";
import { carriesSecret } from "../../web/api/operator/bearerSecret.ts";
import { readJson } from "../../web/intake/body.ts";
import { shaped } from "../../web/api/request/shaped.ts";
import { sha256Hex } from "../../platform/keys/digest.ts";
import { claimed } from "./claims.ts";
import type { Env } from "./env.ts";
import { hostingOf } from "./hostingOf.ts";
import { type HostingRoute, ROUTES } from "./routes.ts";
import { HOSTED_TENANTS_PAGE } from "../../../manifests/bounds/hosting.ts";
import { tenantWorkersAfter } from "../../control/tenants/tenantWorkers.ts";

const ACTOR = "operator:hosting";
const KEY = /^[\x21-\x7e]{1,200}$/;

async function answer(route: HostingRoute, request: Request, env: Env): Promise<Response> {
  const key = request.headers.get("idempotency-key");
  if (key === null ? route.needsKey : !KEY.test(key)) return problem("IDEMPOTENCY_KEY_MISSING");
  const { value, text } = await readJson(request, route.maxBytes);
  const body = shaped(value, route.shape);
  let calls = 0;
  const occasion = {
    actor: ACTOR,
    requestId: crypto.randomUUID(),
    inputDigest: await sha256Hex(JSON.stringify([route.path, text])),
    key,
    at: Date.now(),
  };
  const hosting = hostingOf(env, () => (calls += 1));
  const work = (): Promise<object> => route.run({ hosting, body, occasion, providerCalls: () => calls });
  return json(200, await claimed(env.DB, route.path, occasion, work));
}

async function list(request: Request, env: Env): Promise<Response> {
  const after = new URL(request.url).searchParams.get("after") ?? "";
  // The keys are public. The drill compares them with what each tenant's script really has.
  return json(200, {
    items: await tenantWorkersAfter(env.DB, after, HOSTED_TENANTS_PAGE),
    dispatchKeys: env.DISPATCH_KEYS,
  });
}

async function routed(request: Request, env: Env): Promise<Response> {
  const { pathname } = new URL(request.url);
  const route = ROUTES.find(({ path }) => path === pathname);
  if (pathname === "/tenants" && request.method === "GET") return list(request, env);
  if (!route) return problem("NOT_FOUND");
  return request.method === "POST" ? answer(route, request, env) : problem("METHOD_NOT_ALLOWED", {}, { Allow: "POST" });
}

/**
 * The code of a refusal from another worker, whose error arrives as text. Only a known code at its beginning is used.
 */
function codeIn(error: unknown): RefusalCode | undefined {
  const [, named] = /^(?:\w+: )?([A-Z_]+): /.exec(error instanceof Error ? error.message : "") ?? [];
  return refusalCodes.find((code) => code === named);
}

/**
 * Answers a refusal as a problem. The text of any other error goes only to the log, because it may hold a tenant's
 * data.
 */
function failed(error: unknown): Response {
  if (error instanceof Refusal) return problem(error.code, error.detail);
  const code = codeIn(error);
  if (code) return problem(code);
  console.error(visibleJson({ event: "deployer_failed", error: String(error) }));
  return problem("INTERNAL");
}

export default {
  async fetch(request, env): Promise<Response> {
    // Without the bearer every address answers 404.
    if (!(await carriesSecret(request.headers.get("authorization"), env.OPERATOR_TOKEN))) return nothingHere();
    return routed(request, env).catch(failed);
  },
} satisfies ExportedHandler<Env>;
