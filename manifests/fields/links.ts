/**
 * The targets a link may have, in content and in templates alike. The list names the allowed targets, because the
 * others have no end: script, data, blobs, files, and addresses that only one browser or program knows.
 */

/** The schemes of links, for a pattern. */
export const LINK_SCHEMES = "(?:https|http|mailto|tel):";

/** An address that begins with the scheme of a link. */
export const LINK_SCHEME = new RegExp(`^${LINK_SCHEMES}`, "i");

/** Absolute addresses, paths, queries and anchors. A relative path without `/` is not among them. */
const HREFS = [
  /^https?:\/\/[^\s\u0000-\u001f\\]+$/i,
  /^mailto:[^\s\u0000-\u001f]+$/i,
  /^tel:[0-9+().\s-]+$/i,
  /^\/(?![/\\])[^\s\u0000-\u001f\\]*$/,
  /^[?#][^\s\u0000-\u001f]*$/,
];

export const isAllowedHref = (href: string): boolean => HREFS.some((form) => form.test(href));

/**
 * Tells whether an address that is not at its end can still become one of a link. No other scheme stands before its
 * first sign of a path, and no second slash before a host. Browsers take a backslash for a slash.
 */
export const mayBecomeHref = (start: string): boolean =>
  LINK_SCHEME.test(start) || !/^(?:[^/?#\\]*[:\\]|[/\\]{2})/.test(start);
