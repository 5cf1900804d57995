import { ACCEPT_LANGUAGE_MAX_CHARS } from "../../../manifests/bounds/documents.ts";
import { LANGUAGE_COOKIE } from "../../../runtime/documents/content/languages.ts";
import { readCookie } from "../../requests/readCookie.ts";

/** The languages that a visitor wants: the one they chose before, or those of their browser. Never longer than bound. */
export function readerLanguages(request: Request): string {
  const chosen = readCookie(request, LANGUAGE_COOKIE);
  const wanted =
    chosen !== undefined && /^[A-Za-z0-9-]{2,35}$/.test(chosen) ? chosen : request.headers.get("accept-language");
  const read = (wanted ?? "").slice(0, ACCEPT_LANGUAGE_MAX_CHARS);
  return /^[\x20-\x7e]*$/.test(read) ? read : "";
}
