/** Reads a cookie; undefined if it is missing or appears twice, because an attacker may have set the second one. */
export function readCookie(request: Request, name: string): string | undefined {
  const prefix = `${name}=`;
  const parts = (request.headers.get("cookie") ?? "").split(";").map((part) => part.trim());
  const found = parts.filter((part) => part.startsWith(prefix));
  return found.length === 1 ? found[0]?.slice(prefix.length) : undefined;
}
