/** Resolves links in content and templates to addresses. A link that `isAllowedHref` does not allow leads nowhere. */
import { isAllowedHref } from "../../manifests/fields/links.ts";

/** A link to a page of this site by its id, with an optional anchor. */
const PAGE_LINK = /^page:([a-z0-9][a-z0-9-]{0,63})(#[\w-]*)?$/;

/** Finds the path of a page; undefined if there is no such page. */
export type PagePaths = (pageId: string) => string | undefined;

/** Resolves a link in content to an address; undefined if it leads nowhere. */
export function resolveLink(link: string, pathOf: PagePaths): string | undefined {
  const page = PAGE_LINK.exec(link);
  if (page?.[1] !== undefined) {
    const path = pathOf(page[1]);
    return path === undefined ? undefined : path + (page[2] ?? "");
  }
  return isAllowedHref(link) ? link : undefined;
}

/** Tells whether a link in content has a form that can lead somewhere. It ignores which pages exist. */
export const isLink = (link: string): boolean => PAGE_LINK.test(link) || isAllowedHref(link);

export const isExternal = (href: string, origin: string): boolean =>
  /^https?:/i.test(href) && href !== origin && !href.startsWith(`${origin}/`);

/** Puts the site's origin before an address, for readers outside the site. */
export const absoluteUrl = (href: string, origin: string): string => (href.startsWith("/") ? origin + href : href);
