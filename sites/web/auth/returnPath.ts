import { RETURN_PATH_MAX_CHARS } from "../../../manifests/bounds/logins.ts";
import { COMMAND_LINE_PATH, queryOf, readLoopback } from "./loopback.ts";
import { readPathname, safeQuery } from "../names/pathname.ts";

/**
 * The path to return to after a login, with its query. Undefined for anything that a browser could read as another host
 * (`//host`, `\host`, a scheme, control characters, encoded or not) and for API addresses. One API address is accepted
 * because it is a page: the question whether a program may act for the member.
 */
export function readReturnPath(text: string): string | undefined {
  if (text.length > RETURN_PATH_MAX_CHARS || !text.startsWith("/") || text.startsWith("//")) return undefined;
  const [path = "", ...rest] = text.split("?");
  const query = rest.length === 0 ? "" : `?${rest.join("?")}`;
  const read = readPathname(path);
  if (path === COMMAND_LINE_PATH) return isCommandLine(query) ? text : undefined;
  const isOurs = read !== undefined && read.asked === read.canonical && !/^\/api(?:\/|$)/.test(path);
  return isOurs && safeQuery(query) === query ? text : undefined;
}

/** Accepts only the spelling that this project writes. */
function isCommandLine(query: string): boolean {
  const asked = readLoopback(new URLSearchParams(query));
  return asked !== undefined && queryOf(asked) === query;
}
