import { RETURN_PATH_MAX_CHARS } from "../../../manifests/bounds.ts";
import { COMMAND_LINE_PATH, queryOf, readLoopback } from "./loopback.ts";
import { readPathname, safeQuery } from "../public/pathname.ts";

/**
 * Where to go after logging in: a path of this site with its query, or undefined for anything that a browser might
 * read as leading elsewhere (`//host`, `\host`, a scheme, control characters, encoded or not) or into the API. One
 * address of the API is a page: the one that asks whether a program may act as whoever has just logged in.
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

/** In the spelling we make ourselves, and in no other. */
function isCommandLine(query: string): boolean {
  const asked = readLoopback(new URLSearchParams(query));
  return asked !== undefined && queryOf(asked) === query;
}
