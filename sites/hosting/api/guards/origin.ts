import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import type { Guard } from "./guard.ts";
import { isWrite } from "./guard.ts";

const mismatch = (origin: string): Refusal => new Refusal("ORIGIN_MISMATCH", { allowed: origin });

/**
 * Only pages of this exact origin may make a browser change something: no sub-domain, no other port, no sandboxed frame
 * (`null`). A browser without an Origin header must say same-origin in Sec-Fetch-Site. Reads need neither, because no
 * other origin sees the answer.
 */
export const origin: Guard = ({ request, place }, route) => {
  const [from, site] = [request.headers.get("origin"), request.headers.get("sec-fetch-site")];
  const fits = isWrite(route) ? mayWrite(from, site, place.origin) : mayRead(from, site, place.origin);
  if (!fits) throw mismatch(place.origin);
  return {};
};

/** The same for a form that is no row of the API. */
export function requireOwnOrigin({ headers }: Request, origin: string): void {
  if (!mayWrite(headers.get("origin"), headers.get("sec-fetch-site"), origin)) throw mismatch(origin);
}

const mayWrite = (from: string | null, site: string | null, origin: string): boolean =>
  from === null ? site === "same-origin" : from === origin && (site === null || site === "same-origin");

const mayRead = (from: string | null, site: string | null, origin: string): boolean =>
  (from === null || from === origin) && (site === null || site === "same-origin" || site === "none");
