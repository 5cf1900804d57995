import { PUBLISHED_BODY_MAX_BYTES } from "../../manifests/bounds/hosting.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";

const COOKIE = "set-cookie";

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Builds a response from a tenant's published answer, without cookies. A tenant's script may not set cookies for the
 * platform.
 */
export function bareResponse(answer: unknown): Response {
  if (!isFields(answer) || !isFields(answer["headers"]) || !isBody(answer["body"])) throw new Refusal("UNAVAILABLE");
  const headers = new Headers(answer["headers"] as Record<string, string>);
  headers.delete(COOKIE);
  return new Response(answer["body"], { status: Number(answer["status"]), headers });
}

/** A stream would outlive the call, so only bytes are accepted. */
const isBody = (body: unknown): body is Uint8Array | null =>
  body === null || (body instanceof Uint8Array && body.byteLength <= PUBLISHED_BODY_MAX_BYTES);

/** Removes cookies from an answer that carries a page: a draft, an earlier release, or a form's page. */
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
