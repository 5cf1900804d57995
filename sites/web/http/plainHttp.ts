import { isLocalHostname } from "../../../manifests/shapes/localHostname.ts";
import { movedAnswer, nothingHere, problem } from "./answers.ts";
import { normaliseHostname } from "../names/hostname.ts";

const READING: ReadonlySet<string> = new Set(["GET", "HEAD"]);
/** Loopback addresses, whose traffic does not leave this machine. */
const LOOPBACK: ReadonlySet<string> = new Set(["127.0.0.1", "[::1]"]);

const isHere = (hostname: string): boolean => LOOPBACK.has(hostname) || isLocalHostname(hostname);

/**
 * Refuses plain http except on this machine; undefined lets the request pass. Page reads redirect to https. API and
 * other requests are refused unread, so that credentials in plain text never work.
 */
export function refusePlainHttp(
  { url: address, method }: Pick<Request, "url" | "method">,
  isApi: boolean,
): Response | undefined {
  if (!address.startsWith("http:")) return undefined;
  const url = new URL(address);
  if (isHere(url.hostname)) return undefined;
  const hostname = normaliseHostname(url.hostname);
  if (isApi || !READING.has(method)) return problem("HTTPS_REQUIRED");
  return hostname === undefined ? nothingHere() : movedAnswer(`https://${hostname}${url.pathname}${url.search}`);
}
