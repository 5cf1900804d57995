import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { visibleJson } from "../../../../manifests/visible.ts";
import { RATE_POLICIES } from "../../../../runtime/tenancy/rateLimits.ts";
import { fileResponse, writtenAnswer } from "../../http/answers.ts";
import { addressedSite } from "../../auth/addressedSite.ts";
import type { Env } from "../../powers/env.ts";
import { rateHeaders } from "../../../../runtime/tenancy/rateHeaders.ts";
import type { ApiRequest, ApiCall } from "../request/call.ts";
import { recordRefusal } from "./refusedCommands.ts";
import { GUARDS } from "../guards/index.ts";
import type { Admitted, Guard } from "../guards/guard.ts";
import { entityTag } from "../guards/version.ts";
import type { ApiReply, Route } from "../request/route.ts";
import { createdFields } from "./workspaceCommand.ts";
import { PUBLIC, audienceOf } from "../../powers/powers.ts";

export interface Incoming {
  readonly request: Request;
  readonly env: Env;
  readonly ctx: Pick<ExecutionContext, "waitUntil">;
  readonly requestId: string;
  readonly segments: Readonly<Record<string, string>>;
}

/** Answers one request: runs the guards, then the call. Refusals are thrown. */
export async function answerRoute(
  route: Route,
  incoming: Incoming,
  guards: readonly Guard[] = Object.values(GUARDS),
): Promise<Response> {
  const asked: Admitted = { ...(await locate(incoming)) };
  try {
    await admit(asked, route, guards);
    const call = { ...asked, ...reached(asked) } as ApiCall;
    return respond(route, await route.run(call));
  } catch (error) {
    const recorded = recordRefusal(route, asked, error);
    incoming.ctx.waitUntil(
      recorded.catch((failure: unknown) =>
        console.error(visibleJson({ event: "refusal_not_recorded", error: String(failure) })),
      ),
    );
    throw error;
  }
}

/** Runs a route's guards for a request that other code answers, and returns what they read. */
export async function admitted(
  route: Route,
  asked: ApiRequest,
): Promise<ApiRequest & Pick<ApiCall, "member" | "query">> {
  const known: Admitted = { ...asked };
  await admit(known, route, Object.values(GUARDS));
  return known as ApiRequest & Pick<ApiCall, "member" | "query">;
}

/** The tenant's workspace and media, for the member that the guards found, or for a visitor. */
function reached({ env, place: { route }, member }: Admitted): Pick<ApiCall, "workspace" | "media"> {
  const audience = member ? audienceOf(member) : PUBLIC;
  return { workspace: env.WORKSPACES.of(route, audience), media: env.MEDIA.of(route, audience) };
}

/** Finds the site of a request. Unserved hostnames and suspended tenants get no further answer. */
export async function locate({ request, env, ctx, requestId, segments }: Incoming): Promise<ApiRequest> {
  const place = await addressedSite(request, env, ctx);
  if (!place) throw new Refusal("NOT_FOUND");
  if (place.route.status === "suspended") throw new Refusal("TENANT_SUSPENDED");
  return { request, env, ctx, place, requestId, segments, at: Date.now() };
}

/**
 * Runs the guards one by one and collects their results in `admitted`. After a refusal, the collected results say who
 * was refused.
 */
async function admit(admitted: Admitted, route: Route, guards: readonly Guard[]): Promise<void> {
  for (const guard of guards) Object.assign(admitted, await guard(admitted, route));
}

function respond(
  { status, limits, answers, creates }: Route,
  { json, replayed, facts, version, standing, download, isRehearsal }: ApiReply,
): Response {
  if (download) return fileResponse(answers, download);
  if (isRehearsal) return writtenAnswer(200, json);
  return writtenAnswer(status, json, {
    ...(creates === undefined || !facts ? {} : createdFields(creates, facts)),
    ...(version === null ? {} : { ETag: entityTag(version) }),
    ...(replayed ? { "Idempotency-Replayed": "true" } : {}),
    ...(standing && limits.rate ? rateHeaders(RATE_POLICIES[limits.rate], standing) : {}),
  });
}
