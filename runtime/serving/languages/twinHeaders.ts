import { type PublicPlace, absoluteUrl } from "../../documents/content/languageHosts.ts";
import type { StoredDocument } from "../../documents/documents.ts";

/** The headers of another form of a page: the page's own address, and whether search engines may list it. */
export const twinHeaders = (
  place: PublicPlace,
  path: string,
  page: StoredDocument<"page"> | undefined,
): Record<string, string> => ({
  Link: `<${absoluteUrl(path, place)}>; rel="canonical"`,
  ...(page?.body.noindex === true ? { "X-Robots-Tag": "noindex" } : {}),
});
