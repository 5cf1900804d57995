import { OPERATOR_BEARERS_REFUSED, OPERATOR_BEARERS_WINDOW_SECONDS } from "../../../../manifests/bounds/operators.ts";
import type { RefusalCode } from "../../../../manifests/refusals/refusal.ts";
import { rateHeaders } from "../../../../runtime/tenancy/rateHeaders.ts";
import type { RatePolicy } from "../../../../runtime/tenancy/rateLimits.ts";
import { clientDigest } from "../../../platform/login/clientDigest.ts";
import { spend } from "../../../control/records/rateLimits.ts";
import { problem } from "../../http/answers.ts";
import type { Env } from "../../powers/env.ts";
import { bearerOf, carriesSecret } from "./bearerSecret.ts";
import { recordEvent } from "../../../control/records/securityEvents.ts";
import { requestOf } from "../../../platform/security/securityEvents.ts";
import { tokenName } from "./tokens.ts";

/** The operator of a request, as audit names them. */
export interface Operator {
  readonly actor: string;
  /** True for the provisioning secret, false for an operator token. */
  readonly holdsSecret: boolean;
}

const LIMIT: RatePolicy = {
  name: "operator-bearer",
  quota: OPERATOR_BEARERS_REFUSED,
  windowSeconds: OPERATOR_BEARERS_WINDOW_SECONDS,
};

/**
 * The operator of a bearer; undefined for a wrong one. Valid bearers are not rate-limited, so that an attacker at the
 * operator's address cannot lock the operator out.
 */
export async function findOperator(authorization: string | null, env: Env, now: number): Promise<Operator | undefined> {
  if (await carriesSecret(authorization, env.PROVISIONING_SECRET))
    return { actor: "operator:provisioning", holdsSecret: true };
  const name = await tokenName(env.DB, bearerOf(authorization) ?? "", now);
  return name === undefined ? undefined : { actor: `operator:${name}`, holdsSecret: false };
}

const refused = (code: RefusalCode, headers: Record<string, string> = {}): Response =>
  problem(code, {}, { "WWW-Authenticate": "Bearer", ...headers });

/** Records a wrong bearer and counts it by network address. A request without a bearer is only refused. */
export async function refuseBearer(request: Request, env: Env, id: string): Promise<Response> {
  if (bearerOf(request.headers.get("authorization")) === undefined) return refused("UNAUTHENTICATED");
  const at = Date.now();
  const standing = await spend(env, LIMIT, request.headers, at);
  if (!standing.allowed) return refused("RATE_LIMITED", rateHeaders(LIMIT, standing));
  const actor = `address:${await clientDigest(env, LIMIT.name, request.headers)}`;
  await recordEvent(env.DB, requestOf(request, id), {
    event: "operator_bearer_refused",
    actor,
    outcome: "refused",
    at,
  });
  return refused("UNAUTHENTICATED");
}
