import { Refusal } from "../../../manifests/refusal.ts";
import { RATE_POLICIES } from "../../../runtime/rateLimits.ts";
import { file, written } from "../answers.ts";
import { placeOf } from "../auth/place.ts";
import type { Env } from "../env.ts";
import { workspaceOf } from "../env.ts";
import { rateHeaders } from "../../../runtime/rateHeaders.ts";
import type { Asked, Call } from "./call.ts";
import { GUARDS } from "./guards/index.ts";
import type { Admitted, Guard } from "./guards/guard.ts";
import { entityTag } from "./guards/version.ts";
import type { Reply, Route } from "./routes/route.ts";

export interface Incoming {
  readonly request: Request;
  readonly env: Env;
  readonly ctx: Pick<ExecutionContext, "waitUntil">;
  readonly requestId: string;
  readonly segments: Readonly<Record<string, string>>;
}

/** One request to one address: guards, the call itself, the answer. Refusals are thrown. */
export async function answerRoute(
  route: Route,
  incoming: Incoming,
  guards: readonly Guard[] = Object.values(GUARDS),
): Promise<Response> {
  const asked = await locate(incoming);
  const admitted = await admit(asked, route, guards);
  const call = { ...admitted, workspace: workspaceOf(asked.env, asked.place.route.tenant) } as Call;
  return respond(route, await route.run(call));
}

/** Whose site it is comes first: of a name that is not served, or a tenant that is suspended, nothing else is told. */
export async function locate({ request, env, ctx, requestId, segments }: Incoming): Promise<Asked> {
  const place = await placeOf(request, env, ctx);
  if (!place) throw new Refusal("NOT_FOUND");
  if (place.route.status === "suspended") throw new Refusal("TENANT_SUSPENDED");
  return { request, env, ctx, place, requestId, segments, at: Date.now() };
}

async function admit(asked: Asked, route: Route, guards: readonly Guard[]): Promise<Admitted> {
  const admitted: Admitted = { ...asked };
  for (const guard of guards) Object.assign(admitted, await guard(admitted, route));
  return admitted;
}

function respond({ status, limits, answers }: Route, { json, replayed, version, standing, download }: Reply): Response {
  if (download) return file(answers, download);
  return written(status, json, {
    ...(version === null ? {} : { ETag: entityTag(version) }),
    ...(replayed ? { "Idempotency-Replayed": "true" } : {}),
    ...(standing && limits.rate ? rateHeaders(RATE_POLICIES[limits.rate], standing) : {}),
  });
}
