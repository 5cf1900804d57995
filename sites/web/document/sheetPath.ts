/** The address of the style sheet of members' pages. */
import { STYLE } from "./sheet.generated.ts";

/** The static file with the style sheet. */
export const STYLE_NAME = `${STYLE.digest}.css`;
export const STYLE_PATH = `/_editor/assets/${STYLE_NAME}`;
