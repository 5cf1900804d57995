/** Members of an address by which a page reports what a form has done. */
const CLAIMS = ["done", "stored", "removed"];

/**
 * The request without such a report, unless this site's own page led there. A link elsewhere could otherwise let the
 * editor say that something was removed.
 */
export function withoutClaims(request: Request): Request {
  const from = request.headers.get("sec-fetch-site");
  const url = new URL(request.url);
  if (from === null || from === "same-origin" || !CLAIMS.some((name) => url.searchParams.has(name))) return request;
  for (const name of CLAIMS) url.searchParams.delete(name);
  return new Request(url, request);
}
