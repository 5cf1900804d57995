import { ANSWER_HEADERS } from "../../../runtime/serving/answerHeaders.ts";

export const redirectAnswer = (location: string, cookies: readonly string[] = []): Response =>
  withCookies(303, cookies, { Location: location });

/**
 * Cookies are left out: a browser would also drop those of other sites under the same registered name. We drop ours by
 * name.
 */
const FORGET = { "Clear-Site-Data": '"cache", "storage"' };

/** The answer to a logout: nothing the member saw stays in the browser (`Clear-Site-Data`). */
export const leaving = (cookies: readonly string[], location?: string): Response =>
  withCookies(location === undefined ? 204 : 303, cookies, {
    ...FORGET,
    ...(location === undefined ? {} : { Location: location }),
  });

function withCookies(status: number, cookies: readonly string[], more: Record<string, string> = {}): Response {
  const headers = new Headers({ ...ANSWER_HEADERS.loginStep, ...more });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return new Response(null, { status, headers });
}
