import { FORM_SCRIPT } from "./script.generated.ts";

/** Of what is served, in hexadecimal. A page that was published with another one loads nothing, and its forms work without. */
export const FORM_SCRIPT_DIGEST = FORM_SCRIPT.digest;
export const FORM_SCRIPT_TEXT = FORM_SCRIPT.text;
export const FORM_SCRIPT_PATH = `/_assets/${FORM_SCRIPT.digest}.js`;

/** A module, which a page with several forms runs once. */
export const FORM_SCRIPT_ELEMENT = `<script type="module" src="${FORM_SCRIPT_PATH}" integrity="${FORM_SCRIPT.integrity}"></script>`;
