/**
 * The element of a page that leads to its editor. It is the same on every page and for every visitor, and grants
 * nothing: the editor asks for a login. Browser extensions use this file, so it imports nothing.
 */

/** The path of the editor on every host. */
export const EDITOR_PATH = "/_editor";

/** The page at which an invited person says whether they join. */
export const JOIN_PATH = `${EDITOR_PATH}/join`;

export const EDITOR_ENTRY_NAME = "svc-editor-endpoint";

export const EDITOR_ENTRY = `<meta name="${EDITOR_ENTRY_NAME}" content="${EDITOR_PATH}">`;
