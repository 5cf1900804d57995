/** The languages that a visitor wants, and the cookie of a visitor who chose one. */
import { ACCEPT_LANGUAGE_MAX_CHARS, LANGUAGE_TAG_MAX_CHARS } from "../../../manifests/bounds/documents.ts";
import { LANGUAGE_COOKIE } from "../../../runtime/documents/content/languages.ts";
import { REMEMBERED_LANGUAGE } from "../../../runtime/serving/languageChoice.ts";
import { readCookie } from "../../requests/readCookie.ts";
import { keepCookie } from "../auth/cookies.ts";

const REMEMBERED_MS = 365 * 24 * 60 * 60 * 1000;

const isTag = (text: string): boolean => text.length <= LANGUAGE_TAG_MAX_CHARS && /^[A-Za-z0-9-]{2,}$/.test(text);

/** The language that a visitor chose before, or those of their browser. Never longer than the bound. */
export function readerLanguages(request: Request): string {
  const chosen = readCookie(request, LANGUAGE_COOKIE);
  const wanted = chosen !== undefined && isTag(chosen) ? chosen : request.headers.get("accept-language");
  const read = (wanted ?? "").slice(0, ACCEPT_LANGUAGE_MAX_CHARS);
  return /^[\x20-\x7e]*$/.test(read) ? read : "";
}

/** Gives the cookie to a visitor who chose a language. It holds the language alone, and no workspace writes it. */
export function withRememberedLanguage(answer: Response): Response {
  const tag = answer.headers.get(REMEMBERED_LANGUAGE);
  if (tag === null) return answer;
  const headers = new Headers(answer.headers);
  headers.delete(REMEMBERED_LANGUAGE);
  if (isTag(tag) && answer.status === 302)
    headers.append("Set-Cookie", keepCookie(LANGUAGE_COOKIE, tag, REMEMBERED_MS));
  return new Response(answer.body, { status: answer.status, headers });
}
