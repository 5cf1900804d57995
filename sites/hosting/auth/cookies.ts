import { EDIT_MARKER, EDIT_MARKER_NAME } from "../../../runtime/serving/editMarker.ts";

/** The cookies of a login. The prefix makes a browser refuse them from a sub-domain, for a path, or without Secure. */
export const LOGIN_COOKIE = "__Host-svc_session";
export const ATTEMPT_COOKIE = "__Host-svc_login";

/** Words a member looks for in what visitors sent. It goes to the pages of forms alone, and ends with the login. */
export const SEARCH_COOKIE = "__Secure-svc_search";
export const SEARCH_PATH = "/_editor/forms";

/** The language that a member chose for the editor in this browser. It says nothing of a person, and outlives a login. */
export const LANGUAGE_COOKIE = "__Host-svc_language";

const attributes = (path: string): string => `Path=${path}; Secure; SameSite=Lax`;
const SHARED = attributes("/");

/** Reads a cookie; undefined if it is missing or appears twice, because an attacker may have set the second one. */
export function readCookie(request: Request, name: string): string | undefined {
  const prefix = `${name}=`;
  const parts = (request.headers.get("cookie") ?? "").split(";").map((part) => part.trim());
  const found = parts.filter((part) => part.startsWith(prefix));
  return found.length === 1 ? found[0]?.slice(prefix.length) : undefined;
}

export const keepCookie = (name: string, value: string, milliseconds: number, path = "/"): string =>
  `${name}=${value}; ${attributes(path)}; HttpOnly; Max-Age=${Math.floor(milliseconds / 1000)}`;

export const dropCookie = (name: string, path = "/"): string => `${name}=; ${attributes(path)}; HttpOnly; Max-Age=0`;

export const keepMarker = (milliseconds: number): string =>
  `${EDIT_MARKER}; ${SHARED}; Max-Age=${Math.floor(milliseconds / 1000)}`;

export const dropMarker = (): string => `${EDIT_MARKER_NAME}=; ${SHARED}; Max-Age=0`;

/** Tells whether a request asks for the draft, by its cookie or its query. */
export const asksToEdit = (request: Request): boolean =>
  readCookie(request, EDIT_MARKER_NAME) === "edit" ||
  new URL(request.url).searchParams.get(EDIT_MARKER_NAME) === "edit";
