import { Refusal } from "../../manifests/refusals/refusal.ts";

const COOKIE = "set-cookie";

/** A tenant's answer without cookies: the platform's is none of its business, and visitors get none of it. */
export function withoutCookies(answer: unknown): Response {
  if (!(answer instanceof Response)) throw new Refusal("UNAVAILABLE");
  if (!answer.headers.has(COOKIE)) return answer;
  const headers = new Headers(answer.headers);
  headers.delete(COOKIE);
  return new Response(answer.body, { status: answer.status, headers });
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The same for an answer that carries a page with its headers: a draft, an earlier release, the page of a form. */
export function withoutCookiesIn(answer: unknown): unknown {
  if (!isFields(answer) || !isFields(answer["value"])) return answer;
  const { value } = answer;
  if (isFields(value["headers"])) return { ...answer, value: bare(value) };
  return isFields(value["answer"]) ? { ...answer, value: { ...value, answer: bare(value["answer"]) } } : answer;
}

const bare = (page: Fields): Fields =>
  isFields(page["headers"])
    ? {
        ...page,
        headers: Object.fromEntries(Object.entries(page["headers"]).filter(([name]) => name.toLowerCase() !== COOKIE)),
      }
    : page;
