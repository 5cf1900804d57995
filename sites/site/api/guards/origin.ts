import { Refusal } from "../../../../manifests/refusal.ts";
import type { Guard } from "./guard.ts";
import { isWrite } from "./guard.ts";

const mismatch = (origin: string): Refusal => new Refusal("ORIGIN_MISMATCH", { allowed: origin });

/**
 * Only pages of this very origin may make a browser change something here: not a sub-domain, not another port, not a
 * sandboxed frame (`null`). A browser that sends no Origin has to say in Sec-Fetch-Site that it is the same.
 * Reading is let through without either, because no other origin gets to see the answer.
 */
export const origin: Guard = ({ request, place }, route) => {
  const [from, site] = [request.headers.get("origin"), request.headers.get("sec-fetch-site")];
  const fits = isWrite(route) ? mayWrite(from, site, place.origin) : mayRead(from, site, place.origin);
  if (!fits) throw mismatch(place.origin);
  return {};
};

const mayWrite = (from: string | null, site: string | null, origin: string): boolean =>
  from === null ? site === "same-origin" : from === origin && (site === null || site === "same-origin");

const mayRead = (from: string | null, site: string | null, origin: string): boolean =>
  (from === null || from === origin) && (site === null || site === "same-origin" || site === "none");
