/** Decides whether to send a request again, and after which wait. */
import { PROVIDER_BACKOFF_MS, PROVIDER_WAIT_MAX_MS } from "../../../manifests/bounds/provider.ts";
import type { HttpMethod } from "../../../manifests/shapes/methods.ts";

const TOO_MANY = 429;

/** True if a request may be repeated: after a 429, or a failed GET. Any other request may have taken effect. */
export const isRetryable = (method: HttpMethod, status: number): boolean =>
  status === TOO_MANY || (method === "GET" && (status === 0 || status >= 500));

/** The wait in a `Retry-After` header, in milliseconds (RFC 9110, 10.2.3); undefined without a valid one. */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // `Date.parse` accepts many other texts, such as "-1".
  const at = text.endsWith(" GMT") ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** The wait before the next attempt in milliseconds. `tried` is the number of attempts so far. */
export const waitAfter = (tried: number, retryAfter: number | undefined): number =>
  Math.min(PROVIDER_WAIT_MAX_MS, retryAfter ?? PROVIDER_BACKOFF_MS * 2 ** (tried - 1));
