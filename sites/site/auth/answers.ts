import { DATA_POLICY, SECURITY_HEADERS } from "../../../runtime/publicHeaders.ts";

/** The address of a callback holds a code: no other site may be told it. */
const HEADERS = {
  ...SECURITY_HEADERS,
  "Content-Security-Policy": DATA_POLICY, "Cache-Control": "no-store", "Referrer-Policy": "no-referrer",
};

export const redirect = (location: string, cookies: readonly string[] = []): Response =>
  withCookies(303, cookies, { Location: location });

export const done = (cookies: readonly string[]): Response => withCookies(204, cookies);

function withCookies(status: number, cookies: readonly string[], more: Record<string, string> = {}): Response {
  const headers = new Headers({ ...HEADERS, ...more });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return new Response(null, { status, headers });
}
