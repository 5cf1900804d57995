/**
 * Search text may name a visitor, so it is kept out of addresses, which histories and logs store. The form stores the
 * text in a cookie, and the address has only the search's id. Links therefore work without a script.
 */
import { SEARCH_KEPT_MS } from "../../../../manifests/bounds/editor.ts";
import { seeOther } from "../../../web/http/answers.ts";
import { readCookie } from "../../../requests/readCookie.ts";
import { keepCookie, SEARCH_COOKIE, SEARCH_PATH } from "../../../web/auth/cookies.ts";
import type { ContinueAction } from "../desk/action.ts";
import { lineTextIn } from "../drawing/lists.ts";
import { inboxAddress, everything } from "./looking.ts";

export const SEARCH: ContinueAction = {
  fields: ["text", "unread"],
  turn({ subject }, fields) {
    const [text, search] = [lineTextIn(fields), crypto.randomUUID()];
    const looking = { ...everything(subject ?? ""), unread: fields.get("unread") === "true" };
    return text === ""
      ? seeOther(inboxAddress(looking))
      : keeping(seeOther(inboxAddress({ ...looking, search })), search, text);
  },
};

/** Stores the search text in the cookie. A lone surrogate has no UTF-8 form, so it is replaced first. */
function keeping(response: Response, search: string, text: string): Response {
  const value = `${search}.${encodeURIComponent(text.toWellFormed())}`;
  response.headers.append("Set-Cookie", keepCookie(SEARCH_COOKIE, value, SEARCH_KEPT_MS, SEARCH_PATH));
  return response;
}

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
