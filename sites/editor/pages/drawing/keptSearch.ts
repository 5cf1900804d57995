/**
 * Search text may name a visitor, so it is kept out of addresses, which histories and logs store. The form stores the
 * text in a cookie, and the address has only the search's id. Links therefore work without a script.
 */
import { SEARCH_KEPT_MS } from "../../../../manifests/bounds/editor.ts";
import { seeOther } from "../../../web/http/answers.ts";
import { readCookie } from "../../../requests/readCookie.ts";
import { keepCookie, SEARCH_COOKIE, SEARCH_PATH } from "../../../web/auth/cookies.ts";
import { lineTextIn } from "./lists.ts";
import type { Fields } from "../desk/sent.ts";

/** Redirects to the address of a search, whose text the cookie then has; without a text to the address of null. */
export function keepSearch(fields: Fields, addressOf: (search: string | null) => string): Response {
  const text = lineTextIn(fields);
  if (text === "") return seeOther(addressOf(null));
  const search = crypto.randomUUID();
  const response = seeOther(addressOf(search));
  // A lone surrogate has no UTF-8 form, so it is replaced first.
  const value = `${search}.${encodeURIComponent(text.toWellFormed())}`;
  response.headers.append("Set-Cookie", keepCookie(SEARCH_COOKIE, value, SEARCH_KEPT_MS, SEARCH_PATH));
  return response;
}

/** The search id in a query; null if it is not a valid one. */
export const searchIn = (query: URLSearchParams): string | null =>
  /^[0-9a-f-]{36}$/.exec(query.get("search") ?? "")?.[0] ?? null;

/** The text of a search; empty if the cookie is gone or belongs to another search. */
export function searchText(request: Request, search: string): string {
  const [id, words = ""] = (readCookie(request, SEARCH_COOKIE) ?? "").split(".", 2);
  return id === search ? lineTextIn({ get: () => decoded(words) }) : "";
}

/** Decodes the cookie, which a subdomain may have set to any text. */
function decoded(words: string): string {
  try {
    return decodeURIComponent(words);
  } catch (error) {
    if (error instanceof URIError) return "";
    throw error;
  }
}
