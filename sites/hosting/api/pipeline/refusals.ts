import { FAILURE_RETRY_SECONDS, SUSPENDED_RETRY_SECONDS } from "../../../../manifests/bounds/hosts.ts";
import type { RefusalCode } from "../../../../manifests/refusals/refusal.ts";
import type { Refusal } from "../../../../manifests/refusals/refusal.ts";
import type { RateName, RateLimitState } from "../../../../runtime/tenancy/rateLimits.ts";
import { RATE_POLICIES } from "../../../../runtime/tenancy/rateLimits.ts";
import { problem } from "../../answers.ts";
import { rateHeaders } from "../../../../runtime/tenancy/rateHeaders.ts";
import { entityTag } from "../guards/version.ts";

/** HTTP headers that some refusals also set. */
const HEADERS: Partial<Record<RefusalCode, (detail: Refusal["detail"]) => Record<string, string>>> = {
  METHOD_NOT_ALLOWED: ({ allowed }) => (Array.isArray(allowed) ? { Allow: allowed.join(", ") } : {}),
  RATE_LIMITED: rateFields,
  STALE_VERSION: ({ current }) => (typeof current === "number" ? { ETag: entityTag(current) } : {}),
  STORAGE_FULL: () => ({ "Retry-After": String(FAILURE_RETRY_SECONDS) }),
  UNAVAILABLE: () => ({ "Retry-After": String(FAILURE_RETRY_SECONDS) }),
  TENANT_SUSPENDED: () => ({ "Retry-After": String(SUSPENDED_RETRY_SECONDS) }),
};

function rateFields({ limit, ...standing }: Refusal["detail"]): Record<string, string> {
  const policy = RATE_POLICIES[limit as RateName];
  return policy ? rateHeaders(policy, standing as unknown as RateLimitState) : {};
}

export const headersOf = ({ code, detail }: Refusal): Record<string, string> => HEADERS[code]?.(detail) ?? {};

export const refuse = (refusal: Refusal, instance: string): Response =>
  problem(refusal.code, { ...refusal.detail, instance }, headersOf(refusal));
