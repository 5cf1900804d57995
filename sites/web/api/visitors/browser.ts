/** Facts about a visitor's browser, from the request's headers. */

/** Compares the request's origin with this site. Subdomains and sandboxed frames count as other sites. */
export function visitorOrigin(headers: Headers, origin: string): "same" | "none" | "other" {
  const [from, site] = [headers.get("origin"), headers.get("sec-fetch-site")];
  if (from === null && (site === null || site === "none")) return "none";
  const fits = (from === null || from === origin) && (site === null || site === "same-origin");
  return fits ? "same" : "other";
}

/** Tells whether a person will see the answer: browsers accept text/html, and so does the script that sends forms. */
export const wantsPage = ({ headers }: Request): boolean => /\btext\/html\b/i.test(headers.get("accept") ?? "");

/**
 * Tells whether the browser itself sent the form and will show the answer as a page. A script's request does not count.
 */
export const isNavigation = (request: Request): boolean =>
  (request.headers.get("sec-fetch-mode") ?? "navigate") === "navigate" && wantsPage(request);
