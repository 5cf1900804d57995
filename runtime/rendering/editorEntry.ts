/**
 * The one line of a page that leads to its editor. It is the same for every page and person and grants nothing: what it
 * names asks for a login. Browser extensions read it, so it imports nothing.
 */

/** The editor's first address on every host. */
export const EDITOR_PATH = "/_editor";

export const EDITOR_ENTRY_NAME = "svc-editor-endpoint";

export const EDITOR_ENTRY = `<meta name="${EDITOR_ENTRY_NAME}" content="${EDITOR_PATH}">`;
