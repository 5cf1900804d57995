/** Query parameters that report what a form has done. */
const CLAIMS = ["done", "stored", "known", "removed", "moved"];

/**
 * Removes such reports from a request, unless this site's own page made it. Otherwise a foreign link could make the
 * editor claim that something was removed.
 */
export function withoutClaims(request: Request): Request {
  const from = request.headers.get("sec-fetch-site");
  const url = new URL(request.url);
  if (from === null || from === "same-origin" || !CLAIMS.some((name) => url.searchParams.has(name))) return request;
  for (const name of CLAIMS) url.searchParams.delete(name);
  return new Request(url, request);
}
