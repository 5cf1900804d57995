import { OPERATOR_BEARERS_REFUSED, OPERATOR_BEARERS_WINDOW_SECONDS } from "../../../../manifests/bounds.ts";
import type { RefusalCode } from "../../../../manifests/refusal.ts";
import { rateHeaders } from "../../../../runtime/rateHeaders.ts";
import type { RatePolicy } from "../../../../runtime/rateLimits.ts";
import { clientDigest } from "../../../shared/login/clientDigest.ts";
import { spend } from "../../../shared/login/limit.ts";
import { problem } from "../../answers.ts";
import type { Env } from "../../env.ts";
import { bearerOf, carriesSecret } from "../bearer.ts";
import { recordEvent } from "./events.ts";
import { tokenName } from "./tokens.ts";

/** Who asks, as audit names them. */
export interface Operator {
  readonly actor: string;
  /** They hold the provisioning secret itself. */
  readonly holdsSecret: boolean;
}

const LIMIT: RatePolicy = { name: "operator-bearer", quota: OPERATOR_BEARERS_REFUSED, windowSeconds: OPERATOR_BEARERS_WINDOW_SECONDS };

/** Right bearers are never counted: nobody who guesses from an operator's address keeps the operator out. */
export async function operatorOf(authorization: string | null, env: Env, now: number): Promise<Operator | undefined> {
  if (await carriesSecret(authorization, env.PROVISIONING_SECRET)) return { actor: "operator:provisioning", holdsSecret: true };
  const name = await tokenName(env.DB, bearerOf(authorization) ?? "", now);
  return name === undefined ? undefined : { actor: `operator:${name}`, holdsSecret: false };
}

const refused = (code: RefusalCode, headers: Record<string, string> = {}): Response => problem(code, {}, { "WWW-Authenticate": "Bearer", ...headers });

/** Counts and records a wrong bearer by network address. A request without any is only sent away. */
export async function refuseBearer(request: Request, env: Env, id: string): Promise<Response> {
  if (bearerOf(request.headers.get("authorization")) === undefined) return refused("UNAUTHENTICATED");
  const at = Date.now();
  const standing = await spend(env, LIMIT, request.headers, at);
  if (!standing.allowed) return refused("RATE_LIMITED", rateHeaders(LIMIT, standing));
  const actor = `address:${await clientDigest(env, LIMIT.name, request.headers)}`;
  await recordEvent(env.DB, request, { event: "operator_bearer_refused", actor, outcome: "refused", request: id, at });
  return refused("UNAUTHENTICATED");
}
