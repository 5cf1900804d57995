/** A hostname by which two are compared: a site at `www.` is the same site. */
export const bareHost = (hostname: string): string => hostname.replace(/^www\./, "");
