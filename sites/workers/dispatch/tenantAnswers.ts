import { PUBLISHED_BODY_MAX_BYTES } from "../../../manifests/bounds/hosting.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { LANGUAGE_HOST } from "../../../runtime/serving/hostAnswers.ts";
import { REMEMBERED_LANGUAGE } from "../../../runtime/serving/languageChoice.ts";
import { ANSWER_HEADERS } from "../../../runtime/serving/answerHeaders.ts";

/** Headers that a workspace sets for one answer, beside those of its kind. */
const OF_ONE_ANSWER = [
  "Content-Length",
  "Content-Type",
  "ETag",
  "Link",
  "Location",
  "Vary",
  LANGUAGE_HOST,
  REMEMBERED_LANGUAGE,
];

/** The headers that a workspace sets. A tenant's script may set no other, such as a cookie or `Clear-Site-Data`. */
const ALLOWED: ReadonlySet<string> = new Set(
  [...Object.values(ANSWER_HEADERS).flatMap((headers) => Object.keys(headers)), ...OF_ONE_ANSWER].map((name) =>
    name.toLowerCase(),
  ),
);

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const allowedIn = (headers: Fields): Fields =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => ALLOWED.has(name.toLowerCase())));

/** Builds a response from a tenant's published answer, with the headers that a workspace sets. */
export function readResponse(answer: unknown): Response {
  if (!isFields(answer) || !isFields(answer["headers"]) || !isBody(answer["body"])) throw new Refusal("UNAVAILABLE");
  const headers = new Headers(allowedIn(answer["headers"]) as Record<string, string>);
  return new Response(answer["body"], { status: Number(answer["status"]), headers });
}

/** A stream would outlive the call, so only bytes are accepted. */
const isBody = (body: unknown): body is Uint8Array | null =>
  body === null || (body instanceof Uint8Array && body.byteLength <= PUBLISHED_BODY_MAX_BYTES);

/** Keeps the allowed headers of an answer that carries a page: a draft, an earlier release, or a form's page. */
export function withAllowedHeaders(answer: unknown): unknown {
  if (!isFields(answer) || !isFields(answer["value"])) return answer;
  const { value } = answer;
  if (isFields(value["headers"])) return { ...answer, value: allowed(value) };
  return isFields(value["answer"]) ? { ...answer, value: { ...value, answer: allowed(value["answer"]) } } : answer;
}

const allowed = (page: Fields): Fields =>
  isFields(page["headers"]) ? { ...page, headers: allowedIn(page["headers"]) } : page;
