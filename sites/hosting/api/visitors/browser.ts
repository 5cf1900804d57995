/** Facts that a visitor's browser states in the request's headers. */

/** Compares the page that made the browser ask with this site. A sub-domain or a sandboxed frame is another site. */
export function visitorOrigin(headers: Headers, origin: string): "same" | "none" | "other" {
  const [from, site] = [headers.get("origin"), headers.get("sec-fetch-site")];
  if (from === null && (site === null || site === "none")) return "none";
  const fits = (from === null || from === origin) && (site === null || site === "same-origin");
  return fits ? "same" : "other";
}

/** Tells whether a person will see the answer: browsers, and our script that shows a page, accept text/html. */
export const wantsPage = ({ headers }: Request): boolean => /\btext\/html\b/i.test(headers.get("accept") ?? "");

/**
 * Tells whether the browser itself sent the form and shows the answer in place of the page. A script's request does
 * not.
 */
export const isNavigation = (request: Request): boolean =>
  (request.headers.get("sec-fetch-mode") ?? "navigate") === "navigate" && wantsPage(request);
