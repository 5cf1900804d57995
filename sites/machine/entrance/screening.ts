import type { IncomingMessage } from "node:http";
import { TLSSocket } from "node:tls";
import { arrivalOf, isAboutVisitors, type Arrival, type ServedNames } from "../names/arrival.ts";
import { pairsOf, valuesIn, type HttpHeader } from "../names/headers.ts";
import { hostnameOf, isHostHeader } from "../names/hostHeader.ts";
import { HTTP2_HEAD_MAX_BYTES } from "../../../manifests/bounds/operators.ts";
import { Http2Request } from "../http2/request.ts";
import type { RefusalCode } from "../../../manifests/refusals/refusal.ts";
import { guardedCookies, hasPlainCookies } from "./plainCookies.ts";

/** A request that may be forwarded. */
export interface Screened {
  readonly path: string;
  /** Header names and values in turns, in their order. */
  readonly headers: readonly string[];
  /** The URL that the workers see. */
  readonly address: string;
  /** The site or agent with which the request shares its turns at the workers. */
  readonly site: string;
  /** The requested hostname, in lower case, without the port. */
  readonly hostname: string;
  readonly arrival: Arrival;
}

/**
 * Headers that workerd and its tools use internally. A client could otherwise choose the URL, and with it the tenant.
 */
const INTERNAL = /^mf-/i;

/** Headers of one connection (RFC 9110, 7.6.1), and of the body's framing, which the next hop gets anew. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "proxy-authorization",
  "proxy-authenticate",
  "expect",
]);

/**
 * Headers that stay although the Connection header names them. Without its length, a body would reach the workers as the
 * next request, with headers that its sender chose.
 */
const KEPT: ReadonlySet<string> = new Set(["host", "content-length"]);

/** Decides which parts of a request are forwarded, or why it is refused. */
export function screen(request: IncomingMessage, names: ServedNames): Screened | RefusalCode {
  const { rawHeaders, url = "", socket } = request;
  if (request instanceof Http2Request && request.headBytes > HTTP2_HEAD_MAX_BYTES) return "TOO_LARGE";
  const headers = pairsOf(rawHeaders);
  const host = hostIn(headers);
  if (host === undefined || !isSpoken(request)) return "INVALID_REQUEST";
  const isEncrypted = socket instanceof TLSSocket;
  const path = pathOf(url, `${isEncrypted ? "https" : "http"}://${host}`);
  if (path === undefined) return "INVALID_REQUEST";
  const hostname = hostnameOf(host);
  const arriving = { peer: socket.remoteAddress ?? "", hostname, isEncrypted, values: valuesIn(headers) };
  const arrival = arrivalOf(arriving, names);
  if (arrival === undefined) return "NOT_FOUND";
  return {
    path,
    address: `${arrival.scheme}://${host}${path}`,
    hostname,
    arrival,
    // Answers from the page cache need neither of these.
    get site() {
      return JSON.stringify([siteOf(path, host), ...valuesIn(headers)("authorization")]);
    },
    get headers() {
      return headersFor(headers, { hostname, arrival });
    },
  };
}

/** The headers that the workers get. */
function headersFor(headers: readonly HttpHeader[], place: Pick<Screened, "hostname" | "arrival">): readonly string[] {
  const withoutVisitor = headers.filter(([name]) => !isAboutVisitors(name));
  const heard = hasPlainCookies(place) ? withoutVisitor.map(withGuardedCookies) : withoutVisitor;
  return [...passedHeaders(heard), ...framing(headers), ...visitorHeaders(place.arrival)];
}

/** The one Host header (RFC 9112, 3.2). */
function hostIn(headers: readonly HttpHeader[]): string | undefined {
  const hosts = headers.filter(([name]) => name === "host").map(([, , value]) => value);
  return hosts.length === 1 ? hosts.find(isHostHeader) : undefined;
}

/** HTTP/2 is the protocol of a connection. A request over HTTP/1.1 cannot claim it. */
const isSpoken = (request: IncomingMessage): boolean =>
  request instanceof Http2Request || request.httpVersion === "1.1";

const withGuardedCookies = ([name, written, value]: HttpHeader): HttpHeader => [
  name,
  written,
  name === "cookie" ? guardedCookies(value) : value,
];

/** The hostname of a site: in the path for agents of everybody, else the requested one. */
const siteOf = (path: string, host: string): string => /^\/sites\/([^/?]+)\//.exec(path)?.[1] ?? hostnameOf(host);

/** Headers about the visitor that the workers trust: the client address that the platform would set, and the scheme. */
const visitorHeaders = ({ client, scheme }: Arrival): readonly string[] => [
  "CF-Connecting-IP",
  client,
  ...(scheme === "https" ? ["X-Forwarded-Proto", scheme] : []),
];

/** Forwards a body of unknown length in chunks of this program. */
const framing = (headers: readonly HttpHeader[]): readonly string[] =>
  headers.some(([name]) => name === "transfer-encoding") ? ["Transfer-Encoding", "chunked"] : [];

/** Drops headers of the connection, and headers that workerd's tools would treat as internal. */
export const passedHeaders = (headers: readonly HttpHeader[]): string[] => {
  const named = new Set(
    headers.filter(([name]) => name === "connection").flatMap(([, , value]) => value.toLowerCase().split(/\s*,\s*/)),
  );
  return headers
    .filter(([name]) => !HOP_BY_HOP.has(name) && !INTERNAL.test(name) && (!named.has(name) || KEPT.has(name)))
    .flatMap(([, written, value]) => [written, value]);
};

/** The path of a request target. An absolute URL is accepted if it agrees with the Host header (RFC 9112, 3.2.2). */
function pathOf(target: string, origin: string): string | undefined {
  if (target.startsWith("/")) return target;
  const rest = target.slice(origin.length);
  return target.toLowerCase().startsWith(origin.toLowerCase()) && /^(?:[/?]|$)/.test(rest)
    ? rest.startsWith("/")
      ? rest
      : `/${rest}`
    : undefined;
}
