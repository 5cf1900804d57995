/**
 * Search words may name a visitor, so no address holds them: histories and logs keep addresses. The form leaves the
 * words in a cookie. The address has only the search's id, so every link works without a script.
 */
import { SEARCH_KEPT_MS } from "../../../../manifests/bounds/editor.ts";
import { seeOther } from "../../answers.ts";
import { readCookie } from "../../../shared/readCookie.ts";
import { keepCookie, SEARCH_COOKIE, SEARCH_PATH } from "../../auth/cookies.ts";
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

/** A text may end in the first half of a character, which has no bytes. */
function keeping(response: Response, search: string, text: string): Response {
  const value = `${search}.${encodeURIComponent(text.toWellFormed())}`;
  response.headers.append("Set-Cookie", keepCookie(SEARCH_COOKIE, value, SEARCH_KEPT_MS, SEARCH_PATH));
  return response;
}

/** The words of a search; empty where the browser has them no more, or looks for something else by now. */
export function searchText(request: Request, search: string): string {
  const [id, words = ""] = (readCookie(request, SEARCH_COOKIE) ?? "").split(".", 2);
  return id === search ? lineTextIn({ get: () => decoded(words) }) : "";
}

/** A sub-domain may set this cookie, to anything. */
function decoded(words: string): string {
  try {
    return decodeURIComponent(words);
  } catch (error) {
    if (error instanceof URIError) return "";
    throw error;
  }
}
