import { ANSWER_HEADERS } from "../../../runtime/serving/answerHeaders.ts";
import { nothingHere } from "../http/answers.ts";
import { styleSheet, STYLE_PATH } from "../document/sheet.ts";
import { SCRIPT } from "./assets.generated.ts";

export const SCRIPT_PATH = `/_editor/assets/${SCRIPT.digest}.js`;

/**
 * The editor's tab icon, different from the site's. A changed icon needs a new name, because browsers cache it
 * permanently.
 */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#2457d6"/>' +
  '<path d="M6 22h20M8 22v-5a8 8 0 0 1 16 0v5M16 9v13" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/></svg>';

export const ICON_PATH = "/_editor/assets/icon-1.svg";

const drawn = (text: string, type: string): Response =>
  new Response(text, { headers: { ...ANSWER_HEADERS.editorAsset, "Content-Type": type } });

const SERVED: ReadonlyMap<string, () => Response> = new Map([
  [SCRIPT_PATH, () => drawn(SCRIPT.text, "text/javascript; charset=utf-8")],
  [STYLE_PATH, styleSheet],
  [ICON_PATH, () => drawn(ICON, "image/svg+xml")],
]);

/** Answers a file of the editor, the same on every served hostname. */
export const drawnAsset = (path: string): Response => SERVED.get(path)?.() ?? nothingHere();
