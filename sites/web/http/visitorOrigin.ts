/** Compares the request's origin with this site. Subdomains and sandboxed frames count as other sites. */
export function visitorOrigin(headers: Headers, origin: string): "same" | "none" | "other" {
  const [from, site] = [headers.get("origin"), headers.get("sec-fetch-site")];
  if (from === null && (site === null || site === "none")) return "none";
  const fits = (from === null || from === origin) && (site === null || site === "same-origin");
  return fits ? "same" : "other";
}
