import { addressFrom, hostOfPath } from "../documents/content/languageHosts.ts";
import { resolveLink } from "../templates/links.ts";
import { localized } from "./localized.ts";
import type { SiteView } from "./view.ts";

/**
 * The address of a link as visitors of a page have it: in the page's language, as a path at the page's own hostname, or
 * as an absolute URL at another one. Undefined if it leads to no page.
 */
export function addressOnPage(
  site: SiteView,
  { page, language }: { readonly page: string; readonly language: string },
  link: string,
): string | undefined {
  const own = localized(site, language);
  const href = resolveLink(link, (id) => own.link(id));
  return href === undefined ? undefined : addressFrom(hostOfPath(site, site.link(page) ?? ""), href, site);
}
