/** Decides whether to send a request again, and after which wait. */
import { PROVIDER_BACKOFF_MS, PROVIDER_WAIT_MAX_MS } from "../../../manifests/bounds/provider.ts";
import type { HttpMethod } from "../../../manifests/shapes/methods.ts";

const TOO_MANY = 429;

/**
 * A refused request may be sent again. A request that may have been carried out is repeated only if repeating it
 * changes nothing.
 */
export const isWorthAnother = (method: HttpMethod, status: number): boolean =>
  status === TOO_MANY || (method === "GET" && (status === 0 || status >= 500));

/** `Retry-After` (RFC 9110, section 10.2.3) in milliseconds: seconds, or a date. */
export function toldWait(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // `Date.parse` takes much for a date, such as "-1".
  const at = text.endsWith(" GMT") ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** Wait before the next try in milliseconds, `tried` being how often it was tried. */
export const waitAfter = (tried: number, retryAfter: number | undefined): number =>
  Math.min(PROVIDER_WAIT_MAX_MS, retryAfter ?? PROVIDER_BACKOFF_MS * 2 ** (tried - 1));
