import { ANSWER_HEADERS } from "../../../runtime/answerHeaders.ts";

export const redirect = (location: string, cookies: readonly string[] = []): Response =>
  withCookies(303, cookies, { Location: location });

export const done = (cookies: readonly string[]): Response => withCookies(204, cookies);

function withCookies(status: number, cookies: readonly string[], more: Record<string, string> = {}): Response {
  const headers = new Headers({ ...ANSWER_HEADERS.loginStep, ...more });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return new Response(null, { status, headers });
}
