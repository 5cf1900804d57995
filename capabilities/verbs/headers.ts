/** The headers that cross in either direction. A plugin can neither set nor see any other. */
import { HTTP_HEADER_MAX_CHARS } from "../../manifests/bounds/bridge.ts";

export type HeaderList = readonly (readonly [name: string, value: string])[];

/** Describe the request only, so a redirect to another granted host may carry them. */
const PLAIN = ["accept", "content-type", "if-modified-since", "if-none-match"];

/** Speak for the plugin to one host; another host never sees them. */
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

/** All that a plugin may set, for its author. What names the host, the connection or the platform's own is none of it. */
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

/** The first header that may not be set, or nothing. */
export const firstForbidden = (headers: HeaderList): string | undefined =>
  headers.find(([name, value]) => !MAY_BE_SENT.has(name.toLowerCase()) || !VALUE.test(value))?.[0];

export const travelling = (headers: HeaderList): HeaderList =>
  headers.filter(([name]) => MAY_TRAVEL.has(name.toLowerCase()));

export const seen = (headers: Headers): HeaderList =>
  [...headers].filter(([name, value]) => MAY_BE_SEEN.has(name) && value.length <= HTTP_HEADER_MAX_CHARS);
