/** Facts about a visitor's browser, from the request's headers. */

/** Tells whether a person will see the answer: browsers accept text/html, and so does the script that sends forms. */
export const wantsPage = ({ headers }: Request): boolean => /\btext\/html\b/i.test(headers.get("accept") ?? "");

/**
 * Tells whether the browser itself sent the form and will show the answer as a page. A script's request does not count.
 */
export const isNavigation = (request: Request): boolean =>
  (request.headers.get("sec-fetch-mode") ?? "navigate") === "navigate" && wantsPage(request);
