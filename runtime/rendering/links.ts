/** Where a link in content or a template may lead. Everything that is not named here leads nowhere. */

/** A page of this site by its id, with an anchor or without. */
const PAGE_LINK = /^page:([a-z0-9][a-z0-9-]{0,63})(#[\w-]*)?$/;

/** Absolute addresses of known schemes, paths, queries and anchors. A relative path without `/` is not among them. */
const HREFS = [
  /^https?:\/\/[^\s\u0000-\u001f\\]+$/i,
  /^mailto:[^\s\u0000-\u001f]+$/i,
  /^tel:[0-9+().\s-]+$/i,
  /^\/(?![/\\])[^\s\u0000-\u001f\\]*$/,
  /^[?#][^\s\u0000-\u001f]*$/,
];

export const isAllowedHref = (href: string): boolean => HREFS.some((form) => form.test(href));

/** Gives the path of a page, or nothing when there is no such page. */
export type PagePaths = (pageId: string) => string | undefined;

/** The address a link in content leads to, or nothing when it leads nowhere. */
export function resolveLink(link: string, pathOf: PagePaths): string | undefined {
  const page = PAGE_LINK.exec(link);
  if (page?.[1] !== undefined) {
    const path = pathOf(page[1]);
    return path === undefined ? undefined : path + (page[2] ?? "");
  }
  return isAllowedHref(link) ? link : undefined;
}

/** Whether a link in content has a form that can lead somewhere, whatever pages there are. */
export const isLink = (link: string): boolean => PAGE_LINK.test(link) || isAllowedHref(link);

export const isExternal = (href: string, origin: string): boolean =>
  /^https?:/i.test(href) && href !== origin && !href.startsWith(`${origin}/`);

/** The address with the site's origin before it, for readers who are not on the site. */
export const absoluteUrl = (href: string, origin: string): string => (href.startsWith("/") ? origin + href : href);
