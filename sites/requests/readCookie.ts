/** Reads a cookie. Undefined if it is missing or repeated, because an attacker may have set one of the two. */
export function readCookie(request: Request, name: string): string | undefined {
  const prefix = `${name}=`;
  const parts = (request.headers.get("cookie") ?? "").split(";").map((part) => part.trim());
  const found = parts.filter((part) => part.startsWith(prefix));
  return found.length === 1 ? found[0]?.slice(prefix.length) : undefined;
}
