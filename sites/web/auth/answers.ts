import { ANSWER_HEADERS } from "../../../runtime/serving/answerHeaders.ts";

export const redirectAnswer = (location: string, cookies: readonly string[] = []): Response =>
  withCookies(303, cookies, { Location: location });

/**
 * Not `"cookies"`: browsers would also delete cookies of other sites under the same registrable domain. Our cookies are
 * deleted by name.
 */
const FORGET = { "Clear-Site-Data": '"cache", "storage"' };

/** The answer to a logout. `Clear-Site-Data` removes what the member saw from the browser. */
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
