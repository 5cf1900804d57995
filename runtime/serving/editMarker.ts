/** Name of the query member and of the cookie that ask for the draft. A request with it steps around the page cache. */
export const EDIT_MARKER_NAME = "svc_mode";

/** The marker that asks for the draft, in a query or a cookie. It grants nothing by itself. */
export const EDIT_MARKER = `${EDIT_MARKER_NAME}=edit`;

/** Name of the query member that asks for the draft under another theme than its own. */
export const LOOK_NAME = "svc_theme";

/** The address of a page's draft under a theme. */
export const draftUnder = (path: string, theme: string): string =>
  `${path}?${EDIT_MARKER}&${LOOK_NAME}=${encodeURIComponent(theme)}`;
