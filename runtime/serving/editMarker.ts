/** Name of the query member and of the cookie that ask for the draft. A request with it steps around the page cache. */
export const EDIT_MARKER_NAME = "svc_mode";

/** The marker that asks for the draft, in a query or a cookie. It grants nothing by itself. */
export const EDIT_MARKER = `${EDIT_MARKER_NAME}=edit`;
