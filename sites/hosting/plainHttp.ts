import { isLocalHostname } from "../shared/localHostname.ts";
import { movedAnswer, nothingHere, problem } from "./answers.ts";
import { normaliseHostname } from "./names/hostname.ts";

const READING: ReadonlySet<string> = new Set(["GET", "HEAD"]);
/** Loopback addresses: requests to them never leave this machine. */
const LOOPBACK: ReadonlySet<string> = new Set(["127.0.0.1", "[::1]"]);

const isHere = (hostname: string): boolean => LOOPBACK.has(hostname) || isLocalHostname(hostname);

/**
 * Refuses plain http under a name that is not this machine's; undefined lets the request pass. Reads redirect to https.
 * Everything else is refused unread, so that a credential sent in the clear never works.
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
