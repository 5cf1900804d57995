import { Refusal } from "../../manifests/refusals/refusal.ts";

/** A tenant's answer without cookies: the platform's is none of its business, and visitors get none of it. */
export function withoutCookies(answer: unknown): Response {
  if (!(answer instanceof Response)) throw new Refusal("UNAVAILABLE");
  if (!answer.headers.has("set-cookie")) return answer;
  const headers = new Headers(answer.headers);
  headers.delete("set-cookie");
  return new Response(answer.body, { status: answer.status, headers });
}
