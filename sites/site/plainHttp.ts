import { isLocalHostname } from "../shared/localHostname.ts";
import { moved, nothingHere, problem } from "./answers.ts";
import { normaliseHostname } from "./public/hostname.ts";

const READING: ReadonlySet<string> = new Set(["GET", "HEAD"]);
/** Addresses of this machine: what is sent there leaves it never. */
const LOOPBACK: ReadonlySet<string> = new Set(["127.0.0.1", "[::1]"]);

const isHere = (hostname: string): boolean => LOOPBACK.has(hostname) || isLocalHostname(hostname);

/**
 * What a request over plain http gets, when it came in under another name than one of this machine: what is read leads
 * to https, and all else is refused unread, so that no credential anybody could have copied is ever good. Undefined for
 * a request that may go on.
 */
export function refusePlainHttp({ url: address, method }: Pick<Request, "url" | "method">, isApi: boolean): Response | undefined {
  if (!address.startsWith("http:")) return undefined;
  const url = new URL(address);
  if (isHere(url.hostname)) return undefined;
  const hostname = normaliseHostname(url.hostname);
  if (isApi || !READING.has(method)) return problem("HTTPS_REQUIRED");
  return hostname === undefined ? nothingHere() : moved(`https://${hostname}${url.pathname}${url.search}`);
}
