/** RateLimit header fields (draft-ietf-httpapi-ratelimit-headers) for answers of any limit. */

export interface RatePolicy {
  readonly name: string;
  readonly quota: number;
  readonly windowSeconds: number;
}

/** Where somebody stands with a limit after this request. */
export interface Standing {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Until one more request is allowed; 0 when one is allowed now. */
  readonly waitSeconds: number;
}

export function rateHeaders({ name, quota, windowSeconds }: RatePolicy, { allowed, remaining, waitSeconds }: Standing): Record<string, string> {
  const fields = { "RateLimit-Policy": `"${name}";q=${quota};w=${windowSeconds}`, RateLimit: `"${name}";r=${remaining};t=${waitSeconds}` };
  return allowed ? fields : { ...fields, "Retry-After": String(waitSeconds) };
}
