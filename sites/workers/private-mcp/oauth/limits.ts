import { AGENT_LOGINS, AGENT_LOGIN_WINDOW_SECONDS, AGENT_TOKEN_REQUESTS } from "../../../../manifests/bounds/agents.ts";
import { rateHeaders } from "../../../../runtime/tenancy/rateHeaders.ts";
import type { RatePolicy } from "../../../../runtime/tenancy/rateLimits.ts";
import { spend } from "../../../control/records/rateLimits.ts";
import type { Env } from "../bindings/env.ts";
import { PATHS } from "./paths.ts";

const windowSeconds = AGENT_LOGIN_WINDOW_SECONDS;

/**
 * Rate limits by network address for requests without a token. Each of these requests makes the worker write or fetch.
 */
const LIMITS: Readonly<Record<string, RatePolicy>> = {
  [`GET ${PATHS.authorize}`]: { name: "agent-authorize", quota: AGENT_LOGINS, windowSeconds },
  [`GET ${PATHS.callback}`]: { name: "agent-callback", quota: AGENT_LOGINS, windowSeconds },
  [`POST ${PATHS.consent}`]: { name: "agent-answer", quota: AGENT_LOGINS, windowSeconds },
  [`POST ${PATHS.register}`]: { name: "agent-register", quota: AGENT_LOGINS, windowSeconds },
  [`POST ${PATHS.token}`]: { name: "agent-token", quota: AGENT_TOKEN_REQUESTS, windowSeconds },
};

/** The result of an address's rate limit. */
export interface Limited {
  readonly allowed: boolean;
  /** The response headers for the limit. */
  readonly fields: Readonly<Record<string, string>>;
}

export async function findLimit(env: Env, { method, url, headers }: Request): Promise<Limited | undefined> {
  const policy = LIMITS[`${method} ${new URL(url).pathname}`];
  if (!policy) return undefined;
  const standing = await spend(env, policy, headers, Date.now());
  return { allowed: standing.allowed, fields: rateHeaders(policy, standing) };
}

/** The answer to a program above its limit. OAuth has no error code for this. */
export const tooMany = (fields: Limited["fields"]): Response =>
  Response.json(
    {
      error: "temporarily_unavailable",
      error_description: "Too many requests from this address. Wait for the time in Retry-After.",
    },
    { status: 429, headers: { ...fields, "Cache-Control": "no-store" } },
  );
