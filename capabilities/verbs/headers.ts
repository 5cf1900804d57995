/** The HTTP headers that a plugin may send and read. It can neither set nor see any other. */
import { HTTP_HEADER_MAX_CHARS, HTTP_SEEN_HEADERS_MAX } from "../../manifests/bounds/bridge.ts";
import { isReservedHeader } from "../../manifests/shapes/headerName.ts";

export type HeaderList = readonly (readonly [name: string, value: string])[];

/** Headers that describe only the request, so a redirect to another granted host keeps them. */
const PLAIN = ["accept", "content-type", "if-modified-since", "if-none-match"];

/** Headers meant for one host. A redirect to another host drops them, and those that only a grant allows. */
const PERSONAL = [
  "accept-language",
  "authorization",
  "idempotency-key",
  "user-agent",
  "webhook-id",
  "webhook-signature",
  "webhook-timestamp",
  "x-api-key",
  "x-signature",
];

/** All headers that a plugin may set without a grant that names them. */
export const SENDABLE: readonly string[] = [...PLAIN, ...PERSONAL].toSorted();

const MAY_BE_SENT = new Set(SENDABLE);
const MAY_TRAVEL = new Set(PLAIN);

/** Headers that clients set although the platform writes its own. Leaving them out loses nothing. */
const WRITTEN_BY_PLATFORM = new Set(["accept-encoding", "content-length"]);

/**
 * Headers of an answer that a plugin never sees: cookies, and those of the connection and the platform. Some no longer
 * fit the body, which is already unpacked.
 */
const UNSEEN = new Set(
  "connection content-encoding content-length keep-alive set-cookie set-cookie2 trailer transfer-encoding upgrade".split(
    " ",
  ),
);
const UNSEEN_BEGINNINGS = ["cf-", "proxy-"];

const isSeen = (name: string): boolean =>
  !UNSEEN.has(name) && !UNSEEN_BEGINNINGS.some((beginning) => name.startsWith(beginning));

const VALUE = /^[\x20-\x7e]*$/;

export const isHeaderValue = (value: string): boolean => VALUE.test(value);

/** Headers of a request: those to send, names to leave out with a notice, and the first that is refused. */
export interface SortedHeaders {
  readonly sent: HeaderList;
  readonly leftOut: readonly string[];
  readonly forbidden: string | undefined;
}

/** Leaves out what nobody granted, such as a client's telemetry. What no grant could allow is refused. */
export function sortedHeaders(headers: HeaderList, granted: ReadonlySet<string>): SortedHeaders {
  const named = headers
    .map(([name, value]) => [name, value, name.toLowerCase()] as const)
    .filter(([, , lower]) => !WRITTEN_BY_PLATFORM.has(lower));
  const isSent = (lower: string): boolean => MAY_BE_SENT.has(lower) || granted.has(lower);
  const sent = named.filter(([, , lower]) => isSent(lower));
  const others = named.filter(([, , lower]) => !isSent(lower));
  const forbidden =
    others.find(([, , lower]) => isReservedHeader(lower)) ?? sent.find(([, value]) => !isHeaderValue(value));
  return {
    sent: sent.map(([name, value]) => [name, value]),
    leftOut: others.map(([, , lower]) => lower),
    forbidden: forbidden?.[0],
  };
}

export const travelling = (headers: HeaderList): HeaderList =>
  headers.filter(([name]) => MAY_TRAVEL.has(name.toLowerCase()));

export const seen = (headers: Headers): HeaderList =>
  [...headers]
    .filter(([name, value]) => isSeen(name) && value.length <= HTTP_HEADER_MAX_CHARS)
    .slice(0, HTTP_SEEN_HEADERS_MAX);
