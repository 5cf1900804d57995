import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { type Guard, isWrite } from "./guard.ts";

const mismatch = (origin: string): Refusal => new Refusal("ORIGIN_MISMATCH", { allowed: origin });

/**
 * Protects against CSRF: only pages of this exact origin may change something. Subdomains, other ports and sandboxed
 * frames (`null`) are refused. A browser without an Origin header must send `Sec-Fetch-Site: same-origin`. Reads need
 * neither header, because other origins cannot see the answer. A read that names another origin is refused.
 */
export const origin: Guard = ({ request, place }, route) => {
  const [from, site] = [request.headers.get("origin"), request.headers.get("sec-fetch-site")];
  const fits = isWrite(route) ? mayWrite(from, site, place.origin) : mayRead(from, site, place.origin);
  if (!fits) throw mismatch(place.origin);
  return {};
};

/** The same check for forms outside the API. */
export function requireOwnOrigin({ headers }: Request, origin: string): void {
  if (!mayWrite(headers.get("origin"), headers.get("sec-fetch-site"), origin)) throw mismatch(origin);
}

const mayWrite = (from: string | null, site: string | null, origin: string): boolean =>
  from === null ? site === "same-origin" : from === origin && (site === null || site === "same-origin");

const mayRead = (from: string | null, site: string | null, origin: string): boolean =>
  (from === null || from === origin) && (site === null || site === "same-origin" || site === "none");
