/**
 * Names of headers that a manifest may ask to send to other hosts. No plugin may say for whom it asks, from which page,
 * or to which host and by which method the request really goes. The connection belongs to the platform.
 */
import { HEADER_NAME_MAX_CHARS } from "../bounds/manifest.ts";

export const HEADER_NAME_SAYS =
  "a header's name in lower case, such as stripe-version; none of the host, the connection, cookies, proxies or another method";

const NAME = /^[a-z][a-z0-9]*([-_][a-z0-9]+)*$/;

const RESERVED = new Set(
  (
    "client-ip connection content-length cookie cookie2 date expect forwarded host http2-settings keep-alive origin " +
    "referer remote-user set-cookie te trailer transfer-encoding true-client-ip upgrade via x-client-ip " +
    "x-cluster-client-ip x-host x-http-method x-http-method-override x-method-override x-real-ip x-rewrite-url"
  ).split(" "),
);

/** Beginnings of names that belong to the platform, to browsers and to proxies. */
const RESERVED_BEGINNINGS = (
  "access-control- cdn- cf- fastly- fly- proxy- sec- x-appengine- x-azure- x-envoy- x-forwarded- x-middleware- " +
  "x-original- x-originating- x-remote- x-vercel-"
).split(" ");

/** True for a name that no grant covers, in whatever case. Some servers read `_` as `-`. */
export function isReservedHeader(name: string): boolean {
  const plain = name.toLowerCase().replaceAll("_", "-");
  return RESERVED.has(plain) || RESERVED_BEGINNINGS.some((beginning) => plain.startsWith(beginning));
}

export const isHeaderName = (name: string): boolean =>
  name.length <= HEADER_NAME_MAX_CHARS && NAME.test(name) && !isReservedHeader(name);
