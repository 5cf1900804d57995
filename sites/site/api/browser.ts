/** What the browser of a visitor says of a request, beside the request. */

/** What browsers say of the page that made them ask, where they say it. A sub-domain or a sandboxed frame is another site. */
export function originOf(headers: Headers, origin: string): "same" | "none" | "other" {
  const [from, site] = [headers.get("origin"), headers.get("sec-fetch-site")];
  if (from === null && (site === null || site === "none")) return "none";
  const fits = (from === null || from === origin) && (site === null || site === "same-origin");
  return fits ? "same" : "other";
}

/** A form that a page sends by itself shows its answer in place of the page; one that a script sends does not. */
export const isNavigation = ({ headers }: Request): boolean =>
  (headers.get("sec-fetch-mode") ?? "navigate") === "navigate" && /\btext\/html\b/i.test(headers.get("accept") ?? "");
