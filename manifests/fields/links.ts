/**
 * The targets that a link may have, in content and in templates. The list names what is allowed, because dangerous
 * schemes have no end: script, data, blobs, files, and those of single browsers or programs.
 */

/** The schemes of links, as part of a pattern. */
export const LINK_SCHEMES = "(?:https|http|mailto|tel):";

/** A URL that begins with an allowed scheme. */
export const LINK_SCHEME = new RegExp(`^${LINK_SCHEMES}`, "i");

/** Absolute URLs, root-relative paths, queries and anchors. A relative path without `/` is not allowed. */
const HREFS = [
  /^https?:\/\/[^\s\u0000-\u001f\\]+$/i,
  /^mailto:[^\s\u0000-\u001f]+$/i,
  /^tel:[0-9+().\s-]+$/i,
  /^\/(?![/\\])[^\s\u0000-\u001f\\]*$/,
  /^[?#][^\s\u0000-\u001f]*$/,
];

export const isAllowedHref = (href: string): boolean => HREFS.some((form) => form.test(href));

/**
 * Tells whether the beginning of a URL can still become an allowed link. It must not have another scheme before its
 * first path character, or two slashes before a host. Browsers treat a backslash as a slash.
 */
export const mayBecomeHref = (start: string): boolean =>
  LINK_SCHEME.test(start) || !/^(?:[^/?#\\]*[:\\]|[/\\]{2})/.test(start);
