import { FORM_SCRIPT } from "./script.generated.ts";

/**
 * The digest of the served form script, in hexadecimal. A page published with another digest does not load the script;
 * its forms work without it.
 */
export const FORM_SCRIPT_DIGEST = FORM_SCRIPT.digest;
export const FORM_SCRIPT_TEXT = FORM_SCRIPT.text;
export const FORM_SCRIPT_PATH = `/_assets/${FORM_SCRIPT.digest}.js`;

/** The script element: a module, so a page with several forms runs it once. */
export const FORM_SCRIPT_ELEMENT = `<script type="module" src="${FORM_SCRIPT_PATH}" integrity="${FORM_SCRIPT.integrity}"></script>`;
