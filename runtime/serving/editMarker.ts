/** Name of the query parameter and cookie that request the draft. Such a request bypasses the page cache. */
export const EDIT_MARKER_NAME = "svc_mode";

/** The marker that requests the draft, as query or cookie. It grants nothing. */
export const EDIT_MARKER = `${EDIT_MARKER_NAME}=edit`;

/** Name of the query parameter that requests the draft with another theme. */
export const LOOK_NAME = "svc_theme";

/** The URL of a page's draft with another theme. */
export const draftUnder = (path: string, theme: string): string =>
  `${path}?${EDIT_MARKER}&${LOOK_NAME}=${encodeURIComponent(theme)}`;

/** The cookie with the secret of a share link. A request with it bypasses the page cache. */
export const GUEST_COOKIE = "__Host-svc_guest";

/** The path below which a site's share links are. The rest of the path is the link's secret. */
export const SHARE_PATH = "/_draft/";

/** The path to which guests send remarks. */
export const SHARE_REMARKS_PATH = `${SHARE_PATH}remarks`;

/** The id of the sentence that a guest's browser shows after a remark was sent. */
export const REMARKED = "svc-remarked";

/** The path that ends in a browser what a share link shows. */
export const SHARE_END_PATH = `${SHARE_PATH}end`;
