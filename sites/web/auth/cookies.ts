import { readCookie } from "../../requests/readCookie.ts";
import { EDIT_MARKER, EDIT_MARKER_NAME } from "../../../runtime/serving/editMarker.ts";

/**
 * The cookie of a login. The `__Host-` prefix makes browsers refuse it from a subdomain, with a path, or without
 * Secure.
 */
export const LOGIN_COOKIE = "__Host-svc_session";
export const ATTEMPT_COOKIE = "__Host-svc_login";
/** The cookie of a browser that has opened an invitation link. */
export const JOINING_COOKIE = "__Host-svc_joining";

/** The cookie of a reader with an account, who is no member. No route of the API reads it. */
export const READER_COOKIE = "__Host-svc_reader";

/** The cookie of a browser in which a member has logged in before. It opens nothing, and outlives a login. */
export const KNOWN_COOKIE = "__Host-svc_known";

/** A member's words of a search in what visitors sent. Browsers send it only to the editor, and a logout deletes it. */
export const SEARCH_COOKIE = "__Secure-svc_search";
export const SEARCH_PATH = "/_editor";

const attributes = (path: string): string => `Path=${path}; Secure; SameSite=Lax`;
const SHARED = attributes("/");

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
