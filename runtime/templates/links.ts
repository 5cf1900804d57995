/** Resolves links in content and templates to URLs. A link that `isAllowedHref` refuses leads nowhere. */
import { asciiAddress } from "../../manifests/shapes/normalPath.ts";
import { isAllowedHref } from "../../manifests/fields/links.ts";

/** A link to a page of this site by its id, with an optional anchor. */
const PAGE_LINK = /^page:([a-z0-9][a-z0-9-]{0,63})(#[\w%.\p{L}\p{M}\p{N}-]*)?$/u;

/** Finds the path of a page. Undefined if there is no such page. */
export type PagePaths = (pageId: string) => string | undefined;

/** Resolves a link in content to a URL. Undefined if it leads nowhere. */
export function resolveLink(link: string, pathOf: PagePaths): string | undefined {
  const page = PAGE_LINK.exec(link);
  if (page?.[1] !== undefined) {
    const path = pathOf(page[1]);
    return path === undefined ? undefined : asciiAddress(path + (page[2] ?? ""));
  }
  return isAllowedHref(link) ? link : undefined;
}

/** Tells whether a link in content is well-formed. It does not check that the page exists. */
export const isLink = (link: string): boolean => PAGE_LINK.test(link) || isAllowedHref(link);

export const isExternal = (href: string, origin: string): boolean =>
  /^https?:/i.test(href) && href !== origin && !href.startsWith(`${origin}/`);
