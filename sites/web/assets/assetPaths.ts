/** The addresses of the script and the icon of the editor's pages. */
import { SCRIPT } from "./assets.generated.ts";

/** The static file with the script. */
export const SCRIPT_NAME = `${SCRIPT.digest}.js`;
export const SCRIPT_PATH = `/_editor/assets/${SCRIPT_NAME}`;
/** A changed icon needs a new name, because browsers cache it permanently. */
export const ICON_PATH = "/_editor/assets/icon-1.svg";
