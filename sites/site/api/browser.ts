/** What the browser of a visitor says of a request, beside the request. */

/** What browsers say of the page that made them ask, where they say it. A sub-domain or a sandboxed frame is another site. */
export function originOf(headers: Headers, origin: string): "same" | "none" | "other" {
  const [from, site] = [headers.get("origin"), headers.get("sec-fetch-site")];
  if (from === null && (site === null || site === "none")) return "none";
  const fits = (from === null || from === origin) && (site === null || site === "same-origin");
  return fits ? "same" : "other";
}

/** Whether somebody looks at what is answered: a browser asks for pages by their type, and so does a script that shows one. */
export const wantsPage = ({ headers }: Request): boolean => /\btext\/html\b/i.test(headers.get("accept") ?? "");

/** A form that a page sends by itself shows its answer in place of the page; one that a script sends does not. */
export const isNavigation = (request: Request): boolean => (request.headers.get("sec-fetch-mode") ?? "navigate") === "navigate" && wantsPage(request);
