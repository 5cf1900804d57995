/** The HTTP headers that a plugin may send and read. It can neither set nor see any other. */
import { HTTP_HEADER_MAX_CHARS } from "../../manifests/bounds/bridge.ts";

export type HeaderList = readonly (readonly [name: string, value: string])[];

/** Headers that describe only the request, so a redirect to another granted host keeps them. */
const PLAIN = ["accept", "content-type", "if-modified-since", "if-none-match"];

/** Headers meant for one host. A redirect to another host drops them. */
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

/** All headers that a plugin may set. Headers about the host, the connection or the platform are not among them. */
export const SENDABLE: readonly string[] = [...PLAIN, ...PERSONAL].toSorted();

const MAY_BE_SENT = new Set(SENDABLE);
const MAY_TRAVEL = new Set(PLAIN);
const MAY_BE_SEEN = new Set([
  "cache-control",
  "content-language",
  "content-type",
  "date",
  "etag",
  "expires",
  "last-modified",
  "link",
  "retry-after",
]);

const VALUE = /^[\x20-\x7e]*$/;

/** The name of the first header that a plugin may not set, or undefined. */
export const firstForbidden = (headers: HeaderList): string | undefined =>
  headers.find(([name, value]) => !MAY_BE_SENT.has(name.toLowerCase()) || !VALUE.test(value))?.[0];

export const travelling = (headers: HeaderList): HeaderList =>
  headers.filter(([name]) => MAY_TRAVEL.has(name.toLowerCase()));

export const seen = (headers: Headers): HeaderList =>
  [...headers].filter(([name, value]) => MAY_BE_SEEN.has(name) && value.length <= HTTP_HEADER_MAX_CHARS);
