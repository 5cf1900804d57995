import type { RatePolicy, RateLimitState } from "./rateLimits.ts";

/** RateLimit header fields (draft-ietf-httpapi-ratelimit-headers) for the answers of any limit. */
export function rateHeaders(
  policy: RatePolicy,
  { allowed, remaining, waitSeconds }: RateLimitState,
): Record<string, string> {
  const { name, quota, windowSeconds } = policy;
  const fields = {
    "RateLimit-Policy": `"${name}";q=${quota};w=${windowSeconds}`,
    RateLimit: `"${name}";r=${remaining};t=${waitSeconds}`,
  };
  return allowed ? fields : { ...fields, "Retry-After": String(waitSeconds) };
}
